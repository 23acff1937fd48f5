"""`refverify report`: make tables and plots from the ledgers of one or several runs."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.files import format_option
from verifier.cli.options.files import output as output_option
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.console import Console
from verifier.errors import UsageError
from verifier.reports.formats import Format

if TYPE_CHECKING:
    from verifier.reports.request import Done

EPILOG = """
\b
Examples:
  refverify report run
  refverify report run-gpt run-deepseek --format html -o report.html
  refverify report run --format latex --table models --table types
  refverify report run --against recorded
  refverify report run --table types --as-counts
  refverify report run --table models --labels labels.toml
  refverify report run --format parquet -o tables
  refverify report run --format site -o site
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportOptions:
    """The options of `refverify report`."""

    runs: tuple[Path, ...]
    format_: Format
    output: Path | None
    tables: tuple[str, ...]
    every: bool
    against: str | None
    funnel: Path | None
    bootstrap: int | None
    as_counts: bool
    labels: Path | None
    read: int | None


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("format_", Format, "The form of the report.")
@output_option(
    "File to write; for csv and parquet also a folder, which gets one file per table; for site a new folder."
)
@option(
    "--table",
    "tables",
    section=Section.SELECTION,
    multiple=True,
    shell_complete=values.tables,
    help="Only this table; repeat.",
)
@option(
    "--all",
    "every",
    section=Section.SELECTION,
    is_flag=True,
    help="Every table. Without it a terminal shows only models and reasons.",
)
@option(
    "--against",
    section=Section.JUDGEMENT,
    metavar="recorded|FILE",
    help="Compare with recorded verdicts: a file, or recorded.jsonl in the instances' folder.",
)
@option(
    "--as-counts",
    section=Section.OUTPUT,
    is_flag=True,
    help="The table types as the paper prints it: `n of m` successes in a column for each type.",
)
@option(
    "--labels",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file with the size and the cut-off date of each model, for the table models.",
)
@option(
    "--read",
    section=Section.SELECTION,
    type=Whole(1, 10_000),
    metavar="N",
    help="Also choose N failures of each model to read, always the same ones.",
)
@option(
    "--funnel",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    help="Funnel file that `mine` or `validate` wrote.",
)
@option(
    "--bootstrap",
    section=Section.JUDGEMENT,
    type=Whole(100, 1_000_000),
    metavar="N",
    help="Intervals of means from N resamples instead of Student's t.",
)
@click.pass_obj
@pass_as(ReportOptions)
def command(shared: Globals, options: ReportOptions) -> None:
    """Compare models, refactoring types, atomic and compound over RUN folders.

    Success and strict success have 95 % Wilson intervals. No rate includes inconclusive predictions;
    each row shows their number.
    """
    from verifier.reports.request import ReportRequest, write_report

    terminal = options.output is None and sys.stdout.isatty()
    if terminal and options.format_ is Format.HTML:
        raise UsageError(
            "an HTML page is not for a terminal", hint="Write it to a file: -o report.html"
        )
    request = ReportRequest(
        runs=options.runs,
        format=options.format_,
        output=options.output,
        tables=options.tables,
        against=options.against,
        funnel=options.funnel,
        bootstrap=options.bootstrap or 0,
        counts=options.as_counts,
        labels=options.labels,
        read=options.read or 0,
        width=shutil.get_terminal_size((120, 40)).columns,
        colour=terminal,
        brief=terminal and not options.every,
    )
    _show(write_report(request), shared.console)


def _show(done: "Done", console: Console) -> None:
    if done.text is not None:
        click.echo(done.text, nl=False)
    for notice in done.notices:
        console.say(f"note: {notice}")
    for path in done.files:
        console.say(f"wrote {path}")
