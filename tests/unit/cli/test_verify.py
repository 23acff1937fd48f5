"""The words of `verify`'s command line."""

import click
import pytest

from verifier.cli.verify import command, is_single
from verifier.domain.outcome import CheckName
from verifier.errors import UsageError


@pytest.mark.parametrize("name", CheckName)
def test_checks_are_asked_for_by_their_names(name: CheckName) -> None:
    option = next(o for o in command.params if o.name == "checks")
    context = click.Context(command)

    assert option.type_cast_value(context, (str(name), f"+{name}")) == (str(name), f"+{name}")


def test_a_patch_and_an_answer_are_one_too_many() -> None:
    words = {"patch": object(), "answer": object()}

    with pytest.raises(UsageError, match="--patch and --answer are two ways to give one change"):
        is_single(words)
