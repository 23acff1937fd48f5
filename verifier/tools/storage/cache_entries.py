"""List the entries of the cache with their sizes, and remove unused entries.

The size of a large entry is recorded when the entry is complete, so that a list costs little. Other
entries are single files, whose size costs nothing to read.
"""

import os
import stat
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.tools.storage.cache_usage import USES, forget_entries, list_used, mark_of
from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.scratch import create_leased_folder, remove_tree

PROXY = "repository-proxy"
"""The files that the proxy for repositories fetched: one entry per address."""
PRUNED = frozenset(
    {
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
        PROXY,
        "scans",
    }
)
"""The kinds that a run recreates if they are missing. Others are clones, downloads and agents'
jobs.
"""
CLONES = "clones"
_SEVERAL_FILES = frozenset({"measurements", PROXY})
"""The kinds whose entries are several files with the same stem."""
_SIZED = frozenset({"archives", "prepared", "repositories"})
"""The kinds whose folders have a recorded size."""
_FILLING = ".filling"
_BESIDE = (".lock", _FILLING, ".uses")
_OWN = frozenset({USES, "locks"})
_PRUNED_FOLDER = "pruned"
_BLOCK = 512


@dataclass(frozen=True, kw_only=True, slots=True)
class CacheEntry:
    """A cache entry: one or more paths that go together. `used` is its last use, in epoch seconds."""

    kind: str
    name: str
    paths: tuple[Path, ...]
    size: int
    used: float

    @property
    def path(self) -> str:
        """Its path in the cache, by which processes record its use."""
        return f"{self.kind}/{self.name}"


def list_entries(cache: Path) -> Iterator[CacheEntry]:
    """Yield the entries of a cache."""
    for place in list_kinds(cache):
        yield from list_kind(place, cache)


def list_kinds(cache: Path) -> list[Path]:
    """Return the folders of the kinds of entries."""
    places = sorted(cache.iterdir()) if cache.is_dir() else []
    return [p for p in places if p.is_dir() and not p.is_symlink() and p.name not in _OWN]


def list_kind(place: Path, cache: Path, *, record: bool = False) -> Iterator[CacheEntry]:
    """Yield the entries of one kind. With `record`, sizes that had to be measured are recorded."""
    together: dict[str, list[Path]] = {}
    for path in sorted(place.iterdir()):
        if path.is_symlink() or path.name.startswith(".") or path.name.endswith(_BESIDE):
            continue
        name = path.name.partition(".")[0] if place.name in _SEVERAL_FILES else path.name
        together.setdefault(name, []).append(path)
    for name, paths in together.items():
        yield _describe(place / name, paths, cache, record=record)


def _describe(entry: Path, paths: list[Path], cache: Path, *, record: bool) -> CacheEntry:
    used = _when_changed(mark_of(entry, cache))
    size = known = _read_size(entry, cache)
    if size is None or not used:
        files = [file for path in paths for file in _files(path)]
        size = sum(size for size, _ in files)
        # Files of an archive keep old times; the folder has the time at which it was filled.
        used = used or max((*(when for _, when in files), *map(_when_changed, paths)))
    kind, name = entry.parent.name, entry.name
    if record and size and known is None and kind in _SIZED:
        _write_size(entry, cache, size, used)
    return CacheEntry(kind=kind, name=name, paths=tuple(paths), size=size, used=used)


def record_size(entry: Path, cache: Path) -> None:
    """Measure an entry that is complete, so that lists need not measure it.

    Raises:
        StorageError: the cache cannot be written.
    """
    size = sum(size for size, _ in _files(entry))
    with storage_errors(cache):
        _write_size(entry, cache, size, time.time())


def _read_size(entry: Path, cache: Path) -> int | None:
    """Return the recorded size; None if there is none, or if the entry is growing."""
    if entry.parent.name not in _SIZED or entry.with_suffix(_FILLING).exists():
        return None
    try:
        return int(mark_of(entry, cache).read_bytes())
    except (FileNotFoundError, ValueError):
        return None


def _write_size(entry: Path, cache: Path, size: int, used: float) -> None:
    if entry.with_suffix(_FILLING).exists():
        return
    mark = mark_of(entry, cache)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(str(size), "ascii")
    os.utime(mark, (used, used))


def _files(path: Path) -> Iterator[tuple[int, float]]:
    """Size and last use of the regular files of an entry. A file that vanishes meanwhile is
    skipped.
    """
    inside = (
        Path(parent, name)
        for parent, folders, files in os.walk(path)
        for name in (*folders, *files)
    )
    for file in (path, *inside):
        try:
            status = file.lstat()
        except FileNotFoundError:
            continue
        if not stat.S_ISDIR(status.st_mode):
            yield status.st_blocks * _BLOCK, max(status.st_atime, status.st_mtime)


def _when_changed(path: Path) -> float:
    """When a file or a folder's list of files changed; 0 if it is not there.

    The mark of an entry changes at each use.
    """
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def move_out(cache: Path, entries: Iterable[CacheEntry]) -> tuple[list[CacheEntry], list[Path]]:
    """Move the entries that no process uses into temporary folders; return the entries and the folders.

    The caller removes the folders, and blocks new uses meanwhile (`block_new_uses`).

    Raises:
        StorageError: an entry cannot be moved. CacheError: what is in use cannot be read.
    """
    busy = list_used(cache)
    free = [e for e in entries if e.path not in busy and any(map(os.path.lexists, e.paths))]
    folders = [
        _move_kind(cache / kind, [each for each in free if each.kind == kind])
        for kind in sorted({each.kind for each in free})
    ]
    if free:
        with storage_errors(cache):
            forget_entries(cache, frozenset(each.path for each in free))
    return free, folders


def _move_kind(place: Path, entries: Iterable[CacheEntry]) -> Path:
    folder = create_leased_folder(_PRUNED_FOLDER, inside=place)
    with storage_errors(place):
        for entry in entries:
            # Another process may have removed some since they were listed.
            for path in filter(os.path.lexists, entry.paths):
                path.rename(folder / path.name)
    return folder


def drop(cache: Path, entries: Iterable[CacheEntry]) -> list[CacheEntry]:
    """Move out and remove the entries that no process uses; return them.

    Raises:
        StorageError, CacheError: as for `move_out`.
    """
    free, folders = move_out(cache, entries)
    for folder in folders:
        remove_tree(folder)
    return free


def measure_removed(cache: Path) -> int:
    """Return the size of entries that are moved out and not yet removed, in bytes."""
    moved = cache.glob(f"*/.{_PRUNED_FOLDER}-*")
    return sum(size for folder in moved for size, _ in _files(folder))
