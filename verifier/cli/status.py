"""`refverify status`: show how far the shards of a job are."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.options.files import text_or_json
from verifier.cli.options.numbers import Seconds, Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.printable import list_first, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verifier.domain.job import ShardedJobProgress

_MEGABYTE = 1024 * 1024
_MOST_REASONS = 5
EPILOG = """
\b
Examples:
  refverify status run0 run1 run2
  refverify status validated*.shard.jsonl --measure 60
"""
DETAILS = """
\b
A unit is done if it has an answer, a good or a bad one. It failed if another run would leave it without
an answer too, and is open if another run may decide it. A single machine gets this file with --shard 0/1.

\b
Exit status: 0 all shards are complete; 1 more units failed than --max-failed; 2 the shards do not belong
together; 3 units or shards are missing; 4 a file cannot be read.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class StatusOptions:
    """The options of `refverify status`."""

    shards: tuple[Path, ...]
    measure: float | None
    max_failed: int | None
    as_json: bool


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@click.argument(
    "shards", metavar="SHARD...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@option(
    "--measure",
    section=Section.RUN,
    type=Seconds(1),
    help="Look twice, so many seconds apart, and estimate the time that is left.",
)
@option(
    "--max-failed",
    section=Section.JUDGEMENT,
    type=Whole(0),
    help="End with 1 if more units failed.",
)
@text_or_json()
@pass_as(StatusOptions)
def command(options: StatusOptions) -> int:
    """Show how many units of each shard are done, failed, open and left.

    Each SHARD is what a command with --shard wrote: the file that ends in .shard.jsonl, or the folder.
    They may still be written.
    """
    from verifier.tools.records import to_json
    from verifier.workflows.merging.progress import measure_progress, read_progress

    found = (
        read_progress(options.shards)
        if options.measure is None
        else measure_progress(options.shards, options.measure)
    )
    click.echo(to_json(found) if options.as_json else "\n".join(_describe(found)))
    if options.max_failed is not None and found.failed > options.max_failed:
        return Exit.NO
    return Exit.YES if found.is_complete else Exit.OPEN


def _describe(found: "ShardedJobProgress") -> "Iterator[str]":
    yield f"{'shard':<12}{'units':>10}{'done':>10}{'failed':>10}{'open':>10}{'left':>10}{'MB':>10}"
    for each in found.shards:
        counts = (each.keys, each.done, each.failed, each.open, each.left)
        cells = "".join(f"{count:>10,}" for count in counts)
        yield f"{each.shard!s:<12}{cells}{each.bytes / _MEGABYTE:>10,.1f}"
    if found.missing_shards:
        yield f"shards that were not given: {found.missing_shards:,}"
    if found.reasons:
        named = [f"{printable(reason)} {count:,}" for reason, count in found.reasons.items()]
        yield f"without an answer: {list_first(named, _MOST_REASONS)}"
    if found.units_per_hour is not None:
        left = "" if found.hours_left is None else f", {found.hours_left:,.1f} hours left"
        yield f"{found.units_per_hour:,.0f} units per hour{left}"
    yield f"free on this disk: {found.free_bytes / _MEGABYTE:,.0f} MB"
