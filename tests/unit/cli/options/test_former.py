"""What was once called otherwise is still taken, shown nowhere, and told with its present name."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from verifier.cli.globals import Globals
from verifier.cli.options.files import (
    answered_instances,
    format_option,
    instances_file,
    output,
    text_or_json,
)
from verifier.cli.options.former import Renamed
from verifier.cli.settings import command_settings
from verifier.console import Console


@click.command()
@click.option("--wait", cls=Renamed, former={"--sleep": None}, type=float, default=1.0)
@output("Where.", formerly="--out", required=True)
@text_or_json()
@instances_file("instances", bare=True)
def once(wait: float, output: Path, as_json: bool, instances: Path) -> None:
    """Say what was given."""
    click.echo(f"{wait} {output} {as_json} {instances}")


@click.command()
@answered_instances()
def answers(instances: Path | None, predictions: Path | None) -> None:
    """Say what was given."""
    click.echo(f"{instances} {predictions}")


@click.command()
@format_option("form", ["text", "json", "csv"], "The form.")
def written(form: str) -> None:
    """Say what was given."""
    click.echo(form)


def called(command: click.Command, *words: str) -> Result:
    shared = Globals(console=Console(plain=True), debug=False)
    return CliRunner().invoke(command, words, obj=shared)


def test_present_names_are_taken_without_a_word() -> None:
    done = called(once, "--wait", "2", "-o", "x", "--format", "json", "-i", "a.jsonl")

    assert (done.stdout, done.stderr) == ("2.0 x True a.jsonl\n", "")
    assert called(once, "-o", "x").stdout == "1.0 x False instances.jsonl\n"


def test_former_names_are_taken_and_say_the_present_ones() -> None:
    done = called(once, "--sleep", "2", "--out", "x", "--json", "a.jsonl")

    assert done.stdout == "2.0 x True a.jsonl\n"
    assert sorted(done.stderr.splitlines()) == [
        "--json is now written --format json",
        "--out is now written -o/--output",
        "--sleep is now written --wait",
        "a.jsonl is now written -i/--instances a.jsonl",
    ]


def test_a_required_option_is_still_required() -> None:
    done = called(once)

    assert done.exit_code == 2
    assert "Missing option '-o' / '--output'" in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-o", "x", "--out", "y"], "--out and --output are one option"),
        (["-o", "x", "--json", "--format", "text"], "--json and --format are one option"),
        (["-o", "x", "-i", "a", "b"], "b is one file too many beside -i/--instances"),
    ],
)
def test_one_thing_by_both_names_is_refused(words: list[str], why: str) -> None:
    done = called(once, *words)

    assert done.exit_code == 2
    assert why in done.stderr


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ([], "None None"),
        (["p"], "None p"),
        (["p", "-i", "i"], "i p"),
        (["-i", "i", "p"], "i p"),
        (["i", "p"], "i p"),
    ],
)
def test_predictions_may_stand_behind_their_instances_as_they_once_did(
    words: list[str], taken: str
) -> None:
    assert called(answers, *words).stdout == f"{taken}\n"


@pytest.mark.parametrize("words", [["i", "p", "-i", "j"], ["i", "p", "q"]], ids=" ".join)
def test_more_files_than_there_are_places_are_refused(words: list[str]) -> None:
    assert called(answers, *words).exit_code == 2


def test_a_value_of_the_format_has_a_former_name_everywhere() -> None:
    assert called(written, "--json").stdout == "json\n"
    assert called(written, "--format", "csv").stdout == "csv\n"


def test_no_former_name_is_in_the_help() -> None:
    said = called(once, "--help").stdout

    assert "Usage: once [OPTIONS]\n" in said
    assert [name for name in ("--sleep", "--out ", "--json", "bare") if name in said] == []


def test_a_setting_by_its_former_name_is_taken() -> None:
    assert command_settings(["once"], once, {"sleep": 3}, []) == {"wait": 3}
    command_settings(["once"], once, {}, ["REFVERIFY_ONCE_SLEEP"])
    environment = {"REFVERIFY_ONCE_SLEEP": "4"}
    done = CliRunner().invoke(once, ["-o", "x"], env=environment)
    assert done.stdout == "4.0 x False instances.jsonl\n"
