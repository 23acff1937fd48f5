"""The words of `verify`'s command line."""

from pathlib import Path

import click
import pytest

from verifier.cli.main import main
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


def test_two_files_of_predictions_are_one_too_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "a.jsonl", "b.jsonl", "--run", str(tmp_path / "run")]) == 2

    said = capsys.readouterr().err
    assert "PREDICTIONS is one file, not 2: a.jsonl, b.jsonl" in said
    assert "--run of its own" in said
    assert "PREDICTIONS" in command.get_usage(click.Context(command))
