"""The second lock on a passed run: tests that we broke ourselves must be seen failing.

It does not live in the candidate's process, so whoever forges outcomes there must also know which
tests are broken, and in which run.
"""

import secrets
from dataclasses import dataclass

from verifier.builds.base import Faults, PlantedRun
from verifier.checks.base import Case
from verifier.domain.testrun import RunEnd, TestOutcome, TestRun

ROUNDS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Planted:
    """The broken tests; those that stayed green all the same; whole ones that failed beside them."""

    tests: tuple[str, ...]
    green: tuple[str, ...]
    disturbed: tuple[str, ...]
    trouble: str = ""


def planted_faults(case: Case) -> Planted | None:
    """Break a sample of the stable tests and run the suite; None where the strategy cannot.

    What the base shows with the same tests broken is not held against the candidate: a rule of the
    project's may swallow a failure, and a test may need what a broken one left behind.
    """
    if case.planting_seed is None:
        return None
    faults = Faults(
        among=case.whole_measurement.stable_pass,
        seed=case.planting_seed,
        word=secrets.token_hex(16),
    )
    planted = case.builder.plant(case.candidate, faults, case.editable)
    if planted is None:
        return None
    whole = _whole(planted)
    if whole is None:
        return Planted(tests=planted.tests, green=(), disturbed=(), trouble=_trouble(planted))
    green, disturbed = _green(planted, whole, faults), _disturbed(case, planted, whole)
    if green or disturbed:
        green, disturbed = _unlike_the_base(case, faults, green, disturbed)
    for _ in range(ROUNDS - 1):
        if disturbed:
            disturbed &= _again(case, faults)
    return Planted(
        tests=planted.tests, green=tuple(sorted(green)), disturbed=tuple(sorted(disturbed))
    )


def _unlike_the_base(
    case: Case, faults: Faults, green: set[str], disturbed: set[str]
) -> tuple[set[str], set[str]]:
    base = case.builder.plant(None, faults, case.editable)
    whole = None if base is None else _whole(base)
    if base is None or whole is None:
        return green, disturbed
    return green - _green(base, whole, faults), disturbed - _disturbed(case, base, whole)


def _again(case: Case, faults: Faults) -> set[str]:
    """What another such run disturbs: a flaky test is not disturbed each time."""
    planted = case.builder.plant(case.candidate, faults, case.editable)
    whole = None if planted is None else _whole(planted)
    return set() if planted is None or whole is None else _disturbed(case, planted, whole)


def _green(planted: PlantedRun, tests: TestRun, faults: Faults) -> set[str]:
    """The broken tests that were not seen failing with the word."""
    return {
        test
        for test in planted.tests
        if tests.outcomes.get(test) is not TestOutcome.FAILED
        or faults.word not in tests.failures.get(test, "")
    }


def _disturbed(case: Case, planted: PlantedRun, tests: TestRun) -> set[str]:
    """The stable tests that were left whole and were not seen passed."""
    passed = {t for t, o in tests.outcomes.items() if o is TestOutcome.PASSED}
    known = case.whole_measurement.stable_pass - planted.left_out
    return set(known - passed - set(planted.tests) - _moved(case, tests))


def _moved(case: Case, tests: TestRun) -> frozenset[str]:
    """Tests of the instance's own files may have other names now."""
    return (
        case.whole_measurement.stable_pass - tests.outcomes.keys() if case.editable else frozenset()
    )


def _whole(planted: PlantedRun) -> TestRun | None:
    tests = planted.run.tests
    complete = planted.run.end is RunEnd.EXITED and tests is not None and tests.complete
    return tests if complete else None


def _trouble(planted: PlantedRun) -> str:
    tests = planted.run.tests
    if planted.run.end is not RunEnd.EXITED or tests is None:
        return f"the run ended by {planted.run.end}"
    return "; ".join(map(str, tests.tamper)) or "the evidence is not whole"
