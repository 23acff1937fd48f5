"""What tests of the changed modules are called in a run of all modules, and alone."""

from verifier.builds.changed_ids import ChangedIds
from verifier.domain.testrun import BuildRun, RunEnd, TestOutcome, TestRun

IDS = ChangedIds(prefixes=frozenset({"core", "libs/mid"}))
PASSED, FAILED = TestOutcome.PASSED, TestOutcome.FAILED
RUN = BuildRun(
    end=RunEnd.EXITED,
    compiled=True,
    errors=(),
    tests=TestRun(
        outcomes={
            "core:p.ATest#a:b": PASSED,
            "core:p.ATest(again)#a": FAILED,
            "core:p.SameTest#s": PASSED,
            "libs/mid:p.SameTest#s": FAILED,
            "app:p.ATest#a": FAILED,
        },
        failures={"core:p.ATest(again)#a": "wrong", "app:p.ATest#a": "too"},
        conflicts=("core:p.ATest#a:b", "app:p.ATest#a"),
        complete=True,
    ),
    log="",
    seconds=1.0,
)


def test_a_module_is_named_where_two_changed_ones_have_a_class_of_that_name() -> None:
    tests = IDS.of_all(RUN).tests

    assert tests is not None
    assert tests.outcomes == {
        "p.ATest#a:b": PASSED,
        "p.ATest(again)#a": FAILED,
        "core:p.SameTest#s": PASSED,
        "libs/mid:p.SameTest#s": FAILED,
        "app:p.ATest#a": FAILED,
    }
    assert tests.failures == {"p.ATest(again)#a": "wrong", "app:p.ATest#a": "too"}
    assert tests.conflicts == ("p.ATest#a:b", "app:p.ATest#a")
    assert tests.complete


def test_of_others_nothing_of_the_changed_modules_is_left() -> None:
    tests = IDS.of_others(RUN).tests

    assert tests is not None
    assert tests.outcomes == {"app:p.ATest#a": FAILED}
    assert tests.failures == {"app:p.ATest#a": "too"}
    assert tests.conflicts == ("app:p.ATest#a",)


def test_of_changed_ones_nothing_of_others_is_left() -> None:
    assert IDS.of_changed(["core:p.ATest#a", "app:p.ATest#a"]) == {"p.ATest#a"}
