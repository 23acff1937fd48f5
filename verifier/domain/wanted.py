"""Decide which detected refactorings are the wanted one."""

from collections.abc import Iterable

from verifier.domain.refactoring import Refactoring, RefactoringType, WantedRefactoring

_DELEGATING = {RefactoringType.MOVE_METHOD, RefactoringType.MOVE_AND_RENAME_METHOD}


def matching(
    wanted: WantedRefactoring | None, refactorings: Iterable[Refactoring]
) -> tuple[Refactoring, ...]:
    """Return the detected refactorings that match the wanted one.

    If none was named, these are all refactorings of known types. RefactoringMiner reports a move
    that leaves a delegate behind as Extract And Move. The benchmark's prompt asks for such moves
    (SWE-Refactor, appendix E), so it counts for a wanted move as `delegate`.
    """
    if wanted is None:
        return tuple(r for r in refactorings if r.type is not None and r.before is not None)
    return tuple(r for r in refactorings if _is_wanted(wanted, r))


def _is_wanted(wanted: WantedRefactoring, found: Refactoring) -> bool:
    if found.before is None or not found.before.method.matches(wanted.method):
        return False
    if found.type is wanted.type:
        return True
    return (
        found.delegate
        and wanted.type in _DELEGATING
        and found.type is RefactoringType.EXTRACT_AND_MOVE_METHOD
        and _keeps_name(found) is (wanted.type is RefactoringType.MOVE_METHOD)
    )


def _keeps_name(found: Refactoring) -> bool:
    return (
        found.before is not None
        and found.after is not None
        and found.after.partner is not None
        and found.after.partner.name == found.before.method.name
    )
