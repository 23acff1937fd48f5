"""Hints for the prover from detected refactorings.

A hint is proved before use, so a wrong one only costs time.
"""

from collections.abc import Iterable
from pathlib import Path

from verifier.domain.proof_request import (
    CommitSources,
    MethodHint,
    ProofRequest,
    SourceVersion,
)
from verifier.domain.refactoring import MethodId, Refactoring


def hints_of(refactorings: Iterable[Refactoring]) -> tuple[MethodHint, ...]:
    """Return what each renamed or relocated method is believed to have become."""
    return tuple(
        MethodHint(before=each.before.method, after=each.after.method)
        for each in refactorings
        if each.before is not None and each.after is not None and each.traits.relocates
    )


def commit_request(
    repository: Path,
    commits: tuple[str, str],
    detected: Iterable[Refactoring],
    refactored: Iterable[Refactoring],
    class_path: tuple[Path, ...] = (),
) -> ProofRequest:
    """Build the request for a commit and its parent.

    Hints come from all `detected` refactorings. The methods of the `refactored` ones are to be
    proved.
    """
    before, after = (
        SourceVersion(root=CommitSources(repository=repository, commit=commit))
        for commit in commits
    )
    return ProofRequest(
        before=before,
        after=after,
        class_path=class_path,
        hints=hints_of(detected),
        refactored=methods_of(refactored),
    )


def methods_of(refactorings: Iterable[Refactoring]) -> tuple[MethodId, ...]:
    """Return the methods on both sides of the refactorings, each once."""
    sides = [side for each in refactorings for side in (each.before, each.after) if side]
    methods = (m for side in sides for m in (side.method, side.partner) if m is not None)
    return tuple(dict.fromkeys(methods))
