"""What the cache holds at a moment, and what running processes use and may still write."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.quantity import GIB, format_size
from verifier.tools.storage.cache_entries import (
    CLONES,
    PROXY,
    PRUNED,
    CacheEntry,
    list_kind,
    list_kinds,
    measure_removed,
)
from verifier.tools.storage.cache_usage import NO_BASE, Usage, read_bases, read_usages
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import reap_folders

UNKNOWN_NEED = GIB
"""How much a base or a clone needs, in bytes, if the cache has none to measure."""
_PREPARED = ("prepared/", "repositories/", "measurements/")
"""What a base needs; the rest is small, or asks for room of its own."""
_DROPPED = (PRUNED | {CLONES}) - {PROXY}
"""The kinds whose unused entries are dropped to make room. The proxy's files are too many to be
listed for each decision.
"""
_SECONDS_KNOWN = 60.0
"""How long the size of downloads is believed, because they have many files."""
_downloads: dict[Path, tuple[float, int]] = {}


@dataclass(frozen=True, kw_only=True, slots=True)
class CacheState:
    """What the cache holds, and what running processes use.

    `fixed` bytes are never dropped. `bases` are the entries that each base used last.
    """

    entries: Sequence[CacheEntry]
    fixed: int
    own: Usage
    others: Sequence[Usage]
    bases: Mapping[str, Sequence[str]]
    sizes: Mapping[str, int]

    @property
    def size(self) -> int:
        """The size of the cache."""
        return self.fixed + sum(self.sizes.values())

    @property
    def usages(self) -> tuple[Usage, ...]:
        """What each process uses, this one first."""
        return (self.own, *self.others)

    @property
    def promised(self) -> int:
        """How much the bases in use may still write."""
        return sum(
            max(0, room.target - self.measure(usage, base))
            for usage in self.usages
            for base, room in usage.rooms.items()
        )

    def measure(self, usage: Usage, base: str) -> int:
        """Return the size of the entries that a base uses."""
        return self._sum(usage.entries_of(base))

    def expect(self, base: str) -> int:
        """Return how much the preparation of a base will write."""
        # A class data archive asks for its own room.
        sums = (
            self._sum([e for e in entries if e.startswith(_PREPARED)])
            for entries in self.bases.values()
        )
        largest = max(sums, default=0)
        prepared = max((e.size for e in self.entries if e.kind == "prepared"), default=0)
        return max(largest - self.measure(self.own, base), prepared) or UNKNOWN_NEED

    def has_preparation(self, usage: Usage, base: str) -> bool:
        """Tell whether a base has an entry with its preparation."""
        entries = usage.entries_of(base)
        return any(each.startswith("prepared/") and each in self.sizes for each in entries)

    def has_others(self, bases: Collection[str]) -> bool:
        """Tell whether another base has room or is prepared, in this process or another one.

        A base that waits for room has neither.
        """
        own = self.own.bases.difference(bases, [NO_BASE])
        return any(
            base in usage.rooms or self.has_preparation(usage, base)
            for usage in self.usages
            for base in (own if usage is self.own else usage.bases)
        )

    def choose(self, missing: int) -> Iterator[CacheEntry]:
        """Choose unused entries of this size, the least recently used first."""
        used = self._list_used()
        for entry in sorted(self.entries, key=lambda each: each.used):
            if missing <= 0:
                return
            if entry.path not in used:
                missing -= entry.size
                yield entry

    def describe(self, ceiling: int) -> str:
        """Say what fills the cache."""
        return (
            f"it may have {format_size(ceiling)}; entries in use have"
            f" {format_size(self._sum(self._list_used()))} and may grow by {format_size(self.promised)},"
            f" downloads have {format_size(self.fixed)}"
        )

    def _list_used(self) -> frozenset[str]:
        return frozenset(entry for usage in self.usages for entry in usage.holds)

    def _sum(self, entries: Collection[str]) -> int:
        return sum(self.sizes.get(each, 0) for each in entries)


def read_state(cache: Path, own: Usage) -> CacheState:
    """Read the state of a cache; the caller locks out other users.

    Raises:
        CacheError: what another process uses cannot be read.
    """
    entries = list(_list_droppable(cache))
    usages = read_usages(cache)
    usages.pop(str(Lease.own()), None)
    return CacheState(
        entries=entries,
        fixed=_measure_downloads(cache) + measure_removed(cache),
        own=own,
        others=tuple(usages.values()),
        bases=read_bases(cache),
        sizes={each.path: each.size for each in entries},
    )


def measure_new(cache: Path) -> None:
    """Measure entries without a recorded size, while others may still begin to use entries."""
    for place in list_kinds(cache):
        if place.name in _DROPPED:
            reap_folders(place)
    for _ in _list_droppable(cache):
        pass


def _list_droppable(cache: Path) -> Iterator[CacheEntry]:
    """Yield the entries that may be dropped, and record their sizes."""
    for place in list_kinds(cache):
        if place.name in _DROPPED:
            yield from list_kind(place, cache, record=True)


def _measure_downloads(cache: Path) -> int:
    """Return the size of what is never dropped."""
    when, size = _downloads.get(cache, (0.0, 0))
    if not when or time.monotonic() > when + _SECONDS_KNOWN:
        places = (place for place in list_kinds(cache) if place.name not in _DROPPED)
        size = sum(entry.size for place in places for entry in list_kind(place, cache))
        _downloads[cache] = time.monotonic(), size
    return size
