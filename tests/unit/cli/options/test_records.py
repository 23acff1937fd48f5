from dataclasses import dataclass
from enum import StrEnum

import click
import pytest
from click.testing import CliRunner

from verifier.cli.options.records import pass_as, record_of
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.values import OneOf


class Colour(StrEnum):
    LIGHT_BLUE = "light-blue"
    RED = "red"


@dataclass(frozen=True, kw_only=True, slots=True)
class Paint:
    colour: Colour | None
    coats: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Wall:
    name: str
    paint: Paint


@click.command(cls=SectionedCommand)
@click.argument("name")
@option("--colour", section=Section.INPUT, type=OneOf(Colour), help="Which.")
@option("--coats", section=Section.INPUT, type=int, default=2, show_default=True, help="How many.")
@click.pass_obj
@pass_as(Wall)
def painted(shared: str, options: Wall) -> None:
    """Paint."""
    click.echo(f"{shared} {options!r}")


def test_a_command_gets_what_all_commands_share_and_one_record_with_records_in_it() -> None:
    words = ["north", "--colour", "light-blue"]
    done = CliRunner().invoke(painted, words, obj="shared")

    paint = Paint(colour=Colour.LIGHT_BLUE, coats=2)
    assert done.output == f"shared {Wall(name='north', paint=paint)!r}\n"


def test_a_missing_parameter_is_a_defect_that_is_seen_at_once() -> None:
    with pytest.raises(KeyError, match="coats"):
        record_of(Wall, {"name": "north", "colour": None})


def test_members_are_written_as_their_values() -> None:
    done = CliRunner().invoke(painted, ["north", "--colour", "LIGHT_BLUE"])

    assert done.exit_code == 2
    assert "'LIGHT_BLUE' is not one of 'light-blue', 'red'" in done.output
    assert "--colour [light-blue|red]" in CliRunner().invoke(painted, ["--help"]).output
