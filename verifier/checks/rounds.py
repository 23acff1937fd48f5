"""What runs of some tests alone say of them: failed, flaky, or failed by the order of the suite."""

import itertools
from collections.abc import Collection, Iterable, Mapping

from verifier.domain.testrun import TestOutcome, TestRun

WHOLE_CLASS = "<class>"


def is_real(base_passed: int, candidate_passed: int, rounds: int) -> bool:
    """Whether a test that passed in so many of its rounds failed: in all of the base, in none of the candidate."""
    return base_passed == rounds and candidate_passed == 0


def count(passed: dict[str, int], run: TestRun | None) -> None:
    """Count the tests that a round showed passed; an unbelievable round shows none."""
    if run is None or not run.complete:
        return
    for test in passed:
        passed[test] += run.outcomes.get(test) is TestOutcome.PASSED


def shown_outcomes(
    passing: Iterable[str], outcomes: Mapping[str, TestOutcome]
) -> dict[str, TestOutcome | None]:
    """What a run showed of each of these tests, in their order; None where it was not seen."""
    broken = {t.split("#")[0] for t in outcomes if _failed_class(t, outcomes)}
    return {t: outcomes.get(t) or _of_class(t, broken) for t in sorted(passing)}


def _of_class(test: str, broken: Collection[str]) -> TestOutcome | None:
    """The outcome of a test that was not seen: failed with its class or one around it, else none."""
    name = test.split("#", maxsplit=1)[0]
    around = itertools.accumulate(name.split("$"), "{}${}".format)
    return TestOutcome.FAILED if any(each in broken for each in around) else None


def _failed_class(test: str, outcomes: Mapping[str, TestOutcome]) -> bool:
    name = test.partition("#")[2]
    return name.startswith(WHOLE_CLASS) and outcomes[test] is TestOutcome.FAILED
