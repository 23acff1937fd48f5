"""Runs that speak for later candidates: which are kept, and for how long."""

from verifier.builds.direct.same_code import JudgedRuns
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome, TestRun

PASSED = {"p.T#a": TestOutcome.PASSED}
FIRST = TestRun(outcomes=PASSED, failures={})


def run(outcome: TestOutcome, seconds: float = 1.0) -> BuildRun:
    tests = TestRun(outcomes={"p.T#a": outcome}, failures={})
    return BuildRun(
        end=RunEnd.EXITED, compiled=True, tests=tests, errors=(), seconds=seconds, log=""
    )


def test_a_run_is_found_by_its_code_and_the_first_one_stays() -> None:
    runs = JudgedRuns(FIRST)
    runs.keep("a", run(TestOutcome.FAILED, 1.0))
    runs.keep("a", run(TestOutcome.PASSED, 2.0))

    found = runs.get("a")
    assert found is not None
    assert found.seconds == 1.0
    assert runs.get("b") is None


def test_outcomes_like_the_base_s_are_kept_once() -> None:
    runs = JudgedRuns(FIRST)
    runs.keep("a", run(TestOutcome.PASSED))

    found = runs.get("a")
    assert found is not None
    assert found.tests is not None
    assert found.tests.outcomes is PASSED


def test_the_oldest_goes_where_there_are_too_many() -> None:
    runs = JudgedRuns(FIRST, most=2)
    for code in "abc":
        runs.keep(code, run(TestOutcome.FAILED))

    assert [runs.get(code) is None for code in "abc"] == [True, False, False]
