"""`refverify instances`: list and filter mined instances."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.files import (
    JSON,
    TEXT,
    format_option,
    instances_file,
    output,
    repositories,
    skip_bad_lines,
)
from verifier.cli.options.records import pass_as
from verifier.cli.options.sampling import read_sample, sample_options
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.values import Exact, OneOf
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.validation import Demand
from verifier.errors import UsageError
from verifier.java_text.names import class_chain
from verifier.printable import pluralize

if TYPE_CHECKING:
    from verifier.console import Console
    from verifier.domain.instance import Instance
    from verifier.mining.selection import InstanceFilter

EPILOG = """
\b
Examples:
  refverify instances --type "Extract Method" --tier strict
  refverify instances -i instances.jsonl --class compound --count
  refverify instances --text JsonReader --format json > some.jsonl
  refverify instances --pure --sample 200 --spread type,year,eloc --format json > sample.jsonl
  refverify instances -i instances.validated.jsonl --require covered --format json > covered.jsonl
  refverify instances --pure --format parquet -o pure.parquet
  refverify instances -i instances.validated.jsonl --format html -o set.html --repo path/to/clone

\b
On a terminal the command prints a table, otherwise tab-separated lines: id, type, purity, commit,
method, day of the commit, and how validation ended (`passed`, or the step that did not pass and its
reason; empty if it was not validated).
"""
TABLES = ("csv", "parquet")
HTML = "html"
COLUMNS = ("id", "type", "purity", "commit", "method", "committed", "validated")


@dataclass(frozen=True, kw_only=True, slots=True)
class InstancesOptions:
    """The options of `refverify instances`."""

    file: Path
    types: tuple[str, ...]
    refactoring_class: RefactoringClass | None
    pure: bool | None
    tier: PurityTier | None
    require: Demand | None
    text: str
    count: bool
    sample: int | None
    spread: str | None
    format_: str
    output: Path | None
    repos: tuple[str, ...]
    licences: str | None
    funnel: Path | None
    skip_bad_lines: bool

    @property
    def is_page(self) -> bool:
        """Whether an option asks for the page."""
        return self.format_ == HTML or bool(self.repos or self.licences or self.funnel)

    def filter(self) -> "InstanceFilter":
        """Return the conditions on an instance."""
        from verifier.mining.selection import InstanceFilter

        return InstanceFilter(
            types=frozenset(RefactoringType(t) for t in self.types),
            refactoring_class=self.refactoring_class,
            pure=self.pure,
            tier=self.tier,
            demand=self.require,
            text=self.text,
        )

    def draw_sample(self, instances: Iterator["Instance"]) -> Iterator["Instance"]:
        """Yield the sample that was asked for, or every instance.

        Raises:
            UsageError: a property is unknown, or there are properties without a sample.
        """
        request = read_sample(self.sample, self.spread)
        return instances if request is None else iter(request.choose(list(instances)))


@click.command(cls=SectionedCommand, epilog=EPILOG)
@instances_file()
@option(
    "--type",
    "types",
    section=Section.SELECTION,
    multiple=True,
    metavar="TYPE",
    type=Exact([str(t) for t in RefactoringType], case_sensitive=False),
    help='Only this type, such as "Extract Method"; repeat.',
)
@option(
    "--class",
    "refactoring_class",
    section=Section.SELECTION,
    type=OneOf(RefactoringClass),
    help="Only atomic or only compound refactorings.",
)
@option(
    "--pure/--impure",
    section=Section.SELECTION,
    default=None,
    help="Only pure refactorings, or only the others.",
)
@option(
    "--tier",
    section=Section.SELECTION,
    type=OneOf(PurityTier),
    help="Only this purity tier.",
)
@option(
    "--require",
    section=Section.SELECTION,
    type=OneOf(Demand),
    metavar="STEP",
    help="Only validated instances that passed this step and those before it: built, tested, covered or"
    " golden.",
)
@option(
    "--text",
    section=Section.SELECTION,
    default="",
    help="Only instances with this text in the id, commit or methods.",
)
@option("--count", section=Section.OUTPUT, is_flag=True, help="Print only the number of instances.")
@sample_options(
    "type, year, and eloc (lines of the method before with code on them, in classes of 10; eloc:N of N)"
)
@format_option(
    "format_",
    (TEXT, JSON, *TABLES, HTML),
    "json: whole records, one per line; csv, parquet: a table of all columns except the texts; html: a page"
    " with funnel, tables and code.",
)
@output("File for csv, parquet and html.  [default: standard output for csv]")
@repositories(
    "Local repository or bundle of the instances, for the licences on the page; repeat with names."
)
@option(
    "--licences",
    section=Section.OUTPUT,
    metavar="permissive|any|SPDX,...",
    help="Licences under which the page shows source text; other instances have none.  [default: any]",
)
@path_option(
    "--funnel",
    section=Section.INPUT,
    help="Funnel file for the page.  [default: the one in the instances' folder]",
)
@skip_bad_lines()
@click.pass_obj
@pass_as(InstancesOptions)
def command(shared: Globals, options: InstancesOptions) -> None:
    """List the instances that match every condition."""
    from verifier.mining.selection import read_instances

    chosen, seen = options.filter(), Counter[bool]()
    every = read_instances(options.file, skip_bad=options.skip_bad_lines)
    matching = options.draw_sample(_matching(every, chosen, seen))
    if options.is_page:
        _write_page(matching, options, shared.console)
    elif options.format_ in TABLES or options.output:
        _write_table(matching, options)
    elif options.count:
        click.echo(sum(1 for _ in matching))
    elif options.format_ == JSON:
        _print_json(matching)
    elif sys.stdout.isatty():
        _print_table(matching)
    else:
        for row in _rows(matching):
            click.echo("\t".join(row))
    if not seen[True]:
        shared.console.say(f"note: 0 of {seen.total()} instances in {options.file} match")


def _matching(
    every: Iterable["Instance"], chosen: "InstanceFilter", seen: Counter[bool]
) -> Iterator["Instance"]:
    """Yield the instances that match, one at a time; `seen` counts matches and mismatches."""
    for instance in every:
        matches = chosen.matches(instance)
        seen[matches] += 1
        if matches:
            yield instance


def _write_table(instances: Iterable["Instance"], options: InstancesOptions) -> None:
    """Write the frame to a file, or as CSV to standard output.

    Raises:
        UsageError: the options exclude each other.
        MissingToolError: pyarrow is missing for Parquet.
        StorageError: the file cannot be written.
    """
    format_, output = options.format_, options.output
    if format_ not in TABLES or options.count:
        raise UsageError(
            "--output goes with --format csv, parquet or html, and these not with --count",
            hint="For example: --format csv -o instances.csv",
        )
    if format_ == "parquet" and output is None:
        raise UsageError("Parquet is not for standard output", hint="Give a file: -o FILE")
    from verifier.frames.files import csv_text, write_csv, write_parquet
    from verifier.frames.instances import instance_frame

    frame = instance_frame(instances)
    if output is None:
        click.echo(csv_text(frame), nl=False)
    else:
        (write_parquet if format_ == "parquet" else write_csv)(frame, output)


def _write_page(
    instances: Iterable["Instance"], options: InstancesOptions, console: "Console"
) -> None:
    """Write the page and report that it is written.

    Raises:
        UsageError: the options exclude each other.
        InputError, RepositoryError, StorageError: see `write_instance_page`.
    """
    if options.format_ != HTML or options.output is None or options.count:
        raise UsageError(
            "the page needs --format html and a file, and --repo, --licences and --funnel need the page",
            hint="For example: --format html -o set.html --repo path/to/clone",
        )
    from verifier.publishing.licences import Allowed
    from verifier.workflows.instance_page import PageRequest, write_instance_page

    request = PageRequest(
        source=options.file,
        output=options.output,
        repositories=options.repos,
        allowed=Allowed.parse(options.licences or "any"),
        funnel=options.funnel,
    )
    count = write_instance_page(instances, request)
    console.say(f"wrote {request.output}: {pluralize(count, 'instance')}")


def _print_json(instances: Iterable["Instance"]) -> None:
    from verifier.tools.records import to_json

    for instance in instances:
        click.echo(to_json(instance))


def _print_table(instances: Iterable["Instance"]) -> None:
    from rich.console import Console
    from rich.table import Table

    *first, method, committed, validated = COLUMNS
    table = Table(*first, box=None, pad_edge=False)
    table.add_column(method, overflow="fold")
    table.add_column(committed, no_wrap=True)
    rows = list(_rows(instances))
    if shows_validation := any(row[-1] for row in rows):
        table.add_column(validated)
    for *cells, name, day, ending in rows:
        table.add_row(*cells, _without_package(name), day, *([ending] if shows_validation else ()))
    console = Console()
    with console.capture() as captured:
        console.print(table, markup=False, highlight=False)
    click.echo(captured.get(), nl=False)
    click.echo(pluralize(table.row_count, "instance"), err=True)


def _without_package(method: str) -> str:
    owner, separator, rest = method.partition("#")
    return class_chain(owner) + separator + rest


def _rows(instances: Iterable["Instance"]) -> Iterator[tuple[str, ...]]:
    for i in instances:
        pure = i.purity.verdict is PurityVerdict.PURE
        purity = f"pure ({i.purity.tier})" if pure else str(i.purity.verdict)
        ending = "" if i.validation is None else i.validation.ending
        yield (i.id, str(i.type), purity, i.commit[:10], i.wanted.subject, i.committed[:10], ending)
