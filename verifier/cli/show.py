"""`refverify show`: show one instance in a readable form."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.options import values
from verifier.cli.options.files import instances_file, skip_bad_lines, text_or_json
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.domain.instance import Instance
    from verifier.mining.instance_text import Line

EPILOG = """
\b
Examples:
  refverify show 3f0c1d2e4b5a6978
  refverify show 3f0c -i instances.jsonl --whole-patch | less -R
  refverify show 3f0c -i instances.validated.jsonl --all
  refverify show 3f0c -i instances.jsonl --run run
"""
COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@dataclass(frozen=True, kw_only=True, slots=True)
class ShowOptions:
    """The options of `refverify show`."""

    instance_id: str
    file: Path
    whole_patch: bool
    runs: tuple[Path, ...]
    in_full: bool
    as_json: bool
    skip_bad_lines: bool


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("instance_id", metavar="ID", shell_complete=values.instance_ids)
@instances_file()
@option(
    "--whole-patch",
    section=Section.OUTPUT,
    is_flag=True,
    help="Show every file of the commit, not only the refactored ones.",
)
@option(
    "--run",
    "runs",
    section=Section.INPUT,
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also show what this run says about the instance's predictions: tests that reach it,"
    " counterexamples; repeat.",
)
@option(
    "--all",
    "in_full",
    section=Section.OUTPUT,
    is_flag=True,
    help="Show all data of purity, validation and coverage, the tests that run its methods, and the surrounding"
    " code with texts.",
)
@text_or_json("the whole record, as in the file")
@skip_bad_lines()
@pass_as(ShowOptions)
def command(options: ShowOptions) -> None:
    """Show one refactoring: what, where, both methods, the diff, why it is pure or not.

    The output summarises validation, proof and context. It names the tests of the base that run the
    instance if `verify --checks +coverage` or `validate` left this in the cache. ID is an instance's id
    or a unique prefix of it.
    """
    from verifier.mining.instance_text import instance_lines
    from verifier.mining.selection import find_instance, read_instances

    known = read_instances(options.file, skip_bad=options.skip_bad_lines)
    instance = find_instance(known, options.instance_id, options.file)
    if options.as_json:
        _print_json(instance, options.runs)
        return
    lines = instance_lines(instance, whole_patch=options.whole_patch, in_full=options.in_full)
    _print_lines(lines)
    reached = _list_reaching_tests(instance, in_full=options.in_full)
    for text in (*reached, *_list_verdicts(options.runs, instance.id)):
        click.echo(text)


def _print_lines(lines: Iterable["Line"]) -> None:
    from verifier.mining.instance_text import Kind

    coloured = sys.stdout.isatty()
    for line in lines:
        text = line.text
        if coloured and line.kind is Kind.TITLE:
            text = click.style(text, bold=True)
        elif coloured and line.kind is Kind.DIFF:
            text = click.style(text, fg=COLOURS.get(text[:1]), bold=text.startswith("diff "))
        click.echo(text, color=coloured)


def _print_json(instance: "Instance", runs: tuple[Path, ...]) -> None:
    from verifier.tools.records import to_json

    if runs:
        raise UsageError(
            "--run is for people", hint="A run's verdicts are JSON already: RUN/verdicts.jsonl."
        )
    click.echo(to_json(instance))


def _list_reaching_tests(instance: "Instance", *, in_full: bool) -> Iterator[str]:
    """Yield the tests of the base that reach the instance, if the cache has them."""
    from verifier.config import cache_folder
    from verifier.workflows.reached_by import list_reaching

    lines = list(list_reaching(instance, cache_folder(), in_full=in_full))
    return iter(["", "Tests of the base that run its methods", *lines] if lines else [])


def _list_verdicts(runs: tuple[Path, ...], instance_id: str) -> Iterator[str]:
    """Yield the latest verdict of each of the instance's predictions; nothing without runs."""
    from verifier.cli.verdict_text import counterexample_text, coverage_text, verdict_text
    from verifier.reports.ledger import read_ledger

    if not runs:
        return
    for verdict in read_ledger(runs).verdicts:
        if verdict.instance_id == instance_id:
            sample = f" #{verdict.sample}" if verdict.sample else ""
            yield f"\n== {verdict.model_name_or_path}{sample}\n{verdict_text(verdict)}"
            yield from filter(None, [coverage_text(verdict), counterexample_text(verdict)])
