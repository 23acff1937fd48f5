import click
import pytest
from click.testing import CliRunner

from verifier.cli.options.definition import together
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely

shared = together(
    option("--memory", section=Section.BUILD, help="How much."),
    option("--jdk", section=Section.BUILD, help="Which JDK."),
)


@click.command(
    cls=SectionedCommand, epilog="Example: refverify sample", details="Exit status: 0 done."
)
@option("--force", section=Section.RUN, is_flag=True, help="Again.")
@option("--name", section=Section.INPUT, required=True, help="What.")
@rarely(shared, but=("--jdk",))
def sample(**given: object) -> None:
    """Do something."""
    click.echo(given["memory"])


def show_help(command: click.Command, *words: str) -> str:
    done = CliRunner().invoke(command, words, prog_name="sample")
    assert done.exit_code == 0
    return done.output


def test_help_has_the_everyday_options_in_the_order_of_the_sections() -> None:
    assert (
        show_help(sample, "--help")
        == """\
Usage: sample [OPTIONS]

  Do something.

Input:
  --name TEXT  What.  [required]

Running:
  --force  Again.

Building:
  --jdk TEXT  Which JDK.

--help-all shows 1 more option and details.

  Example: refverify sample
"""
    )


def test_help_all_has_the_other_options_after_the_everyday_ones_and_the_details() -> None:
    text = show_help(sample, "--help-all")

    assert text.index("--jdk TEXT") < text.index("--memory TEXT")
    assert text.endswith("Example: refverify sample\n\n  Exit status: 0 done.\n")
    assert "more option" not in text


def test_an_option_that_help_leaves_out_works() -> None:
    assert show_help(sample, "--name", "x", "--memory", "4") == "4\n"


def test_an_option_is_rare_for_one_command_and_not_for_another() -> None:
    @click.command(cls=SectionedCommand)
    @shared
    def other() -> None:
        """Do something else."""

    assert "--memory" in show_help(other, "--help")
    assert "--memory" not in show_help(sample, "--help")


def test_a_command_that_shows_everything_does_not_mention_help_all() -> None:
    @click.command(cls=SectionedCommand)
    @option("--name", section=Section.INPUT, help="What.")
    def small() -> None:
        """Do little."""

    assert "--help-all" not in show_help(small, "--help")
    assert show_help(small, "--help-all") == show_help(small, "--help")


@pytest.mark.parametrize(
    ("typed", "offered"), [("--mem", ["--memory"]), ("--help", ["--help-all", "--help"])]
)
def test_a_shell_completes_options_that_help_leaves_out(typed: str, offered: list[str]) -> None:
    found = sample.shell_complete(click.Context(sample), typed)
    assert [item.value for item in found] == offered
