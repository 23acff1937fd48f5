"""`refverify assignments`: make tasks of single methods, and of whole commits."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.globals import Globals
from verifier.cli.options.definition import default_of, together
from verifier.cli.options.files import output
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sampling import read_sample, sample_options
from verifier.cli.options.sections import Decorator, Section, SectionedCommand, option
from verifier.cli.suggestions import SuggestingGroup
from verifier.domain.assignment import Goal
from verifier.errors import UsageError
from verifier.workflows.assignments import CommitRequest, MethodRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from verifier.console import Console
    from verifier.domain.assignment import Assignment
    from verifier.mining.spreading import SampleRequest

EPILOG = """
\b
Examples:
  refverify assignments methods --repo clone --base HEAD --goal simplify,optimise -o methods.jsonl
  refverify assignments commits commits.txt --repo clone -o commits.jsonl
"""
METHODS_EPILOG = """
\b
Examples:
  refverify assignments methods --repo clone --base v1.2 --goal simplify -o methods.jsonl
  refverify assignments methods --repo clone --goal simplify,optimise --min-lines 5 -o methods.jsonl
"""
METHODS_DETAILS = """
\b
A method is listed if it is main code, has a body, is not private, and is static or belongs to a
named class that is not abstract.
Exit status: 0 written; 2 a goal is unknown; 6 the commit is unknown.
"""
COMMITS_EPILOG = """
\b
Example:
  refverify assignments commits commits.txt --repo clone -o commits.jsonl
"""
COMMITS_DETAILS = """
\b
FILE has one commit on each line; `#` begins a comment. Merges are refused.
Exit status: 0 written; 4 FILE cannot be read; 6 a commit is unknown or is a merge.
"""


def read_goals(_ctx: click.Context, _option: click.Parameter, words: str) -> tuple[Goal, ...]:
    """Read goals that are separated by commas; each goal counts once, in the order of the enum.

    Raises:
        UsageError: a word is not a goal, or there is none.
    """
    given = {word.strip() for word in words.split(",") if word.strip()}
    unknown = sorted(given - set(map(str, Goal)))
    if unknown or not given:
        raise UsageError(
            f"--goal: no goal is named {', '.join(unknown) or repr(words)}",
            hint=f"Choose from {', '.join(Goal)}.",
        )
    return tuple(goal for goal in Goal if goal in given)


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodsOptions:
    """The options of `refverify assignments methods`."""

    request: MethodRequest
    output: Path
    sample: int | None
    spread: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitsOptions:
    """The options of `refverify assignments commits`."""

    request: CommitRequest
    output: Path
    sample: int | None
    spread: str | None


@click.group(cls=SuggestingGroup, epilog=EPILOG)
def command() -> None:
    """Make tasks that are not mined refactorings: methods to rewrite, and whole commits."""


def one_repository() -> Decorator[Any]:
    """`--repo` and `--name` of a command that reads one repository."""
    return together(
        option(
            "--repo",
            "repository",
            section=Section.INPUT,
            type=click.Path(path_type=Path),
            required=True,
            help="The local repository.",
        ),
        option(
            "--name",
            section=Section.OUTPUT,
            help="Its name in the records.  [default: its origin's or folder's name]",
        ),
    )


@command.command(cls=SectionedCommand, epilog=METHODS_EPILOG, details=METHODS_DETAILS)
@one_repository()
@option(
    "--base",
    section=Section.INPUT,
    default="HEAD",
    show_default=True,
    help="The commit with the methods.",
)
@option(
    "--goal",
    "goals",
    section=Section.SELECTION,
    required=True,
    callback=read_goals,
    metavar="GOAL,…",
    help="What the methods should become: simplify, optimise, or both with a comma.",
)
@option(
    "--min-lines",
    section=Section.SELECTION,
    type=Whole(1),
    default=default_of(MethodRequest, "min_lines"),
    show_default=True,
    help="Leave out methods with fewer lines with code on them.",
)
@sample_options("type (the goal), year, and eloc (lines with code, in classes of 10; eloc:N of N)")
@output("The assignments, JSONL.", required=True)
@click.pass_obj
@pass_as(MethodsOptions)
def methods(shared: Globals, options: MethodsOptions) -> None:
    """Write an assignment for each method of a commit that the fuzzer can call, and each goal."""
    from verifier.workflows.assignments import list_methods

    sample = read_sample(options.sample, options.spread)
    _write(options.output, list_methods(options.request), sample, shared.console)


@command.command(cls=SectionedCommand, epilog=COMMITS_EPILOG, details=COMMITS_DETAILS)
@click.argument("file", type=click.Path(path_type=Path))
@one_repository()
@sample_options("type, year, and eloc (lines added or removed, in classes of 10; eloc:N of N)")
@output("The assignments, JSONL.", required=True)
@click.pass_obj
@pass_as(CommitsOptions)
def commits(shared: Globals, options: CommitsOptions) -> None:
    """Write an assignment for each commit of a list, with its message and patch."""
    from verifier.tools.storage.files import refuse_to_overwrite
    from verifier.workflows.assignments import list_commits

    refuse_to_overwrite([options.request.file], [options.output])
    sample = read_sample(options.sample, options.spread)
    _write(options.output, list_commits(options.request), sample, shared.console)


def _write(
    path: Path,
    assignments: "Iterable[Assignment]",
    sample: "SampleRequest | None",
    console: "Console",
) -> None:
    from verifier.printable import pluralize
    from verifier.tools.records import to_line
    from verifier.tools.storage.files import replacing

    if sample is not None:
        assignments = sample.choose(list(assignments))
    with replacing(path) as stream:
        count = sum(1 for assignment in assignments if stream.write(to_line(assignment)))
    console.say(f"wrote {pluralize(count, 'assignment')} to {path}")
