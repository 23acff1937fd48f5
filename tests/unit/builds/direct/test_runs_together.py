"""The tests of several modules as one run."""

from verifier.builds.direct.runs_together import runs_together
from verifier.domain.coverage import Recording
from verifier.domain.testrun import (
    EVENT_CHAIN,
    BuildRun,
    RunEnd,
    Tamper,
    TamperSign,
    TestOutcome,
    TestRun,
)

PASSED, FAILED = TestOutcome.PASSED, TestOutcome.FAILED
LOST = Tamper(sign=TamperSign.UNFINISHED, detail="no end")


def run(
    tests: TestRun | None, *, end: RunEnd = RunEnd.EXITED, recording: Recording | None = None
) -> BuildRun:
    return BuildRun(
        end=end,
        compiled=True,
        errors=(),
        tests=tests,
        log="log",
        seconds=2.0,
        test_seconds=2.0,
        recording=recording,
    )


def whole(failures: dict[str, str], **outcomes: TestOutcome) -> TestRun:
    named = {f"p.{name.replace('_', '#')}": outcome for name, outcome in outcomes.items()}
    return TestRun(outcomes=named, failures=failures, complete=True, evidence=EVENT_CHAIN)


CORE = whole({}, CoreTest_a=PASSED, SameTest_b=PASSED)
APP = whole({"p.SameTest#b": "why"}, SameTest_b=FAILED, AppTest_c=PASSED)


def test_ids_begin_with_the_module_where_two_have_a_class_of_that_name() -> None:
    found = runs_together({"core": run(CORE), "app": run(APP)}, named=False)

    assert found.tests == TestRun(
        outcomes={
            "p.CoreTest#a": PASSED,
            "core:p.SameTest#b": PASSED,
            "app:p.SameTest#b": FAILED,
            "p.AppTest#c": PASSED,
        },
        failures={"app:p.SameTest#b": "why"},
        complete=True,
        evidence=EVENT_CHAIN,
    )
    assert (found.seconds, found.test_seconds) == (4.0, 4.0)


def test_all_ids_begin_with_the_module_where_that_is_asked_for() -> None:
    found = runs_together({".": run(CORE)}, named=True).tests

    assert found is not None
    assert set(found.outcomes) == {".:p.CoreTest#a", ".:p.SameTest#b"}


def test_one_module_stays_as_it_is() -> None:
    alone = run(CORE, recording=Recording(data=b"all", by_test=True))

    assert runs_together({".": alone}, named=False) == alone


def test_one_broken_chain_breaks_all() -> None:
    broken = TestRun(outcomes={}, failures={}, complete=False, tamper=(LOST,))

    found = runs_together({"core": run(broken), "app": run(APP)}, named=False).tests

    assert found is not None
    assert (found.complete, found.tamper) == (False, (LOST,))


def test_where_one_was_ended_from_outside_nothing_is_shown() -> None:
    ended = run(None, end=RunEnd.TIMEOUT)

    found = runs_together({"core": run(CORE), "app": ended}, named=False)

    assert (found.end, found.tests) == (RunEnd.TIMEOUT, None)


def test_recordings_follow_one_another_and_no_longer_say_whose_test_it_was() -> None:
    one, two = (Recording(data=data, by_test=True) for data in (b"one", b"two"))
    lost = Recording(trouble="gone", forged=True)

    both = runs_together(
        {"core": run(CORE, recording=one), "app": run(APP, recording=two)}, named=False
    )
    less = runs_together(
        {"core": run(CORE, recording=lost), "app": run(APP, recording=two)}, named=False
    )

    assert both.recording == Recording(data=b"onetwo")
    assert less.recording == lost
