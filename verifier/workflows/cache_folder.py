"""Report the size of the cache, and remove old entries while other processes use it.

An entry that a running process uses stays. Other entries are first renamed, under a lock that keeps
processes from starting to use them, and then removed. A later run recreates what it needs.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.domain.described import FORM, Described, Form
from verifier.tools.storage.cache_usage import USES, list_used, mark_of, nobody_begins
from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.scratch import create_leased_folder, remove_tree

PRUNED = (
    "archives",
    "bundles",
    "checks",
    "compared",
    "measurements",
    "neighbours",
    "observed",
    "prepared",
    "reach",
    "repositories",
    "scans",
)
"""The kinds that a run recreates if they are missing. Others are clones, downloads and agents'
jobs.
"""
_BESIDE = (".lock", ".filling", ".uses")
_OWN = frozenset({USES, "locks"})
_DAY = 86_400.0


@dataclass(frozen=True, kw_only=True, slots=True)
class CacheEntry:
    """A cache entry: one or more paths that go together. `used` is its last use, in epoch seconds."""

    kind: str
    name: str
    paths: tuple[Path, ...]
    size: int
    used: float


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
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def show(cache: Path) -> CacheRecord:
    """Describe the content of a cache without changing it."""
    return _record(cache, list(_entries(cache)))


def prune(
    cache: Path, *, keep: int | None = None, older: float | None = None, dry_run: bool = False
) -> CacheRecord:
    """Remove entries that were not used for `older` seconds, then the least recently used ones
    until at most `keep` bytes are left. With `dry_run`, only report what would be removed.

    Raises:
        StorageError: an entry cannot be moved.
    """
    entries = list(_entries(cache))
    victims = _choose(entries, keep=keep, older=older)
    moved: list[Path] = []
    with nobody_begins(cache):
        busy = list_used(cache)
        free = [e for e in victims if f"{e.kind}/{e.name}" not in busy]
        if not dry_run:
            moved = [_move_out(cache / kind, free) for kind in sorted({e.kind for e in free})]
            for entry in free:
                mark_of(cache / entry.kind / entry.name, cache).unlink(missing_ok=True)
    for folder in moved:
        remove_tree(folder)
    left = [e for e in entries if e not in free]
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


def _move_out(place: Path, entries: Iterable[CacheEntry]) -> Path:
    """Move the entries of one kind into a temporary folder, which does not outlive this process."""
    folder = create_leased_folder("pruned", inside=place)
    with storage_errors(place):
        for entry in entries:
            for path in entry.paths if entry.kind == place.name else ():
                path.rename(folder / path.name)
    return folder


def _entries(cache: Path) -> Iterator[CacheEntry]:
    for place in sorted(cache.iterdir()) if cache.is_dir() else ():
        if place.is_dir() and not place.is_symlink() and place.name not in _OWN:
            yield from _of_kind(place, cache)


def _of_kind(place: Path, cache: Path) -> Iterator[CacheEntry]:
    together: dict[str, list[Path]] = {}
    for path in sorted(place.iterdir()):
        if path.is_symlink() or path.name.startswith(".") or path.name.endswith(_BESIDE):
            continue
        # The records of a measurement are separate files with the same stem.
        name = path.name.partition(".")[0] if place.name == "measurements" else path.name
        together.setdefault(name, []).append(path)
    for name, paths in together.items():
        files = [file for path in paths for file in _files(path)]
        yield CacheEntry(
            kind=place.name,
            name=name,
            paths=tuple(paths),
            size=sum(size for size, _ in files),
            used=_when_changed(mark_of(place / name, cache))
            # Files of an archive keep old times; the folder has the time at which it was filled.
            or max((*(when for _, when in files), *map(_when_changed, paths))),
        )


def _files(path: Path) -> Iterator[tuple[int, float]]:
    """Size and last use of the regular files of an entry. A file that vanishes meanwhile is
    skipped.
    """
    for file in (path, *path.rglob("*")) if path.is_dir() else (path,):
        try:
            status = file.lstat()
        except FileNotFoundError:
            continue
        if not file.is_dir() or file.is_symlink():
            yield status.st_blocks * 512, max(status.st_atime, status.st_mtime)


def _when_changed(path: Path) -> float:
    """When a file or a folder's list of files changed; 0 if it is not there.

    The mark of an entry changes at each use.
    """
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


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
