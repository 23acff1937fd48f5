"""The words of `verify`'s command line."""

import click
import pytest

from verifier.cli.verify import command
from verifier.domain.outcome import CheckName


@pytest.mark.parametrize("name", CheckName)
def test_checks_are_asked_for_by_their_names(name: CheckName) -> None:
    option = next(o for o in command.params if o.name == "checks")
    context = click.Context(command)

    assert option.type_cast_value(context, (str(name), f"+{name}")) == (str(name), f"+{name}")


@pytest.mark.parametrize("option", ["--patch", "--answer", "--want", "--base"])
def test_one_change_is_for_check(option: str) -> None:
    with pytest.raises(click.NoSuchOption):
        command.make_context("verify", ["predictions.jsonl", "--run", "run", option, "x"])
