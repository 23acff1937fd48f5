"""What detected refactorings tell the prover: a hint costs nothing but time, it is proved first."""

from collections.abc import Iterable

from verifier.domain.proof_request import MethodHint
from verifier.domain.refactoring import RELOCATING, MethodId, Refactoring


def hints_of(refactorings: Iterable[Refactoring]) -> tuple[MethodHint, ...]:
    """What each method that lives on elsewhere is believed to have become."""
    return tuple(
        MethodHint(before=each.before.method, after=each.after.method)
        for each in refactorings
        if each.before is not None and each.after is not None and each.type in RELOCATING
    )


def methods_of(refactorings: Iterable[Refactoring]) -> tuple[MethodId, ...]:
    """The methods of both sides that the refactorings lie in, each once."""
    sides = [side for each in refactorings for side in (each.before, each.after) if side]
    methods = (m for side in sides for m in (side.method, side.partner) if m is not None)
    return tuple(dict.fromkeys(methods))
