"""`refverify plan`: filter and pin a list of repositories, and estimate how long mining it takes."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.files import output
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.pace import rough_time
from verifier.printable import pluralize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verifier.workflows.repository_plan import Plan

_MACHINES = (1, 10, 100, 1000)
"""Numbers of machines for which the estimate is printed."""
EPILOG = """
\b
Examples:
  refverify plan repositories.txt -o plan.jsonl
  refverify plan search.csv -o plan.jsonl --min-stars 100 --no-forks --license "MIT License"
  refverify mine --list plan.jsonl -o mined --shard 0/10
"""
DETAILS = """
\b
LIST is a list as `mine --list` reads it, or JSON lines with a `repository`. Duplicates, lines that cannot be read, other
hosts and repositories that do not answer are counted and left out.

\b
A table of SEART's GitHub search has the columns of the filters, and lastCommitSHA. Without that column
each repository is asked for its last commit.

\b
Exit status: 0 written; 2 the plan exists, or a filter needs a column that the list lacks; 4 the list
cannot be read, or nothing is left.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanOptions:
    """The options of `refverify plan`."""

    list_file: Path
    output: Path
    min_stars: int | None
    min_commits: int | None
    licenses: tuple[str, ...]
    no_forks: bool
    pushed_after: datetime | None
    measured: Path | None
    max_commits: int | None


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@click.argument("list_file", metavar="LIST", type=click.Path(path_type=Path))
@output("The plan, JSONL: a header, and one line per repository.", required=True, dir_okay=False)
@option(
    "--min-stars",
    section=Section.SELECTION,
    type=Whole(0),
    metavar="N",
    help="Only repositories with N stars or more.",
)
@option(
    "--min-commits",
    section=Section.SELECTION,
    type=Whole(0),
    metavar="N",
    help="Only repositories with N commits or more.",
)
@option(
    "--license",
    "licenses",
    section=Section.SELECTION,
    multiple=True,
    metavar="NAME",
    help="Only repositories with this licence, as the list names it; repeat.",
)
@option("--no-forks", section=Section.SELECTION, is_flag=True, help="Leave out forks.")
@option(
    "--pushed-after",
    section=Section.SELECTION,
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="Only repositories with a push after this day.",
)
@option(
    "--max-commits",
    section=Section.SELECTION,
    type=Whole(1),
    metavar="N",
    help="Analyse only the newest N commits of each repository.",
)
@path_option(
    "--measured",
    section=Section.INPUT,
    metavar="FOLDER",
    help="Estimate by the rate in this folder of `mine --list`, and not by that of docs/results.md.",
)
@click.pass_obj
@pass_as(PlanOptions)
def command(shared: Globals, options: PlanOptions) -> None:
    """Choose the repositories of a list, pin each to a commit, and estimate how long mining takes.

    The result is a list for `mine --list` that does not change: every machine mines the same commits.
    """
    from verifier.workflows.repository_plan import PlanFilters, PlanRequest, make_plan

    after = options.pushed_after
    request = PlanRequest(
        list_file=options.list_file,
        output=options.output,
        filters=PlanFilters(
            min_stars=options.min_stars,
            min_commits=options.min_commits,
            licenses=options.licenses,
            no_forks=options.no_forks,
            pushed_after=None if after is None else after.date(),
        ),
        measured=options.measured,
        max_commits=options.max_commits,
    )
    for line in _describe(make_plan(request, shared.console)):
        click.echo(line)
    shared.console.say(f"wrote {options.output}")


def _describe(plan: "Plan") -> "Iterator[str]":
    header = plan.header
    for stage in header.stages:
        lost = ", ".join(f"{reason} {count:,}" for reason, count in stage.losses.items())
        yield f"{stage.name:<8} {stage.count:>10,}" + (f"   left out: {lost}" if lost else "")
    if header.all_seconds is None:
        yield "no estimate: the list does not say how many commits a repository has"
        return
    if header.without_estimate:
        left = pluralize(header.without_estimate, "repository", "repositories")
        yield f"the estimate leaves out {left} with an unknown number of commits"
    rate = f"{header.seconds_per_commit:.3f} s"
    yield f"{header.all_commits:,} commits, {header.all_to_analyse:,} to analyse at {rate}"
    for machines in _MACHINES:
        if (seconds := plan.estimate_seconds(machines)) is not None:
            yield f"  {rough_time(seconds)} on {pluralize(machines, 'machine')} with two processors"
