"""Put the journals of shards together. Their final files are written by the ordinary command."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.context.journal import ContextLine
from verifier.domain.shard import ShardKind
from verifier.errors import UsageError
from verifier.generation.journal import GenerationLine
from verifier.mining.commit import RETRYABLE, MinedCommit
from verifier.tools.records import from_json
from verifier.tools.storage.files import replacing
from verifier.validation.journal import JournalLine
from verifier.validation.validator import is_open
from verifier.workflows.merging.given import GivenShard, order_keys
from verifier.workflows.merging.lines import (
    LineIndex,
    ReadLine,
    index_lines,
    name_failure,
    parse_object,
    whole_lines,
)

_HINT = "Run the shard again with --force, or leave it out."


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalKind:
    """How the lines of a journal are read. `header` is the number of lines before the keyed ones.

    With `keeps_all`, lines that no longer count are kept too: each of them may have cost money.
    """

    read: Callable[[bytes], ReadLine]
    header: int = 0
    keeps_all: bool = False


def _read_mined(line: bytes) -> ReadLine:
    found = from_json(MinedCommit, line)
    is_open = found.status in RETRYABLE
    failure = str(found.status) if is_open else ""
    return ReadLine(key=found.commit, is_open=is_open, result=parse_object(line), failure=failure)


def _read_validated(line: bytes) -> ReadLine:
    found = from_json(JournalLine, line)
    result = parse_object(line)["validation"]
    return ReadLine(
        key=found.key,
        is_open=is_open(found.validation),
        result=result,
        failure=name_failure(found.validation.steps.values()),
    )


def _read_context(line: bytes) -> ReadLine:
    found = from_json(ContextLine, line)
    result = parse_object(line)["context"]
    is_open = found.context is None
    return ReadLine(key=found.key, is_open=is_open, result=result, failure=found.trouble)


def _read_generated(line: bytes) -> ReadLine:
    found = from_json(GenerationLine, line)
    result = parse_object(line)["prediction"]
    failure = "" if found.missing is None else str(found.missing)
    is_open = found.prediction is None
    return ReadLine(key=found.key, is_open=is_open, result=result, failure=failure)


JOURNALS = {
    ShardKind.MINING: JournalKind(read=_read_mined, header=1),
    ShardKind.VALIDATION: JournalKind(read=_read_validated),
    ShardKind.CONTEXT: JournalKind(read=_read_context),
    ShardKind.GENERATION: JournalKind(read=_read_generated, keeps_all=True),
}
"""The kinds of shards that are journals."""


def name_next_to(output: Path, ending: str) -> Path:
    """Return a file or folder next to a file of records, named after it."""
    return output.with_name(output.name.removesuffix(".jsonl") + ending)


def index_journals(shards: Sequence[GivenShard]) -> LineIndex:
    """Index the journals of shards of one kind.

    Raises:
        InputError: a line cannot be read. UsageError: two journals have different headers.
    """
    kind, index = JOURNALS[shards[0].header.kind], LineIndex()
    _refuse_other_headers(shards, kind)
    for each in shards:
        path = _journal_of(each)
        index_lines(index, path, kind.read, skip=kind.header, hint=_HINT)
    return index


def write_journal(shards: Sequence[GivenShard], index: LineIndex, output: Path) -> int:
    """Write the journal of all shards next to `output`, in the order of the whole job. Return its keys.

    Raises:
        StorageError: it cannot be written. InputError: two lasting lines of a key differ.
    """
    kind = JOURNALS[shards[0].header.kind]
    known = set(index.keys)
    planned = [key for key in order_keys(shards) if key in known]
    others = sorted(known.difference(planned))
    with replacing(name_next_to(output, ".journal.jsonl")) as stream:
        for line in _headers(shards, kind):
            stream.write(line + b"\n")
        for key in (*planned, *others):
            places = index.every(key) if kind.keeps_all else [index.choose(key)]
            for place in places:
                stream.write(place.read() + b"\n")
    return len(planned)


def _headers(shards: Sequence[GivenShard], kind: JournalKind) -> list[bytes]:
    for each in shards:
        if lines := _first_lines(each, kind.header):
            return lines
    return []


def _first_lines(shard: GivenShard, count: int) -> list[bytes]:
    lines = (line for _, _, line in whole_lines(_journal_of(shard)))
    return [line for _, line in zip(range(count), lines, strict=False)]


def _refuse_other_headers(shards: Sequence[GivenShard], kind: JournalKind) -> None:
    begun = [(each, lines) for each in shards if (lines := _first_lines(each, kind.header))]
    for each, lines in begun[1:]:
        if lines != begun[0][1]:
            raise UsageError(
                f"{_journal_of(begun[0][0])} and {_journal_of(each)} were begun with other settings",
                hint="Run one of the shards again with --force.",
            )


def _journal_of(shard: GivenShard) -> Path:
    return name_next_to(shard.output, ".journal.jsonl")


def merge_costs(shards: Sequence[GivenShard], output: Path) -> None:
    """Put the cost lines of the shards together, in the order of the shards. Nothing without any.

    If a shard was given twice, the longer file counts.

    Raises:
        StorageError: the file cannot be written. InputError: a file cannot be read.
    """
    by_index: dict[int, list[bytes]] = {}
    for each in shards:
        lines = list(_cost_lines(each))
        if len(lines) > len(by_index.get(each.header.shard.index, [])):
            by_index[each.header.shard.index] = lines
    if by_index:
        with replacing(name_next_to(output, ".costs.jsonl")) as stream:
            for index in sorted(by_index):
                stream.writelines(line + b"\n" for line in by_index[index])


def _cost_lines(shard: GivenShard) -> Iterator[bytes]:
    path = name_next_to(shard.output, ".costs.jsonl")
    return (line for _, _, line in whole_lines(path) if line.strip())
