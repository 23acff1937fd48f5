"""Compare the test suites of both sides: the outcome of the tests that pass on the base."""

from collections.abc import Iterable, Mapping, Sequence

from verifier.builds.builder import BaseMeasurement
from verifier.checks.parts.flaky_failures import select_outcomes
from verifier.checks.parts.moved_tests import find_renamed_methods, find_renamed_tests
from verifier.checks.parts.renamed_classes import map_renamed_classes
from verifier.checks.tests import MOST_LISTED
from verifier.domain.outcome import Reason, Status
from verifier.domain.refactoring import Refactoring
from verifier.domain.testrun import TestOutcome
from verifier.domain.validation import SuiteComparison
from verifier.validation.trees import MeasuredTree


def compare_suites(
    before: MeasuredTree, after: MeasuredTree, refactorings: Sequence[Refactoring]
) -> SuiteComparison:
    """Look for every test that passes on the base. `refactorings` are all of the commit."""
    for name, tree in (("the base", before), ("the commit", after)):
        if tree.measurement is None:
            return SuiteComparison(
                status=Status.INCONCLUSIVE,
                reason=tree.reason,
                details=f"the tests of {name} were not measured: {tree.trouble}",
            )
    if before.measurement is None or after.measurement is None:
        raise AssertionError("both suites were measured")
    return _compare(before.measurement, after.measurement, refactorings)


def _compare(
    before: BaseMeasurement, after: BaseMeasurement, refactorings: Sequence[Refactoring]
) -> SuiteComparison:
    outcomes = _outcomes(after)
    shown = select_outcomes(before.stable_pass, outcomes)
    lost = [t for t, outcome in shown.items() if outcome is None and t not in after.flaky]
    renamed = _find_renamed(lost, before, outcomes, refactorings)
    failed = [t for t, outcome in shown.items() if outcome is TestOutcome.FAILED]
    skipped = [t for t, outcome in shown.items() if outcome is TestOutcome.SKIPPED]
    flaky = sorted(before.stable_pass & after.flaky)
    vanished = [t for t in lost if t not in renamed]
    kept = sum(outcome is TestOutcome.PASSED for outcome in shown.values()) + len(renamed)
    status, reason, details = _judge(failed, flaky, kept, len(before.stable_pass))
    return SuiteComparison(
        status=status,
        reason=reason,
        details=details,
        kept=kept,
        failed=tuple(failed[:MOST_LISTED]),
        flaky=tuple(flaky[:MOST_LISTED]),
        renamed=dict(sorted(renamed.items())[:MOST_LISTED]),
        vanished=tuple(vanished[:MOST_LISTED]),
        vanished_count=len(vanished),
        newly_skipped=tuple(skipped[:MOST_LISTED]),
        newly_skipped_count=len(skipped),
    )


def _judge(
    failed: Sequence[str], flaky: Sequence[str], kept: int, wanted: int
) -> tuple[Status, Reason | None, str]:
    if failed:
        text = f"{len(failed)} fail after: {', '.join(failed[:3])}"
        return Status.FAILED, Reason.TEST_FAILED, text
    if flaky:
        text = f"{len(flaky)} pass and fail after: {', '.join(flaky[:3])}"
        return Status.FAILED, Reason.FLAKY, text
    if not kept:
        text = f"none of the {wanted} tests of the base is still there"
        return Status.FAILED, Reason.TEST_MISSING, text
    return Status.PASSED, None, ""


def _outcomes(measured: BaseMeasurement) -> dict[str, TestOutcome]:
    """The outcome of each test with the same outcome in all runs."""
    return {
        **dict.fromkeys(measured.stable_pass, TestOutcome.PASSED),
        **dict.fromkeys(measured.stable_fail, TestOutcome.FAILED),
        **dict.fromkeys(measured.skipped, TestOutcome.SKIPPED),
    }


def _find_renamed(
    lost: Sequence[str],
    before: BaseMeasurement,
    outcomes: Mapping[str, TestOutcome],
    refactorings: Sequence[Refactoring],
) -> dict[str, str]:
    """Find lost tests that pass under the commit's new name of their method or class."""
    taken = before.stable_pass | before.stable_fail | before.skipped | before.flaky
    methods = find_renamed_methods(refactorings)
    classes = map_renamed_classes(refactorings, _class_files(lost), _class_files(outcomes))
    names = dict(methods)
    for test in lost:
        owner, mark, rest = test.partition("#")
        place = f"{owner}{mark}{rest.partition('(')[0].partition('[')[0]}"
        if owner in classes:
            names.setdefault(place, place.replace(owner, classes[owner], 1))
    return find_renamed_tests(lost, names, taken, outcomes)


def _class_files(tests: Iterable[str]) -> set[str]:
    return {f"{test.partition('#')[0].replace('.', '/')}.class" for test in tests}
