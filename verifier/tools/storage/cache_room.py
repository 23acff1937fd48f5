"""Keep the cache below its ceiling: make room before something large is written into it.

Before a base is prepared, it gets room: a target that the size of its entries may reach. The entries of
the cache, plus what is missing to the targets of the bases in use, do not exceed the ceiling: unused
entries are dropped, the least recently used first. If others use too much, the base waits for them.
"""

import logging
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.quantity import MIB, format_size
from verifier.errors import CacheError
from verifier.tools.storage.cache_entries import drop
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_state import CacheState, measure_new, read_state
from verifier.tools.storage.cache_usage import (
    NO_BASE,
    Room,
    Usage,
    add_hold,
    change_own,
    read_entries,
)

logger = logging.getLogger(__name__)

LATER = 64 * MIB
"""How much a base may write after its preparation, in bytes; at most a 20th of the ceiling."""
PATIENCE = 3600.0
"""Seconds to wait while no process that uses the cache ends a unit of work."""
_PAUSE = 1.0


@dataclass(kw_only=True, slots=True)
class _Work:
    """The work of this process: its units, its threads that wait for room, and how often its runs ended.

    `changed` guards the numbers, and wakes the threads that wait.
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    units: int = 0
    waiting: int = 0
    ends: int = 0


_work = _Work()


def make_room(cache: Path, ceiling: int | None, bases: Iterable[str]) -> None:
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
    _end_preparation(cache, ceiling, base)


def fits(cache: Path, ceiling: int | None, size: int) -> bool:
    """Tell whether there is room for an entry that is not necessary; drop unused entries for it.

    Raises:
        CacheError: an entry cannot be moved.
    """
    if ceiling is None:
        return True
    with cache_errors(), change_own(cache) as own:
        state = read_state(cache, own)
        state = _drop_down_to(cache, state, ceiling - state.promised - size)
    return state.size + state.promised + size <= ceiling


def keep_below(cache: Path, ceiling: int | None) -> None:
    """Drop unused entries until the cache is below its ceiling, or nothing unused is left.

    Raises:
        CacheError: an entry cannot be moved.
    """
    if ceiling is not None:
        with cache_errors(), change_own(cache) as own:
            _drop_down_to(cache, read_state(cache, own), ceiling)
    wake_waiting()


def wake_waiting() -> None:
    """Let the threads of this process that wait for room look again."""
    with _work.changed:
        _work.changed.notify_all()


def end_waiting() -> None:
    """End the waits of this process, because its run ends."""
    with _work.changed:
        _work.ends += 1
        _work.changed.notify_all()


@contextmanager
def count_unit() -> Iterator[None]:
    """Work on a unit in the block. Others wait for room only while a unit may free something."""
    with _work.changed:
        _work.units += 1
    try:
        yield
    finally:
        with _work.changed:
            _work.units -= 1
            _work.changed.notify_all()


def _wait_for(
    cache: Path, ceiling: int, needs: Mapping[str, int | None], *, is_missing: bool = False
) -> None:
    ends, seen, since, is_stuck = _work.ends, None, time.monotonic(), False
    with cache_errors():
        measure_new(cache)
    while (state := _take(cache, ceiling, needs, is_missing=is_missing)) is not None:
        if seen is None:
            logger.info("Waiting for room in the cache: %s", state.describe(ceiling))
        if state.usages != seen:
            seen, since = state.usages, time.monotonic()
        with _count_waiting():
            was_stuck, is_stuck = is_stuck, not _may_change(state, needs)
            # The last unit that could free something may have ended since the first look.
            if (is_stuck and was_stuck) or time.monotonic() - since > PATIENCE:
                raise _describe_refusal(state, ceiling)
            if ends == _work.ends:
                _work.changed.wait(_PAUSE)
            if ends != _work.ends:
                raise CacheError("the run ended before there was room in the cache")


@contextmanager
def _count_waiting() -> Iterator[None]:
    """Hold the condition, and count this thread as waiting."""
    with _work.changed:
        _work.waiting += 1
        try:
            yield
        finally:
            _work.waiting -= 1


def _may_change(state: CacheState, bases: Collection[str]) -> bool:
    """Tell whether others may free something: another process, or another unit of this one."""
    if any(each.bases for each in state.others):
        return True
    return state.has_others(bases) and _work.units > _work.waiting


def _take(
    cache: Path, ceiling: int, needs: Mapping[str, int | None], *, is_missing: bool
) -> CacheState | None:
    """Give the bases their room. If there is none, return what fills the cache."""
    with cache_errors(), change_own(cache) as own:
        if not is_missing:
            _hold_known(cache, own, needs)
        state = read_state(cache, own)
        wanted = {
            base: _find_need(state, base, need, is_missing=is_missing)
            for base, need in needs.items()
        }
        total = sum(wanted.values())
        if not total:
            return None
        state = _drop_down_to(cache, state, ceiling - state.promised - total)
        left = ceiling - state.size - state.promised
        if total > left:
            # An estimate refuses nothing: without other bases, these get all that is left.
            if left <= 0 or state.has_others(needs):
                return state
            wanted = {base: left * size // total for base, size in wanted.items()}
        for base, size in wanted.items():
            if size:
                own.rooms[base] = Room(target=state.measure(own, base) + size)
    return None


def _hold_known(cache: Path, own: Usage, bases: Iterable[str]) -> None:
    for base in bases:
        for name in read_entries(cache, base):
            if (cache / name).exists():
                add_hold(own, name, cache, base)


def _find_need(state: CacheState, base: str, need: int | None, *, is_missing: bool) -> int:
    """Return how much room a base still lacks."""
    room = state.own.rooms.get(base)
    has_room = room is not None and not room.is_prepared
    if has_room or (not is_missing and state.has_preparation(state.own, base)):
        return 0
    return state.expect(base) if need is None else need


def _end_preparation(cache: Path, ceiling: int, base: str) -> None:
    """Record that a base is prepared: it needs what it has, and a little for later."""
    with cache_errors(), change_own(cache) as own:
        state = read_state(cache, own)
        size = state.measure(own, base)
        later = min(LATER, ceiling // 20) if base != NO_BASE else 0
        own.rooms[base] = Room(target=size + later, is_prepared=True)
        state = _drop_down_to(cache, state, ceiling)
    wake_waiting()
    if state.size > ceiling:
        raise _describe_refusal(state, ceiling)


def _drop_down_to(cache: Path, state: CacheState, size: int) -> CacheState:
    """Drop unused entries until at most this size is left, if there are enough; return the rest."""
    dropped = drop(cache, list(state.choose(state.size - size)))
    if not dropped:
        return state
    freed = sum(each.size for each in dropped)
    logger.info("Dropped %d unused entries of the cache, %s", len(dropped), format_size(freed))
    return read_state(cache, state.own)


def _describe_refusal(state: CacheState, ceiling: int) -> CacheError:
    return CacheError(
        f"there is no room in the cache: {state.describe(ceiling)}",
        hint="Set a larger cache-size, use fewer --jobs, or wait until other commands have ended.",
    )
