"""`refverify instances`: list and filter mined instances."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.values import Exact
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring import RefactoringClass, RefactoringType
from verifier.errors import UsageError
from verifier.java_text.names import class_chain
from verifier.printable import counted

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
  refverify instances --pure --format parquet -o pure.parquet
  refverify instances -i instances.validated.jsonl --format html -o set.html --repo path/to/clone

\b
On a terminal the command prints a table, otherwise tab-separated lines: id, type, purity, commit,
method, day of the commit.
"""
TABLES = ("csv", "parquet")
HTML = "html"
OF_THE_PAGE = ("repos", "licences", "funnel")
SPREAD = "type,year"
COLUMNS = ("id", "type", "purity", "commit", "method", "committed")


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
    type=click.Choice([str(c) for c in RefactoringClass]),
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
    type=click.Choice([str(t) for t in PurityTier]),
    help="Only this purity tier.",
)
@option(
    "--text",
    section=Section.SELECTION,
    default="",
    help="Only instances with this text in the id, commit or methods.",
)
@option("--count", section=Section.OUTPUT, is_flag=True, help="Print only the number of instances.")
@option(
    "--sample",
    section=Section.SELECTION,
    type=Whole(1),
    help="Only a sample of at most N of them, always the same one.",
)
@option(
    "--spread",
    section=Section.SELECTION,
    metavar="PROPERTY,…",
    help="The properties that the sample is spread over: type, year, and eloc (lines of the method"
    " before with code on them, in classes of 10; eloc:N of N).  [default: type,year]",
)
@format_option(
    "format_",
    (TEXT, JSON, *TABLES, HTML),
    "json: whole records, one per line; csv, parquet: a table of all columns except the texts; html: a page"
    " with funnel, tables and code.",
)
@output("File for csv, parquet and html.  [default: standard output for csv]")
@repositories("Local repository of the instances, for the licences on the page; repeat with names.")
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
def command(shared: Globals, /, file: Path, **words: Any) -> None:
    """List the instances that match every condition."""
    from verifier.mining.selection import read_instances

    chosen, seen = _filter(words), Counter[bool]()
    every = read_instances(file, skip_bad=words["skip_bad_lines"])
    matching = _sampled(_matching(every, chosen, seen), words["sample"], words["spread"])
    if words["format_"] == HTML or any(map(words.get, OF_THE_PAGE)):
        _write_page(matching, file, words, shared.console)
    elif words["format_"] in TABLES or words["output"]:
        _write_table(matching, words)
    elif words["count"]:
        click.echo(sum(1 for _ in matching))
    elif words["format_"] == JSON:
        _print_json(matching)
    elif sys.stdout.isatty():
        _print_table(matching)
    else:
        for row in _rows(matching):
            click.echo("\t".join(row))
    if not seen[True]:
        shared.console.say(f"note: 0 of {seen.total()} instances in {file} match")


def _matching(
    every: Iterable["Instance"], chosen: "InstanceFilter", seen: Counter[bool]
) -> Iterator["Instance"]:
    """Yield the instances that match, one at a time; `seen` counts matches and mismatches."""
    for instance in every:
        matches = chosen.matches(instance)
        seen[matches] += 1
        if matches:
            yield instance


def _sampled(
    instances: Iterator["Instance"], most: int | None, spread: str | None
) -> Iterator["Instance"]:
    """Yield the sample that was asked for, or every instance.

    Raises:
        UsageError: a property is unknown, or there are properties without a sample.
    """
    from verifier.mining.spreading import SampleRequest, read_properties

    if most is None:
        if spread is not None:
            raise UsageError("--spread needs --sample", hint="For example --sample 200.")
        return instances
    request = SampleRequest(most=most, properties=read_properties(spread or SPREAD))
    return iter(request.chosen(list(instances)))


def _filter(words: dict[str, Any]) -> "InstanceFilter":
    from verifier.mining.selection import InstanceFilter

    kind, tier = words["refactoring_class"], words["tier"]
    return InstanceFilter(
        types=frozenset(RefactoringType(t) for t in words["types"]),
        refactoring_class=None if kind is None else RefactoringClass(kind),
        pure=words["pure"],
        tier=None if tier is None else PurityTier(tier),
        text=words["text"],
    )


def _write_table(instances: Iterable["Instance"], words: dict[str, Any]) -> None:
    """Write the frame to a file, or as CSV to standard output.

    Raises:
        UsageError: the options exclude each other.
        MissingToolError: pyarrow is missing for Parquet.
        StorageError: the file cannot be written.
    """
    format_, output = words["format_"], words["output"]
    if format_ not in TABLES or words["count"]:
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
    instances: Iterable["Instance"], file: Path, words: dict[str, Any], console: "Console"
) -> None:
    """Write the page and report that it is written.

    Raises:
        UsageError: the options exclude each other.
        InputError, RepositoryError, StorageError: see `write_instance_page`.
    """
    if words["format_"] != HTML or words["output"] is None or words["count"]:
        raise UsageError(
            "the page needs --format html and a file, and --repo, --licences and --funnel need the page",
            hint="For example: --format html -o set.html --repo path/to/clone",
        )
    from verifier.publishing.licences import Allowed
    from verifier.workflows.instance_page import PageRequest, write_instance_page

    request = PageRequest(
        source=file,
        output=words["output"],
        repositories=words["repos"],
        allowed=Allowed.parse(words["licences"] or "any"),
        funnel=words["funnel"],
    )
    count = write_instance_page(instances, request)
    console.say(f"wrote {request.output}: {counted(count, 'instance')}")


def _print_json(instances: Iterable["Instance"]) -> None:
    from verifier.tools.records import to_json

    for instance in instances:
        click.echo(to_json(instance))


def _print_table(instances: Iterable["Instance"]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*COLUMNS[:-2], box=None, pad_edge=False)
    table.add_column(COLUMNS[-2], overflow="fold")
    table.add_column(COLUMNS[-1], no_wrap=True)
    for *cells, method, committed in _rows(instances):
        table.add_row(*cells, _without_package(method), committed)
    console = Console()
    with console.capture() as captured:
        console.print(table, markup=False, highlight=False)
    click.echo(captured.get(), nl=False)
    click.echo(counted(table.row_count, "instance"), err=True)


def _without_package(method: str) -> str:
    owner, separator, rest = method.partition("#")
    return class_chain(owner) + separator + rest


def _rows(instances: Iterable["Instance"]) -> Iterator[tuple[str, ...]]:
    for i in instances:
        pure = i.purity.verdict is PurityVerdict.PURE
        purity = f"pure ({i.purity.tier})" if pure else str(i.purity.verdict)
        yield (i.id, str(i.type), purity, i.commit[:10], str(i.before.method), i.committed[:10])
