"""The file of a shard: the header, then one line for each key that belongs to the shard.

It is complete before the work begins, so that a merge knows which keys a killed shard lacks.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from verifier.domain.shard import Shard, ShardEnd, ShardHeader, ShardKey, ShardPlan
from verifier.errors import InputError, UsageError
from verifier.tools.records import from_json, to_line
from verifier.tools.storage.files import replacing

SHARD = "shard.jsonl"
"""The shard's file in a folder, and the end of its name next to a file of records."""
Record = TypeVar("Record")
_OTHER = "Give each shard an output of its own."


@dataclass(frozen=True, kw_only=True, slots=True)
class Unit:
    """A unit of work of any shard: its key in the journal, its name, and whether this shard does it."""

    key: str
    name: str
    is_own: bool


def name_shard_file(output: Path) -> Path:
    """Return the file of the shard that writes `output`, a file of records."""
    return output.with_name(f"{output.name.removesuffix('.jsonl')}.{SHARD}")


def end_shard(shard: Shard, units: Sequence[Unit], still_open: int) -> ShardEnd:
    """Count what a shard did. `still_open` of its keys have no lasting result."""
    own = sum(unit.is_own for unit in units)
    return ShardEnd(shard=shard, keys=own, open=still_open, all_keys=len(units))


def write_shard_file(
    path: Path, header: ShardHeader, units: Sequence[Unit], *, fresh: bool = False
) -> None:
    """Write the file of a shard whole. The header gets its counts and its plan from the units.

    `fresh` replaces the file of another shard.

    Raises:
        UsageError: the file is that of another shard. StorageError: it cannot be written.
    """
    if not fresh:
        _refuse_other(path, header)
    keys = [
        ShardKey(at=at, key=unit.key, name="" if unit.name == unit.key else unit.name)
        for at, unit in enumerate(units)
        if unit.is_own
    ]
    plan = hash_keys(unit.key for unit in units)
    whole = replace(header, keys=len(keys), all_keys=len(units), plan=plan)
    with replacing(path) as stream:
        stream.write(to_line(whole))
        stream.writelines(map(to_line, keys))


def hash_keys(keys: Iterable[str]) -> str:
    """Return the SHA-256 of the keys of all shards, given in their order, in hex digits."""
    return hashlib.sha256("".join(f"{key}\n" for key in keys).encode()).hexdigest()


def _refuse_other(path: Path, header: ShardHeader) -> None:
    """Refuse to replace the file of another kind or another shard. A damaged file is replaced."""
    with suppress(OSError, InputError):
        with path.open("rb") as stream:
            found = from_json(ShardHeader, stream.readline())
        if (found.kind, found.shard) != (header.kind, header.shard):
            raise UsageError(
                f"{path} is of shard {found.shard} ({found.kind}), not {header.shard} ({header.kind})",
                hint=_OTHER,
            )


def read_shard_file(path: Path) -> ShardPlan:
    """Read the file of a shard.

    Raises:
        InputError: it cannot be read, or lines are missing.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}",
            hint="Give what a command with --shard wrote: its file ….shard.jsonl, or its folder.",
        ) from error
    header = _read_line(ShardHeader, path, 1, lines[0] if lines else b"")
    keys = tuple(_read_keys(path, lines))
    if len(keys) != header.keys:
        raise InputError(
            f"{path} has {len(keys)} keys, and its header says {header.keys}",
            hint="Run the shard again: it writes the file again and repeats no work.",
        )
    return ShardPlan(header=header, keys=keys)


def _read_keys(path: Path, lines: Sequence[bytes]) -> Iterator[ShardKey]:
    for number, line in enumerate(lines[1:], start=2):
        yield _read_line(ShardKey, path, number, line)


def _read_line(kind: type[Record], path: Path, number: int, line: bytes) -> Record:
    try:
        return from_json(kind, line)
    except InputError as error:
        raise InputError(
            f"{path}:{number}: no line of a shard's file: {error.message}",
            hint="Run the shard again: it writes the file again and repeats no work.",
        ) from error
