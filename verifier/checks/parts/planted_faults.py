"""A second check of a passed run: tests that we broke ourselves must be seen failing.

The broken tests are chosen outside the candidate's process. Code that forges outcomes there would
also have to know which tests are broken, and in which run.
"""

import secrets
from dataclasses import dataclass

from verifier.builds.builder import Faults, PlantedRun
from verifier.checks.case import Case
from verifier.domain.testrun import RunEnd, TestOutcome, TestRun

ROUNDS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Planted:
    """The tests that were broken on purpose.

    `green` are broken tests that passed nevertheless. `disturbed` are unbroken tests that failed
    with them.
    """

    tests: tuple[str, ...]
    green: tuple[str, ...]
    disturbed: tuple[str, ...]
    trouble: str = ""


def plant_faults(case: Case) -> Planted | None:
    """Break a sample of the stable tests and run the suite.

    The base runs with the same broken tests. What it shows as well is not held against the
    candidate: the project may have a rule that hides a failure, and a test may need the result of a
    broken one. None if no faults are requested, or if the strategy does not support them.
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
    green, disturbed = _green(planted, whole, faults), _find_disturbed(case, planted, whole)
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
    return green - _green(base, whole, faults), disturbed - _find_disturbed(case, base, whole)


def _again(case: Case, faults: Faults) -> set[str]:
    """Return the tests that another such run disturbs. A flaky test is not disturbed each time."""
    planted = case.builder.plant(case.candidate, faults, case.editable)
    whole = None if planted is None else _whole(planted)
    return set() if planted is None or whole is None else _find_disturbed(case, planted, whole)


def _green(planted: PlantedRun, tests: TestRun, faults: Faults) -> set[str]:
    """Return the broken tests that were not seen failing with the planted word."""
    return {
        test
        for test in planted.tests
        if tests.outcomes.get(test) is not TestOutcome.FAILED
        or faults.word not in tests.failures.get(test, "")
    }


def _find_disturbed(case: Case, planted: PlantedRun, tests: TestRun) -> set[str]:
    """Return the stable tests that were not broken and were not seen passed."""
    passed = {t for t, o in tests.outcomes.items() if o is TestOutcome.PASSED}
    known = case.whole_measurement.stable_pass - planted.left_out
    return set(known - passed - set(planted.tests) - _find_moved(case, tests))


def _find_moved(case: Case, tests: TestRun) -> frozenset[str]:
    """Return tests that may have other names now, because they are in the instance's own files."""
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
