"""A run opens only the tools that its checks need."""

from verifier.checks.selection import with_needs
from verifier.domain.outcome import CheckName
from verifier.fuzzing.request import FuzzingBudget
from verifier.judging.options import ToolsetOptions


def opened_for(check: CheckName, *, scored: bool = False) -> ToolsetOptions:
    return ToolsetOptions(jobs=2).select_for(with_needs([check]), scored=scored)


def test_checks_that_build_nothing_open_nothing_to_build_with() -> None:
    opened = opened_for(CheckName.PURITY)

    assert (opened.builds, opened.fuzzing) == (False, None)


def test_behaviour_opens_a_build_and_a_campaign_with_the_given_budget() -> None:
    budget = FuzzingBudget(seconds=2.0)
    asked = with_needs([CheckName.BEHAVIOUR])

    assert opened_for(CheckName.BEHAVIOUR).builds
    assert opened_for(CheckName.BEHAVIOUR).fuzzing == FuzzingBudget()
    assert ToolsetOptions(fuzzing=budget).select_for(asked).fuzzing == budget
    assert opened_for(CheckName.BEHAVIOUR).jobs == 2


def test_rules_are_opened_if_there_are_some_to_score_with() -> None:
    assert opened_for(CheckName.RULES, scored=True).rules
    assert not opened_for(CheckName.RULES).rules
    assert not opened_for(CheckName.TESTS, scored=True).rules
