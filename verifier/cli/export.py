"""`refverify export`: write instances in forms that other programs load."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.globals import Globals
from verifier.cli.options.files import instances_file, output, repositories
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option

EPILOG = """
\b
Examples:
  refverify export -i instances.validated.jsonl --repo path/to/clone --to parquet -o data.parquet
  refverify export -i all.jsonl --repo gson=clones/gson --repo junit4=clones/junit4 --to hf -o data
  refverify export --repo path/to/clone --to swe-refactor --licences any -o release.jsonl
  refverify export -i data.parquet --to jsonl -o instances.jsonl
"""
FORMS = ("parquet", "swe-refactor", "hf", "jsonl")


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportOptions:
    """The options of `refverify export`."""

    file: Path
    output: Path
    form: str
    repos: tuple[str, ...]
    licences: str
    title: str


@click.command(cls=SectionedCommand, epilog=EPILOG)
@instances_file()
@output("The file to write, or the folder for hf.", required=True)
@option(
    "--to",
    "form",
    section=Section.OUTPUT,
    type=click.Choice(FORMS),
    required=True,
    help="parquet: a table; swe-refactor: records as in its release; hf: a folder for the Hugging Face"
    " hub, with a card; jsonl: instances again, from Parquet.",
)
@repositories("Local repository or bundle of the instances, for their licences; repeat with names.")
@option(
    "--licences",
    section=Section.OUTPUT,
    default="permissive",
    show_default=True,
    metavar="permissive|any|SPDX,...",
    help="Licences under which source text is copied; rows under other licences have none.",
)
@option(
    "--title",
    section=Section.OUTPUT,
    default="Java refactorings",
    show_default=True,
    help="Title of the card.",
)
@click.pass_obj
@pass_as(ExportOptions)
def command(shared: Globals, options: ExportOptions) -> None:
    """Write mined instances in a form that other programs load.

    Each row has the licence of its repository at the base commit, and marks copies and near copies of
    earlier rows. Source text is copied if that licence is permissive.
    """
    from verifier.printable import pluralize
    from verifier.publishing.licences import Allowed
    from verifier.workflows.exporting import ExportForm, ExportRequest, export

    done = export(
        ExportRequest(
            instances=options.file,
            output=options.output,
            form=ExportForm(options.form),
            repositories=options.repos,
            allowed=Allowed.parse(options.licences),
            title=options.title,
        )
    )
    if done.withheld:
        shared.console.say(f"without source text, for their licence: {done.withheld}")
    if done.left_out:
        shared.console.say(f"left out for their licence: {pluralize(done.left_out, 'instance')}")
    shared.console.say(f"wrote {done.place}: {pluralize(done.rows, 'instance')}")
