"""The budget of a campaign by options with and without a prefix."""

import click
from click.testing import CliRunner

from verifier.cli.options.fuzzing import budget, budget_options
from verifier.fuzzing.request import Budget


def parsed(prefix: str, *words: str) -> Budget:
    found: list[Budget] = []

    @click.command()
    @budget_options(prefix=prefix, seed="a", executions="b", seconds="c")
    def command(**given: object) -> None:
        found.append(budget(given, prefix.replace("-", "_")))

    assert CliRunner().invoke(command, words).exit_code == 0
    return found[0]


def test_the_words_make_the_budget() -> None:
    assert parsed("", "--seed", "7", "--executions", "5", "--seconds", "2.5") == Budget(
        seed=7, executions=5, seconds=2.5
    )
    assert parsed("fuzz-", "--fuzz-seed", "7") == Budget(seed=7)
    assert parsed("fuzz-") == Budget()
