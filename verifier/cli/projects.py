"""`refverify projects`: show what mining and validation found in each project of a list."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.files import JSON, TEXT, format_option
from verifier.cli.options.sections import Section, SectionedCommand
from verifier.printable import pluralize

if TYPE_CHECKING:
    from verifier.workflows.project_results import Results

MARKDOWN, CSV = "markdown", "csv"
FORMATS = (TEXT, MARKDOWN, CSV, JSON)
EPILOG = """
\b
Examples:
  refverify projects mined
  refverify projects mined --format csv > projects.csv
  refverify projects mined --write docs/results.md
  refverify projects mined --list-again repositories.txt
"""


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path))
@format_option(
    "format_",
    FORMATS,
    "text, markdown: the projects, and what was lost and why; csv: the projects; json: everything, one line"
    " per project.",
)
@path_option(
    "--write",
    "page",
    section=Section.OUTPUT,
    metavar="PAGE",
    help="Write the tables into this page, between its markers, instead of printing them.",
)
@path_option(
    "--list-again",
    section=Section.OUTPUT,
    metavar="FILE",
    help="Write a list for `mine --list` that names the last commit of each history.",
)
@click.pass_obj
def command(
    shared: Globals, folder: Path, format_: str, page: Path | None, list_again: Path | None
) -> None:
    """Show one row for each project in a FOLDER of `mine --list`.

    The columns are commits, refactorings, tiers, what each step of validation kept, seconds, commits per
    second and memory. A second table shows what every stage lost, and why. All figures come from the
    files of the run folders.
    """
    from verifier.workflows import project_results

    results = project_results.read_results(folder)
    if page is not None:
        project_results.write_results(page, results)
        shared.console.say(f"wrote {page}: {pluralize(len(results.projects), 'project')}")
    if list_again is not None:
        lines = project_results.write_list(list_again, results)
        shared.console.say(f"wrote {list_again}: {pluralize(lines, 'repository', 'repositories')}")
    if page is None and list_again is None:
        click.echo(_render(results, format_), nl=False)


def _render(results: "Results", format_: str) -> str:
    from verifier.reports.project_figures import PROJECTS, REPOSITORIES, project_tables
    from verifier.workflows.project_results import results_markdown

    match format_:
        case "json":
            from verifier.tools.records import to_json

            return "".join(f"{to_json(each)}\n" for each in results.projects)
        case "csv":
            from verifier.reports.rendering.csv import render_csv

            return render_csv(PROJECTS.fill(results.projects))
        case "markdown":
            return results_markdown(results)
        case _:
            from verifier.reports.rendering.terminal import terminal_tables

            width = shutil.get_terminal_size((120, 40)).columns
            tables = (REPOSITORIES.fill(results.projects), *project_tables(results.projects))
            return terminal_tables(tables, width=width)
