"""Tests of ours among a project's: both outcomes must be seen wherever they ran."""

from verifier.builds.canary import JUNIT4, Canary, trouble, without
from verifier.domain.testrun import TestOutcome
from verifier.tools.surefire import Reports

CANARY = Canary(folder="src/test/java", test=JUNIT4, package="r1", name="T2Test", secret="5ec4e7")
P, F = TestOutcome.PASSED, TestOutcome.FAILED


def reports(*owners: str, secret: str = "5ec4e7") -> Reports:
    return Reports(
        outcomes={f"{o}#{m}": P if m == "green" else F for o in owners for m in ("green", "red")},
        failures={f"{owner}#red": f"AssertionError: {secret}" for owner in owners},
    )


def said(seen: Reports) -> list[str]:
    return [str(each) for each in trouble(CANARY, seen)]


def test_a_canary_that_fails_with_its_secret_and_passes_is_well() -> None:
    assert said(reports("r1.T2Test")) == []


def test_without_a_canary_nothing_is_believed() -> None:
    assert said(reports("p.Other")) == [
        "the canary that must pass was not seen passed",
        "the canary that must fail was not seen failed",
    ]


def test_a_failure_without_the_secret_is_not_the_canary_s() -> None:
    assert said(reports("r1.T2Test", secret="guess")) == [
        "the canary that must fail was not seen failed"
    ]


def test_56_each_execution_and_module_in_which_it_ran_must_show_both() -> None:
    seen = reports("app:r1.T2Test", "app:r1.T2Test(again)")

    assert said(seen) == []
    seen.outcomes["app:r1.T2Test(again)#red"] = P
    assert said(seen) == ["the canary that must fail was not seen failed"]


def test_56_no_id_of_a_canary_is_left_over() -> None:
    outcomes = reports("app:r1.T2Test", "app:r1.T2Test(again)", "p.T2Test").outcomes

    assert without((CANARY,), outcomes) == {"p.T2Test#green": P, "p.T2Test#red": F}
