"""Tests that the detected refactoring itself moved or renamed, in the instance's own files."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from verifier.builds.builder import BaseMeasurement
from verifier.checks.case import Case
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.domain.testrun import TestOutcome


def find_moved_tests(
    case: Case,
    known: BaseMeasurement,
    lost: Sequence[str],
    outcomes: Mapping[str, TestOutcome],
) -> dict[str, str]:
    """Return the lost tests that passed under a new id: old id to new id.

    Such a test counts only if the instance itself edits the test's file, RefactoringMiner reports
    the move, and no test of the base had the new id.
    """
    mine = [test for test in lost if _is_editable(test, case.editable)]
    if not mine:
        return {}
    taken = known.stable_pass | known.stable_fail | known.skipped | known.flaky
    return find_renamed_tests(
        mine, find_renamed_methods(case.detection.refactorings), taken, outcomes
    )


def find_renamed_tests(
    lost: Iterable[str],
    renames: Mapping[str, str],
    taken: Container[str],
    outcomes: Mapping[str, TestOutcome],
) -> dict[str, str]:
    """Return the lost tests that passed under a new name, if no test of the base has that name."""
    found: dict[str, str] = {}
    for test in lost:
        place, suffix = _split(test)
        new = renames.get(place)
        if new is None:
            continue
        moved = f"{new}{suffix}"
        passed = outcomes.get(moved) is TestOutcome.PASSED
        if passed and moved not in taken and moved not in found.values():
            found[test] = moved
    return found


def find_renamed_methods(refactorings: Iterable[Refactoring]) -> dict[str, str]:
    """Return the moved or renamed methods as `pkg.Class#method`: old to new."""
    return dict(_renames(refactorings))


def _is_editable(test: str, editable: frozenset[str]) -> bool:
    owner = test.split("#", maxsplit=1)[0].split("$", maxsplit=1)[0].replace(".", "/")
    return any(path == f"{owner}.java" or path.endswith(f"/{owner}.java") for path in editable)


def _split(test: str) -> tuple[str, str]:
    """Split an id into `pkg.Class#method` and the parameters or invocation after it."""
    ends = [i for i in (test.find("(", test.find("#")), test.find("[", test.find("#"))) if i >= 0]
    end = min(ends, default=len(test))
    return test[:end], test[end:]


def _renames(refactorings: Iterable[Refactoring]) -> Iterator[tuple[str, str]]:
    for each in refactorings:
        if each.traits.relocates and each.before is not None and each.after is not None:
            yield _id(each.before.method), _id(each.after.method)


def _id(method: MethodId) -> str:
    return f"{method.class_name}#{method.name}"
