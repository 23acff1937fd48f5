"""The budget of a campaign by options that have the same names everywhere."""

import click
from click.testing import CliRunner

from verifier.cli.options.fuzzing import FuzzChoice, budget_options
from verifier.cli.options.records import pass_as
from verifier.fuzzing.request import FuzzingBudget


def parse(*words: str) -> FuzzingBudget:
    found: list[FuzzingBudget] = []

    @click.command()
    @budget_options(seed="a", executions="b", seconds="c")
    @pass_as(FuzzChoice)
    def command(options: FuzzChoice) -> None:
        found.append(options.budget())

    assert CliRunner().invoke(command, words).exit_code == 0
    return found[0]


def test_the_words_make_the_budget() -> None:
    words = ("--fuzz-seed", "7", "--fuzz-executions", "5", "--fuzz-seconds", "2.5")

    assert parse(*words) == FuzzingBudget(seed=7, executions=5, seconds=2.5)
    assert parse() == FuzzingBudget()
