"""Report the size of the cache, and remove old entries while other processes use it.

An entry that a running process uses stays. Other entries are first renamed, under a lock that keeps
processes from starting to use them, and then removed. A later run recreates what it needs.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.config import cache_size
from verifier.domain.described import FORM, Described, Form
from verifier.tools.storage.cache_entries import PRUNED, CacheEntry, list_entries, move_out
from verifier.tools.storage.cache_usage import block_new_uses, list_used
from verifier.tools.storage.scratch import remove_tree

_DAY = 86_400.0


@dataclass(frozen=True, kw_only=True, slots=True)
class KindRecord(Described):
    """One kind of cache entries: a subfolder of the cache."""

    kind: str
    """The folder's name."""
    entries: int
    """Number of entries."""
    bytes: int
    """Their size in bytes."""
    unused_days: float
    """Days since the last use of the entry that was unused longest; 0 without entries."""
    pruned: bool
    """Whether `cache prune` removes such entries."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CacheRecord(Described):
    """The output of `cache show` and `cache prune` with `--format json`."""

    folder: str
    """The cache's folder."""
    bytes: int
    """Its size in bytes, after the removal."""
    kinds: tuple[KindRecord, ...]
    """Its content by folder."""
    removed: int = 0
    """Number of entries that were removed, or with `--dry-run` would be."""
    removed_bytes: int = 0
    """Their size in bytes."""
    in_use: int = 0
    """Number of entries that stayed because running processes use them."""
    ceiling: int | None = None
    """The size that the cache may reach, in bytes; `null` without `cache-size`."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def show(cache: Path) -> CacheRecord:
    """Describe the content of a cache without changing it."""
    return _record(cache, list(list_entries(cache)))


def prune(
    cache: Path, *, keep: int | None = None, older: float | None = None, dry_run: bool = False
) -> CacheRecord:
    """Remove entries that were not used for `older` seconds, then the least recently used ones
    until at most `keep` bytes are left. With `dry_run`, only report what would be removed.

    Raises:
        StorageError: an entry cannot be moved.
    """
    entries = list(list_entries(cache))
    victims = _choose(entries, keep=keep, older=older)
    moved: list[Path] = []
    with block_new_uses(cache):
        if dry_run:
            busy = list_used(cache)
            free = [each for each in victims if each.path not in busy]
        else:
            free, moved = move_out(cache, victims)
    for folder in moved:
        remove_tree(folder)
    gone = {each.path for each in free}
    left = [each for each in entries if each.path not in gone]
    return _record(cache, left, removed=free, in_use=len(victims) - len(free))


def _choose(
    entries: Sequence[CacheEntry], *, keep: int | None, older: float | None
) -> list[CacheEntry]:
    now, total = time.time(), sum(entry.size for entry in entries)
    found: list[CacheEntry] = []
    for entry in sorted((e for e in entries if e.kind in PRUNED), key=lambda e: e.used):
        too_old = older is not None and now - entry.used > older
        if too_old or (keep is not None and total > keep):
            found.append(entry)
            total -= entry.size
    return found


def _record(
    cache: Path,
    entries: Sequence[CacheEntry],
    *,
    removed: Sequence[CacheEntry] = (),
    in_use: int = 0,
) -> CacheRecord:
    kinds = sorted({entry.kind for entry in entries})
    return CacheRecord(
        folder=str(cache),
        bytes=sum(entry.size for entry in entries),
        kinds=tuple(_of(kind, [e for e in entries if e.kind == kind]) for kind in kinds),
        removed=len(removed),
        removed_bytes=sum(entry.size for entry in removed),
        in_use=in_use,
        ceiling=cache_size(),
    )


def _of(kind: str, entries: Sequence[CacheEntry]) -> KindRecord:
    oldest = min(entry.used for entry in entries)
    return KindRecord(
        kind=kind,
        entries=len(entries),
        bytes=sum(entry.size for entry in entries),
        unused_days=round(max(0.0, time.time() - oldest) / _DAY, 1),
        pruned=kind in PRUNED,
    )
