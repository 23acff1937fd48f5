"""`refverify import`: turn released data sets into instances, predictions and recorded verdicts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options.files import output
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.workers import WorkerChoice, worker_options
from verifier.cli.suggestions import SuggestingGroup
from verifier.printable import pluralize
from verifier.workflows.importing import ImportRequest, import_release

if TYPE_CHECKING:
    from verifier.datasets.swe_refactor_records import ReleaseRecord
    from verifier.workflows.importing import Imported

EPILOG = """
\b
Examples:
  refverify import swe-refactor commons-lang.jsonl.gz --repo clones/commons-lang -o data
  refverify verify data/predictions.jsonl -i data/instances.jsonl --run run --repo clones/commons-lang
  refverify report run --against recorded
"""


FUNCTIONS_EPILOG = """
\b
Examples:
  refverify import functions humaneval-x.jsonl -o functions.git
  refverify assignments methods --repo functions.git --goal simplify,optimise -o methods.jsonl
"""
FUNCTIONS_DETAILS = """
\b
Exit status: 0 written; 2 the folder exists; 4 a problem cannot be read.
"""


@click.group(cls=SuggestingGroup, epilog=EPILOG)
def command() -> None:
    """Import a released data set."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportOptions:
    """The options of `refverify import swe-refactor`."""

    file: Path
    repository: Path
    output: Path
    model: str | None
    name: str | None
    workers: WorkerChoice


@command.command("swe-refactor", epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@option(
    "--repo",
    "repository",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    required=True,
    help="Local clone (bare too) with the records' commits.",
)
@output(
    "Folder for instances, predictions, recorded verdicts and records that were not located.",
    required=True,
    file_okay=False,
)
@option(
    "--model",
    section=Section.OUTPUT,
    help="Name of the model that gave the answers.  [default: the file's name]",
)
@option(
    "--name",
    section=Section.OUTPUT,
    help="Name of the repository in the records.  [default: its origin or folder]",
)
@worker_options(ImportRequest)
@click.pass_obj
@pass_as(ImportOptions)
def swe_refactor(shared: Globals, options: ImportOptions) -> None:
    """Import a file of SWE-Refactor's release: a JSON array or JSON lines, gzip or not.

    The command looks for every record in its commit with the current RefactoringMiner. A record that
    is found becomes an instance; the others go to unlocated.jsonl with the reason. Raw answers and
    the files that agents left become predictions. The release's verdicts go to recorded.jsonl.
    """
    request = ImportRequest(
        file=options.file,
        repository=options.repository,
        output=options.output,
        model=options.model,
        name=options.name,
        jobs=options.workers.jobs,
        timeout=options.workers.commit_timeout,
        max_heap=options.workers.max_heap,
    )
    click.echo(summary(import_release(request, shared.console)))
    shared.console.say(f"wrote {request.output}")


@command.command(
    "functions", cls=SectionedCommand, epilog=FUNCTIONS_EPILOG, details=FUNCTIONS_DETAILS
)
@click.argument("file", type=click.Path(path_type=Path))
@output("New folder for the bare git repository.", required=True)
@click.pass_obj
def functions(shared: Globals, file: Path, output: Path) -> None:
    """Make a Maven project of a set of Java functions, with one class and one test per problem.

    FILE has the form of HumanEval-X: JSON lines with task_id, prompt (or declaration),
    canonical_solution, and a test whose class has a main method that throws on a wrong result.
    """
    from verifier.datasets.functions import import_functions

    made = import_functions(file, output)
    click.echo(f"{pluralize(made.problems, 'problem')} at commit {made.head}")
    shared.console.say(f"wrote {output}")


def summary(imported: "Imported") -> str:
    """Say how many records were located and by which match, how pure they are, and why others were
    not.
    """
    located, unlocated = imported.located, imported.unlocated
    instances = {item.instance.id: item.instance for item in located}
    answers = [_form(item.record) for item in located if item.record.is_answered]
    total, matches = len(located) + len(unlocated), _counts(item.match for item in located)
    lines = [
        f"{pluralize(total, 'record')}, {len(located)} located ({matches})",
        f"{pluralize(len(instances), 'instance')} ({_counts(i.purity.verdict for i in instances.values())})",
        f"{pluralize(len(answers), 'prediction')} ({_counts(answers)})",
    ]
    if unlocated:
        lines.append(f"{len(unlocated)} not located ({_counts(u.loss for u in unlocated)})")
    records = (*(i.record for i in located), *(u.record for u in unlocated))
    unread = [name for record in records for name in record.unread]
    if unread:
        lines.append(f"code in fields that are not read ({_counts(unread)})")
    return "\n".join(lines)


def _form(record: "ReleaseRecord") -> str:
    if record.refactored is None:
        return "raw"
    return "repaired whole file" if record.refactored.repaired else "whole file"


def _counts(words: Iterable[object]) -> str:
    counted = Counter(str(word) for word in words).most_common()
    return ", ".join(f"{count} {word}" for word, count in counted) or "none"
