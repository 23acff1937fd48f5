"""When a comparison with the project's own build on one commit settles it for another."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_builder import F, P, S
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.measuring.comparison import LauncherAgreement
from verifier.domain.testrun import TestOutcome, TestRun

TEST = "package p;\nclass {} {{ @org.junit.Test public void a() {{}} }}\n"
SEEN = TestRun(outcomes={"p.A#a": P, "p.A#red": F}, failures={})


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    made = replace(PREPARED, folder=tmp_path)
    write(made, "A", TEST.format("A"))
    write(made, "Helper", "class Helper {}\n")
    return made


def write(prepared: PreparedBase, name: str, text: str) -> None:
    path = prepared.base / "src/test/java/p" / f"{name}.java"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def known(prepared: PreparedBase) -> LauncherAgreement:
    return LauncherAgreement.of(SEEN, prepared, processing=False, order=("p.A",))


def test_it_holds_where_nothing_new_is_seen(
    known: LauncherAgreement, prepared: PreparedBase
) -> None:
    write(prepared, "Helper", "class Helper { int edited; }\n")

    assert known.holds_for(SEEN, prepared)


def test_it_holds_for_new_and_edited_tests_that_ran_and_passed(
    known: LauncherAgreement, prepared: PreparedBase
) -> None:
    write(prepared, "A", TEST.format("A") + "// edited\n")
    write(prepared, "B", TEST.format("B"))
    ran = replace(SEEN, outcomes={**SEEN.outcomes, "p.B#a": P})

    assert known.holds_for(ran, prepared)


@pytest.mark.parametrize("outcome", [F, S])
def test_not_where_a_test_does_not_pass_that_did_or_was_not_there(
    known: LauncherAgreement, prepared: PreparedBase, outcome: TestOutcome
) -> None:
    assert not known.holds_for(TestRun(outcomes={"p.A#a": outcome}, failures={}), prepared)


def test_not_where_a_test_came_twice(known: LauncherAgreement, prepared: PreparedBase) -> None:
    assert not known.holds_for(replace(SEEN, conflicts=("p.A#a",)), prepared)


@pytest.mark.parametrize(
    "text",
    [
        TEST.format("B"),
        "class B { @ParameterizedTest void a() {} }",
        "class B extends junit.framework.TestCase { public void testA() {} }",
    ],
)
def test_not_where_a_new_test_class_did_not_run(
    known: LauncherAgreement, prepared: PreparedBase, text: str
) -> None:
    write(prepared, "B", text)

    assert not known.holds_for(SEEN, prepared)
