"""`refverify predictions`: make reference predictions for a file of instances."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.files import instances_file, output, repositories
from verifier.cli.options.sections import Section, option
from verifier.cli.suggestions import SuggestingGroup
from verifier.domain.prediction import PredictionForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verifier.console import Progress
    from verifier.domain.assignment import TaskRecord
    from verifier.domain.instance import Instance
    from verifier.domain.prediction import Prediction

EPILOG = """
\b
Examples:
  refverify predictions golden --repo clone -o golden.jsonl
  refverify predictions empty -i instances.jsonl -o empty.jsonl
  refverify predictions template 3f0c -i instances.jsonl --form patch >> predictions.jsonl
"""
GOLDEN_EPILOG = """
\b
Examples:
  refverify predictions golden --repo clone -o golden.jsonl
  refverify predictions golden -i instances.jsonl --form commit -o commits.jsonl

\b
refactoring  the developers' versions of the refactored methods, spliced into the base with what
             they need from the commit; the prediction lists each piece, and what keeps it from
             being complete (needs --repo: PATH, or NAME=PATH once for each repository)
commit       the developers' whole commit as a patch; most commits of real projects also change
             tests, documents or build files, and the policy check refuses such patches; for an
             assignment of a whole commit the tests may change
"""
EMPTY_EPILOG = """
\b
Example:
  refverify predictions empty -i instances.jsonl -o empty.jsonl
"""
TEMPLATE_EPILOG = """
\b
Examples:
  refverify predictions template 3f0c -i instances.jsonl --form patch >> predictions.jsonl
  refverify predictions template 3f0c -i instances.jsonl --prompt | my-model > answer.txt
  refverify predictions template 3f0c -i instances.context.jsonl --prompt --context
"""


@click.group(cls=SuggestingGroup, epilog=EPILOG)
def command() -> None:
    """Make predictions with verdicts that are known in advance, or a template to fill in."""


@command.command(epilog=GOLDEN_EPILOG)
@instances_file("instances")
@output("JSONL.", required=True)
@option("--form", section=Section.OUTPUT, type=click.Choice(["refactoring", "commit"]), default="refactoring",
              show_default=True, help="The refactoring alone, or the whole commit.")  # fmt: skip
@repositories("A local repository.")
@click.pass_obj
def golden(
    shared: Globals, instances: Path, output: Path, form: str, repos: tuple[str, ...]
) -> None:
    """Write the developers' own change as a prediction for each instance."""
    from verifier.errors import UsageError
    from verifier.predictions.golden.reference import GoldenForm, golden_commit
    from verifier.workflows.reference_predictions import only_instances, with_commits

    if form == GoldenForm.COMMIT:
        _write(output, map(golden_commit, with_commits(_read(instances))))
        shared.console.say(f"wrote {output}")
        return
    if not repos:
        raise UsageError(
            "the golden refactorings need --repo",
            hint="Pass --repo PATH, or --form commit for the whole commits.",
        )
    chosen = only_instances(_read(instances))
    with shared.console.progress("golden", len(chosen)) as progress:
        _write(output, _count(_refactorings(chosen, repos), progress))
    shared.console.say(f"wrote {output}")


@command.command(epilog=EMPTY_EPILOG)
@instances_file("instances")
@output("JSONL.", required=True)
@click.pass_obj
def empty(shared: Globals, instances: Path, output: Path) -> None:
    """Write an empty patch for each instance or assignment."""
    from verifier.predictions.golden.reference import empty_prediction

    _write(output, (empty_prediction(i) for i in _read(instances)))
    shared.console.say(f"wrote {output}")


@command.command(epilog=TEMPLATE_EPILOG)
@click.argument("instance_id", metavar="INSTANCE", shell_complete=values.instance_ids)
@instances_file()
@option(
    "--form",
    section=Section.OUTPUT,
    type=click.Choice([str(form) for form in PredictionForm]),
    default=str(PredictionForm.ANSWER),
    show_default=True,
    help="A unified diff, the raw answer of a model, or whole files.",
)
@option("--prompt", section=Section.OUTPUT, is_flag=True, help="Print only the task for a model.")
@option(
    "--context",
    "around",
    section=Section.OUTPUT,
    is_flag=True,
    help="Add callers, callees, hierarchy and the project's files; the instance needs the output of"
    " `refverify context`.",
)
@click.pass_obj
def template(
    shared: Globals, instance_id: str, file: Path, form: str, prompt: bool, around: bool
) -> None:
    """Print an empty prediction for INSTANCE, and the task for a model.

    INSTANCE is an instance's id or a unique prefix of it. The prediction goes to standard output and the
    task to standard error.
    """
    from verifier.errors import UsageError
    from verifier.mining.selection import find_instance, read_instances
    from verifier.predictions.task.template import task_text, template
    from verifier.tools.records import to_json

    instance = find_instance(read_instances(file), instance_id, file)
    if around and instance.context is None:
        raise UsageError(
            f"{instance.id} has no context",
            hint="Run `refverify context` over the instances first.",
        )
    task = task_text(instance, around=around)
    if prompt:
        click.echo(task)
        return
    shared.console.say(task)
    click.echo(to_json(template(instance, PredictionForm(form))))


def _refactorings(instances: "list[Instance]", repos: tuple[str, ...]) -> "Iterator[Prediction]":
    from verifier.analysis.pool import AnalysisPool
    from verifier.java_text.quick_reader import JavaReader
    from verifier.judging.golden import golden_prediction
    from verifier.judging.tasks import Repositories

    with Repositories.parse(repos) as repositories, AnalysisPool() as analysis:
        reader = JavaReader(analysis=analysis)
        for instance in instances:
            yield golden_prediction(instance, repositories.of(instance.repo), reader)


def _count(made: "Iterator[Prediction]", progress: "Progress") -> "Iterator[Prediction]":
    for prediction in made:
        yield prediction
        progress.advance()


def _read(path: Path) -> "list[TaskRecord]":
    from verifier.tools.task_records import load_task_records

    return load_task_records(path)[0]


def _write(path: Path, predictions: "Iterator[Prediction]") -> None:
    from verifier.tools.records import to_json
    from verifier.tools.storage.files import replacing

    with replacing(path) as stream:
        stream.writelines(f"{to_json(prediction)}\n".encode() for prediction in predictions)
