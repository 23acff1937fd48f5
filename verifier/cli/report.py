"""`refverify report`: make tables and plots from the ledgers of one or several runs."""

import shutil
import sys
from pathlib import Path

import click

from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.files import format_option
from verifier.cli.options.files import output as output_option
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.errors import UsageError
from verifier.reports.formats import Format

EPILOG = """
\b
Examples:
  refverify report run
  refverify report run-gpt run-deepseek --format html -o report.html
  refverify report run --format latex --table models --table types
  refverify report run --against recorded
  refverify report run --format parquet -o tables
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("format_", [str(f) for f in Format], "The form of the report.")
@output_option("File to write; for csv and parquet also a folder, which gets one file per table.")
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
def command(
    shared: Globals,
    runs: tuple[Path, ...],
    format_: str,
    output: Path | None,
    tables: tuple[str, ...],
    against: str | None,
    funnel: Path | None,
    bootstrap: int | None,
    every: bool,
) -> None:
    """Compare models, refactoring types, atomic and compound over RUN folders.

    Success and strict success have 95 % Wilson intervals. No rate includes inconclusive predictions;
    each row shows their number.
    """
    from verifier.reports.request import Request, write_report

    terminal = output is None and sys.stdout.isatty()
    if terminal and format_ == Format.HTML:
        raise UsageError(
            "an HTML page is not for a terminal", hint="Write it to a file: -o report.html"
        )
    request = Request(
        runs=runs,
        format=Format(format_),
        output=output,
        tables=tables,
        against=against,
        funnel=funnel,
        bootstrap=bootstrap or 0,
        width=shutil.get_terminal_size((120, 40)).columns,
        colour=terminal,
        brief=terminal and not every,
    )
    done = write_report(request)
    if done.text is not None:
        click.echo(done.text, nl=False)
    for notice in done.notices:
        shared.console.say(f"note: {notice}")
    for path in done.files:
        shared.console.say(f"wrote {path}")
