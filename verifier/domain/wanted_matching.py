"""Decide which detected refactorings are the wanted one."""

from collections.abc import Iterable

from verifier.domain.proof_hints import methods_of
from verifier.domain.refactoring import Refactoring, WantedRefactoring


def matching(
    wanted: WantedRefactoring | None, refactorings: Iterable[Refactoring]
) -> tuple[Refactoring, ...]:
    """Return the detected refactorings that match the wanted one.

    If none was named, these are all refactorings of known types, but a changed variable in a
    refactored method is part of that refactoring. RefactoringMiner reports a move
    that leaves a delegate behind as Extract And Move. The benchmark's prompt asks for such moves
    (SWE-Refactor, appendix E), so it counts for a wanted move as `delegate`.
    """
    if wanted is None:
        return _select_judged(refactorings)
    return tuple(r for r in refactorings if _is_wanted(wanted, r))


def _select_judged(refactorings: Iterable[Refactoring]) -> tuple[Refactoring, ...]:
    known = [r for r in refactorings if r.type is not None and r.before is not None]
    whole = set(methods_of(r for r in known if not r.traits.acts_on_variable))
    return tuple(
        r for r in known if not r.traits.acts_on_variable or whole.isdisjoint(methods_of([r]))
    )


def _is_wanted(wanted: WantedRefactoring, found: Refactoring) -> bool:
    if found.before is None or not wanted.allows_file(found.before.file):
        return False
    if wanted.accepts(found):
        return True
    return (
        found.delegate
        and found.before.method.matches(wanted.method)
        and wanted.type.traits.moves_whole_method
        and _keeps_name(found) is not wanted.type.traits.renames
    )


def _keeps_name(found: Refactoring) -> bool:
    return (
        found.before is not None
        and found.after is not None
        and found.after.partner is not None
        and found.after.partner.name == found.before.method.name
    )
