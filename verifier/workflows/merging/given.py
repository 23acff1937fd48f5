"""The shards that a merge is given: where they are, whether they belong together, and what is missing."""

import json
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.declared import to_plain
from verifier.domain.outcome import JsonValue
from verifier.domain.shard import ShardHeader, ShardKey, ShardKind, ShardPlan
from verifier.errors import InputError, UsageError
from verifier.printable import pluralize, printable
from verifier.tools.storage.shard_file import SHARD, hash_keys, name_shard_file, read_shard_file
from verifier.workflows.many_repositories import SUMMARY

FOLDERS = frozenset({ShardKind.REPOSITORIES, ShardKind.JUDGEMENT})
"""The kinds of shards that are whole folders; the others are journals."""
_MOST_NAMED = 5
"""Most missing keys of a shard that a message names."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenShard:
    """A shard, and the file that describes it."""

    file: Path
    plan: ShardPlan

    @property
    def header(self) -> ShardHeader:
        """What the shard is a part of."""
        return self.plan.header

    @property
    def output(self) -> Path:
        """The file of records or the folder that the shard was given as its output."""
        if self.header.kind in FOLDERS:
            return self.file.parent
        return self.file.with_name(f"{self.file.name.removesuffix(f'.{SHARD}')}.jsonl")


def find_shard(path: Path) -> GivenShard:
    """Find a shard by its output, by its folder, or by the file that describes it.

    Raises:
        UsageError: a folder has several shards. InputError: there is no shard, or it cannot be read.
    """
    file = _find_file(path)
    return GivenShard(file=file, plan=read_shard_file(file))


def _find_file(path: Path) -> Path:
    if not path.is_dir():
        is_itself = path.name == SHARD or path.name.endswith(f".{SHARD}")
        return path if is_itself else name_shard_file(path)
    if (path / SHARD).is_file():
        return path / SHARD
    found = sorted(path.glob(f"*.{SHARD}"))
    if len(found) > 1:
        names = ", ".join(each.name for each in found[:_MOST_NAMED])
        raise UsageError(f"{path} has several shards: {names}", hint="Name the file of each shard.")
    if not found:
        is_list = (path / SUMMARY).is_file()
        raise InputError(
            f"{path} has no shard",
            hint=f"`mine --list` wrote it without --shard: use `refverify projects {path}`."
            if is_list
            else "Give what a command with --shard wrote: its file ….shard.jsonl, or its folder.",
        )
    return found[0]


def refuse_mixture(shards: Sequence[GivenShard]) -> None:
    """Refuse shards of different jobs, or from machines with different tools.

    Raises:
        UsageError: two shards differ; the message names both and the difference.
    """
    first = shards[0]
    for other in shards[1:]:
        if differences := list(_compare(first.header, other.header)):
            raise UsageError(
                f"{first.file} and {other.file} do not belong together: {'; '.join(differences[:3])}",
                hint="Merge the shards of one command only, made with the same tools on every machine.",
            )


def _compare(one: ShardHeader, other: ShardHeader) -> Iterator[str]:
    """Name the differences, the most telling first."""
    if one.kind != other.kind:
        yield f"kind {one.kind}, and {other.kind}"
        return
    if one.shard.count != other.shard.count:
        yield f"{pluralize(one.shard.count, 'shard')}, and {other.shard.count}"
    yield from compare_facts("", one.versions, other.versions)
    if one.jdks != other.jdks:
        yield f"JDKs {_list(one.jdks)}, and {_list(other.jdks)}"
    yield from compare_facts("sandbox ", one.sandbox or {}, other.sandbox or {})
    yield from compare_facts("setting ", one.settings, other.settings)
    if (one.plan, one.all_keys) != (other.plan, other.all_keys):
        yield f"inputs with {one.all_keys} keys, and others with {other.all_keys}"


def refuse_altered_keys(shards: Sequence[GivenShard]) -> None:
    """Compare the keys of all shards with the hash in their headers. Nothing if a shard is missing.

    Raises:
        UsageError: a file of a shard does not have the keys that were written.
    """
    first = shards[0].header
    is_whole = len({each.header.shard.index for each in shards}) == first.shard.count
    if is_whole and hash_keys(order_keys(shards)) != first.plan:
        raise UsageError(
            "the files of these shards do not have the keys that were written",
            hint="Run the shards again: they write the files again and repeat no work.",
        )


def _list(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def compare_facts(
    what: str, one: Mapping[str, JsonValue], other: Mapping[str, JsonValue]
) -> Iterator[str]:
    """Name the facts in which two records differ, with both values; inner records by their path."""
    for name in sorted(one.keys() | other.keys()):
        left, right = one.get(name), other.get(name)
        if isinstance(left, dict) and isinstance(right, dict):
            yield from compare_facts(f"{what}{name}.", left, right)
        elif left != right:
            yield f"{what}{name} {_shorten(left)}, and {_shorten(right)}"


def _shorten(value: JsonValue) -> str:
    text = value if isinstance(value, str) else json.dumps(to_plain(value))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 60
"""Most characters of a value in a message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingShard:
    """A shard that was not given, or the keys that it lacks."""

    index: int
    keys: tuple[ShardKey, ...] = ()
    is_given: bool = True

    def describe(self, count: int) -> str:
        """Return a line for people. `count` is the number of all shards."""
        if not self.is_given:
            return f"shard {self.index}/{count} is missing"
        names = printable(", ".join(key.name or key.key for key in self.keys[:_MOST_NAMED]))
        more = ", …" if len(self.keys) > _MOST_NAMED else ""
        return (
            f"shard {self.index}/{count} lacks {pluralize(len(self.keys), 'result')}: {names}{more}"
        )


def find_missing(shards: Sequence[GivenShard], known: AbstractSet[str]) -> tuple[MissingShard, ...]:
    """Return the shards that are missing or lack keys, in their order. `known` are the keys with a result."""
    by_index = {each.header.shard.index: each for each in shards}
    found = []
    for index in range(shards[0].header.shard.count):
        given = by_index.get(index)
        if given is None:
            found.append(MissingShard(index=index, is_given=False))
        elif lacking := tuple(key for key in given.plan.keys if key.key not in known):
            found.append(MissingShard(index=index, keys=lacking))
    return tuple(found)


def order_keys(shards: Sequence[GivenShard]) -> list[str]:
    """Return the keys of all given shards in the order of the whole job, each once."""
    places = {key.key: key.at for each in shards for key in each.plan.keys}
    return sorted(places, key=lambda key: places[key])
