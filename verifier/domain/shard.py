"""A shard: one of N parts of a job, which several machines can do independently of each other."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import JsonValue

_DIGITS = 8
"""Hex digits of a key's hash that choose its shard."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shard(Described):
    """One of `count` parts. A hash of a key decides which part the key belongs to."""

    index: int
    """The number of the shard, from 0."""
    count: int
    """The number of all shards, at least 1."""

    def __str__(self) -> str:
        """Write it as the option --shard has it: `2/7`."""
        return f"{self.index}/{self.count}"

    def holds(self, *key: str) -> bool:
        """Tell whether a key belongs to this shard. Its words are hashed together."""
        return choose_shard(self.count, *key) == self.index


def choose_shard(count: int, *key: str) -> int:
    """Return the number, from 0, of the shard of a key, the same on every machine."""
    digest = hashlib.sha256("\n".join(key).encode("utf-8", "surrogateescape")).hexdigest()
    return int(digest[:_DIGITS], 16) % count


class ShardKind(StrEnum):
    """What a shard is a part of."""

    MINING = "mining"
    """The commits of one history, by commit."""
    REPOSITORIES = "repositories"
    """The repositories of a list, by repository."""
    VALIDATION = "validation"
    """Instances, by repository and base."""
    CONTEXT = "context"
    """Instances, by repository and base."""
    GENERATION = "generation"
    """Samples, by instance or assignment."""
    JUDGEMENT = "judgement"
    """Predictions, by repository and base."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardHeader(Described):
    """The first line of a shard's file: what the shard is a part of, and what decides its results.

    Only shards whose headers differ in nothing but `shard`, `keys` and `command` belong together.
    """

    kind: ShardKind
    """What is divided."""
    shard: Shard
    """Which part this is."""
    keys: int = 0
    """The number of keys of this shard: the lines that follow."""
    all_keys: int = 0
    """The number of keys of all shards together."""
    plan: str = ""
    """The SHA-256 of the keys of all shards, in their order."""
    settings: Mapping[str, JsonValue]
    """The options that decide results."""
    versions: Mapping[str, str]
    """The versions of refverify and of the tools."""
    jdks: tuple[str, ...] = ()
    """The JDKs on this machine: version, vendor and a hash of the file `release`. Empty if no JDK
    decides a result."""
    sandbox: Mapping[str, JsonValue] | None = None
    """The sandbox and the limits that it does not enforce; null if nothing is built."""
    command: tuple[str, ...] = ()
    """The words of the ordinary command, without --shard and its output."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardKey(Described):
    """A line of a shard's file after the header: one unit of work."""

    at: int
    """Its position among the keys of all shards, from 0."""
    key: str
    """The key of its line in the journal, or of its verdict."""
    name: str = ""
    """What messages call it: an id, a commit, a folder. Empty if that is the key."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardRequest:
    """A call that does one shard. `command` are the words of the ordinary command."""

    shard: Shard
    command: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardEnd:
    """How a shard ended: its number of keys, how many are open, and the number of keys of all shards."""

    shard: Shard
    keys: int
    open: int
    all_keys: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ShardPlan:
    """The whole content of a shard's file, in the order of the keys."""

    header: ShardHeader
    keys: tuple[ShardKey, ...] = field(default=())
