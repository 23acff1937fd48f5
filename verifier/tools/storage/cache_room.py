"""Keep the cache below its ceiling: make room before something large is written into it.

Before a base is prepared, it gets room: a target that the size of its entries may reach. The entries of
the cache, plus what is missing to the targets of the bases in use, do not exceed the ceiling: unused
entries are dropped, the least recently used first. If others use too much, the base waits for them.
"""

import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.quantity import GIB, MIB, format_size
from verifier.errors import CacheError
from verifier.tools.storage.cache_entries import (
    CLONES,
    PRUNED,
    CacheEntry,
    drop,
    list_kind,
    list_kinds,
    measure_removed,
)
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import (
    NO_BASE,
    Room,
    Usage,
    add_hold,
    change_own,
    read_bases,
    read_entries,
    read_usages,
)
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import reap_folders

logger = logging.getLogger(__name__)

UNKNOWN_NEED = GIB
"""How much a base or a clone needs, in bytes, if the cache has none to measure."""
LATER = 64 * MIB
"""How much a base may write after its preparation, in bytes; at most a 20th of the ceiling."""
PATIENCE = 3600.0
"""Seconds to wait while no process that uses the cache ends a unit of work."""
_PREPARED = ("prepared/", "repositories/", "measurements/")
"""What a base needs; the rest is small, or asks for room of its own."""
_PAUSE = 1.0
_DROPPED = PRUNED | {CLONES}
_SECONDS_KNOWN = 60.0
"""How long the size of downloads is believed, because they have many files."""

_changed = threading.Condition()
_ends = _units = _waiting = 0
"""Of this process: the ends of its runs, its units of work, and those that wait for room."""
_downloads: dict[Path, tuple[float, int]] = {}


@dataclass(frozen=True, kw_only=True, slots=True)
class _State:
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
    def promised(self) -> int:
        """How much the bases in use may still write."""
        return sum(
            max(0, room.target - self.measure(usage, base))
            for usage in (self.own, *self.others)
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

    def is_prepared(self, usage: Usage, base: str) -> bool:
        """Tell whether a base has an entry with its preparation."""
        entries = usage.entries_of(base)
        return any(each.startswith("prepared/") and each in self.sizes for each in entries)

    def has_others(self, bases: Sequence[str]) -> bool:
        """Tell whether another base has room or is prepared, in this process or another one.

        A base that waits for room has neither.
        """
        own = self.own.bases.difference(bases, [NO_BASE])
        return any(
            base in usage.rooms or self.is_prepared(usage, base)
            for usage, used in ((self.own, own), *((each, each.bases) for each in self.others))
            for base in used
        )

    def may_change(self, bases: Sequence[str]) -> bool:
        """Tell whether others may free something: another process, or another unit of this one."""
        if any(each.bases for each in self.others):
            return True
        return self.has_others(bases) and _units > _waiting

    def choose(self, missing: int) -> Iterator[CacheEntry]:
        """Choose unused entries of this size, the least recently used first."""
        used = {entry for usage in (self.own, *self.others) for entry in usage.holds}
        for entry in sorted(self.entries, key=lambda each: each.used):
            if missing <= 0:
                return
            if entry.kind in _DROPPED and entry.path not in used:
                missing -= entry.size
                yield entry

    def _sum(self, entries: Sequence[str]) -> int:
        return sum(self.sizes.get(each, 0) for each in entries)


def make_room(cache: Path, ceiling: int | None, bases: Sequence[str]) -> None:
    """Make room for bases that are about to be prepared together; wait if others use too much.

    A base that is prepared uses its entries from now on, and needs no room.

    Raises:
        CacheError: there is no room, and no unit ends that would make some.
    """
    if ceiling is not None:
        _wait_for(cache, ceiling, dict.fromkeys(bases))


@contextmanager
def room_for(
    cache: Path, ceiling: int | None, base: str, need: int | None = None
) -> Iterator[None]:
    """Make room for one base, and prepare it in the block; `need` is its size in bytes, if known.

    Raises:
        CacheError: there is no room, or the cache is above its ceiling after the preparation.
    """
    if ceiling is None:
        yield
        return
    _wait_for(cache, ceiling, {base: need}, is_missing=True)
    try:
        yield
    except BaseException:
        with cache_errors(), change_own(cache) as own:
            own.rooms.pop(base, None)
        wake_waiting()
        raise
    _settle(cache, ceiling, base)


def fits(cache: Path, ceiling: int | None, size: int) -> bool:
    """Tell whether there is room for an entry that is not necessary; drop unused entries for it.

    Raises:
        CacheError: an entry cannot be moved.
    """
    if ceiling is None:
        return True
    with cache_errors(), change_own(cache) as own:
        promised = _read(cache, own).promised
        state = _drop_down_to(cache, own, ceiling - promised - size)
    return state.size + promised + size <= ceiling


def keep_below(cache: Path, ceiling: int | None) -> None:
    """Drop unused entries until the cache is below its ceiling, or nothing unused is left.

    Raises:
        CacheError: an entry cannot be moved.
    """
    if ceiling is not None:
        with cache_errors(), change_own(cache) as own:
            _drop_down_to(cache, own, ceiling)
    wake_waiting()


def wake_waiting() -> None:
    """Let the threads of this process that wait for room look again."""
    with _changed:
        _changed.notify_all()


def end_waiting() -> None:
    """End the waits of this process, because its run ends."""
    global _ends  # noqa: PLW0603 - all waits of a process end together
    with _changed:
        _ends += 1
        _changed.notify_all()


def _wait_for(
    cache: Path, ceiling: int, needs: Mapping[str, int | None], *, is_missing: bool = False
) -> None:
    ends, seen, since, is_stuck = _ends, "", time.monotonic(), False
    with cache_errors():
        _measure_new(cache)
    while (state := _take(cache, ceiling, needs, is_missing=is_missing)) is not None:
        now = repr(state.own) + repr(state.others)
        if not seen:
            logger.info("Waiting for room in the cache: %s", _describe(state, ceiling))
        if now != seen:
            seen, since = now, time.monotonic()
        with _count_waiting():
            was_stuck, is_stuck = is_stuck, not state.may_change(list(needs))
            # The last unit that could free something may have ended since the first look.
            if (is_stuck and was_stuck) or time.monotonic() - since > PATIENCE:
                raise _refusal(state, ceiling)
            if ends == _ends:
                _changed.wait(_PAUSE)
            if ends != _ends:
                raise CacheError("the run ended before there was room in the cache")


@contextmanager
def _count_waiting() -> Iterator[None]:
    """Hold the condition, and count this thread as waiting."""
    global _waiting  # noqa: PLW0603 - see `_units`
    with _changed:
        _waiting += 1
        try:
            yield
        finally:
            _waiting -= 1


@contextmanager
def count_unit() -> Iterator[None]:
    """Work on a unit in the block. Others wait for room only while a unit may free something."""
    global _units  # noqa: PLW0603 - threads of one process share the cache
    with _changed:
        _units += 1
    try:
        yield
    finally:
        with _changed:
            _units -= 1
            _changed.notify_all()


def _take(
    cache: Path, ceiling: int, needs: Mapping[str, int | None], *, is_missing: bool
) -> _State | None:
    """Give the bases their room. If there is none, return what fills the cache."""
    with cache_errors(), change_own(cache) as own:
        if not is_missing:
            _hold_known(cache, own, needs)
        state = _read(cache, own)
        wanted = {
            base: _find_need(state, base, need, is_missing=is_missing)
            for base, need in needs.items()
        }
        total = sum(wanted.values())
        if not total:
            return None
        state = _drop_down_to(cache, own, ceiling - state.promised - total)
        left = ceiling - state.size - state.promised
        if total > left:
            # An estimate refuses nothing: without other bases, these get all that is left.
            if left <= 0 or state.has_others(list(needs)):
                return state
            wanted = {base: left * size // total for base, size in wanted.items()}
        for base, size in wanted.items():
            if size:
                own.rooms[base] = Room(target=state.measure(own, base) + size)
    return None


def _hold_known(cache: Path, own: Usage, bases: Mapping[str, int | None]) -> None:
    for base in bases:
        for name in read_entries(cache, base):
            if (cache / name).exists():
                add_hold(own, name, cache, base)


def _find_need(state: _State, base: str, need: int | None, *, is_missing: bool) -> int:
    """Return how much room a base still lacks."""
    room = state.own.rooms.get(base)
    has_room = room is not None and not room.is_prepared
    if has_room or (not is_missing and state.is_prepared(state.own, base)):
        return 0
    return state.expect(base) if need is None else need


def _settle(cache: Path, ceiling: int, base: str) -> None:
    """Record that a base is prepared: it needs what it has, and a little for later."""
    with cache_errors(), change_own(cache) as own:
        size = _read(cache, own).measure(own, base)
        later = min(LATER, ceiling // 20) if base != NO_BASE else 0
        own.rooms[base] = Room(target=size + later, is_prepared=True)
        state = _drop_down_to(cache, own, ceiling)
    wake_waiting()
    if state.size > ceiling:
        raise _refusal(state, ceiling)


def _drop_down_to(cache: Path, own: Usage, size: int) -> _State:
    """Drop unused entries until at most this size is left, if there are enough; return the rest."""
    state = _read(cache, own)
    dropped = drop(cache, list(state.choose(state.size - size)))
    if not dropped:
        return state
    freed = sum(each.size for each in dropped)
    logger.info("Dropped %d unused entries of the cache, %s", len(dropped), format_size(freed))
    return _read(cache, own)


def _measure_new(cache: Path) -> None:
    """Measure entries without a recorded size, while others may still begin to use entries."""
    for place in list_kinds(cache):
        if place.name in _DROPPED:
            reap_folders(place)
            for _ in list_kind(place, cache, record=True):
                pass


def _read(cache: Path, own: Usage) -> _State:
    entries = [
        entry
        for place in list_kinds(cache)
        if place.name in _DROPPED
        for entry in list_kind(place, cache, record=True)
    ]
    usages = read_usages(cache)
    usages.pop(str(Lease.own()), None)
    return _State(
        entries=entries,
        fixed=_measure_downloads(cache) + measure_removed(cache),
        own=own,
        others=tuple(usages.values()),
        bases=read_bases(cache),
        sizes={each.path: each.size for each in entries},
    )


def _measure_downloads(cache: Path) -> int:
    """Return the size of what is never dropped."""
    when, size = _downloads.get(cache, (0.0, 0))
    if not when or time.monotonic() > when + _SECONDS_KNOWN:
        places = (place for place in list_kinds(cache) if place.name not in _DROPPED)
        size = sum(entry.size for place in places for entry in list_kind(place, cache))
        _downloads[cache] = time.monotonic(), size
    return size


def _describe(state: _State, ceiling: int) -> str:
    held = {entry for usage in (state.own, *state.others) for entry in usage.holds}
    used = sum(size for entry, size in state.sizes.items() if entry in held)
    return (
        f"it may have {format_size(ceiling)}; entries in use have {format_size(used)} and may grow by"
        f" {format_size(state.promised)}, downloads have {format_size(state.fixed)}"
    )


def _refusal(state: _State, ceiling: int) -> CacheError:
    return CacheError(
        f"there is no room in the cache: {_describe(state, ceiling)}",
        hint="Set a larger cache-size, use fewer --jobs, or wait until other commands have ended.",
    )
