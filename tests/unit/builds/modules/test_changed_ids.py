"""What tests of the changed modules are called in a run of all modules, and alone."""

from dataclasses import replace
from typing import Any

import pytest

from tests.support.scripted_builder import make_measurement
from verifier.builds.modules.changed_ids import ChangedIds
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


ALONE = replace(
    make_measurement("core:p.SameTest#s", "p.ATest#a"),
    stable_fail=frozenset({"libs/mid:p.SameTest#s"}),
    skipped=frozenset(),
)
AMONG_ALL = replace(
    ALONE, stable_pass=frozenset({"core:p.SameTest#s", "core:p.ATest#a", "app:p.ATest#b"})
)


def test_all_modules_show_what_the_changed_ones_show_alone() -> None:
    assert IDS.shows(ALONE, AMONG_ALL)


@pytest.mark.parametrize(
    "change",
    [
        {"stable_pass": frozenset({"core:p.SameTest#s", "app:p.ATest#a"})},
        {"stable_pass": frozenset({"core:p.SameTest#s"}), "flaky": frozenset({"core:p.ATest#a"})},
        {"stable_fail": frozenset({"other:p.SameTest#s"})},
    ],
    ids=["another module's", "not passed", "a failing one is another module's"],
)
def test_they_do_not_where_one_is_not_seen_or_passes_no_more(change: dict[str, Any]) -> None:
    assert not IDS.shows(ALONE, replace(AMONG_ALL, **change))
