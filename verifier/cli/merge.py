"""`refverify merge`: put the shards of a job together."""

import itertools
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.options.shards import drop_shard
from verifier.config import PROGRAM_SETTINGS
from verifier.domain.shard import ShardKind
from verifier.printable import pluralize, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from verifier.workflows.merging.merge import MergeResult

PROGRAM = "refverify"
_COMMANDS = {
    ShardKind.MINING: "mine",
    ShardKind.VALIDATION: "validate",
    ShardKind.CONTEXT: "context",
    ShardKind.GENERATION: "generate",
}
"""The commands that write final files from a journal."""
EPILOG = """
\b
Examples:
  refverify merge instances.jsonl mined0.shard.jsonl mined1.shard.jsonl
  refverify merge run run0 run1 run2
"""
DETAILS = """
\b
Exit statuses: 0 everything was put together; 2 the shards do not belong together (another command,
other tools or settings); 3 a shard or a result is missing, and nothing was written, or the merged run or
list has results that can be tried again; 4 a line cannot be read, or two shards have different lasting
results for the same key. If an ordinary command writes the files, its status counts.

\b
The shards of verify become a run folder, and those of mine --list become its folder. For the other
commands the journals become one, and the command itself writes its files from it, with --write-only:
they are the same as those of a single call. Call `merge` in a folder from which the paths of that command
are right. With --allow-missing, or if the command chooses a program (--jdk, --maven), `merge` prints it
for you to run.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class MergeOptions:
    """The options of `refverify merge`."""

    output: Path
    shards: tuple[Path, ...]
    allow_missing: bool


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@click.argument("output", metavar="OUT", type=click.Path(path_type=Path))
@click.argument(
    "shards", metavar="SHARD...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@option(
    "--allow-missing",
    section=Section.RUN,
    is_flag=True,
    help="Go on if a shard or a result is missing.",
)
@click.pass_obj
@pass_as(MergeOptions)
def command(shared: Globals, options: MergeOptions) -> int:
    """Put the shards of a job together.

    Each SHARD is what a command with --shard wrote: the file that ends in .shard.jsonl, or the folder.
    OUT is the output that the command would have without --shard. Of two results for the same key, one that is not open
    counts.
    """
    from verifier.workflows.merging.merge import merge_shards

    result = merge_shards(options.shards, options.output, allow_missing=options.allow_missing)
    for line in _describe(result):
        shared.console.say(line)
    return Exit.OPEN if result.written is None else _finish(result, shared)


def _describe(result: "MergeResult") -> "Iterator[str]":
    yield from result.notices
    for missing in result.missing:
        yield missing.describe(result.count)
    if result.written is None:
        yield "nothing was written: run the missing shards, or pass --allow-missing"
        return
    shards = pluralize(result.count, "shard")
    yield f"{result.written:,} of {result.all_keys:,} {result.units} from {shards}"
    if result.unsettled:
        verb = "is" if result.unsettled == 1 else "are"
        yield f"{result.unsettled:,} {verb} open: run the command again to try what is open"


def _finish(result: "MergeResult", shared: Globals) -> int:
    """Write the final files from the merged journal with the ordinary command.

    The shards say what that command is. It does no work here, and a shard may not choose a program: then
    the user gets the command to run.
    """
    from verifier.cli.main import invoke

    console = shared.console
    words = list(drop_shard(result.command))
    if result.kind not in _COMMANDS:
        console.say(f"wrote {result.output}")
        return Exit.OPEN if result.unsettled else Exit.YES
    name, *rest = words or [_COMMANDS[result.kind]]
    whole = [name, "-o", str(result.output), *rest]
    shown = printable(shlex.join([PROGRAM, *whole]))
    is_safe = name == _COMMANDS[result.kind] and words and not _chooses_program(rest)
    if result.missing or not is_safe:
        console.say(f"wrote the journal; to write the files, run: {shown}")
        return Exit.YES
    console.say(f"writing the files with --write-only: {shown}")
    globals_ = itertools.takewhile(lambda word: word != "merge", shared.words)
    return invoke([*globals_, name, "--write-only", *whole[1:]])


def _chooses_program(words: "Sequence[str]") -> bool:
    """Tell whether a word is an option that says which program runs, or where code runs."""
    names = {word.partition("=")[0].removeprefix("--").replace("-", "_") for word in words}
    return not names.isdisjoint(PROGRAM_SETTINGS)
