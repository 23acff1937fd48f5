"""Which cache entries are in use, for which base, and when the others were last used.

Each process keeps what it uses in one file named after its lease. So no lock is held for hours, and
entries of a killed process are free at once. A process uses an entry for a base (a commit) until it
releases the base, or otherwise until it ends.
"""

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verifier.errors import CacheError, InputError
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.locking import exclusive

USES = "uses"
"""A folder of the cache with one file per process, and one small file per entry whose time is that
of its last use.
"""
_BASES = "bases"
"""The folder below USES with one file per base: the entries that it used last."""
_LOCK = "locks/uses.lock"
NO_BASE = ""
"""Uses entries that belong to no base, such as clones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """The size in bytes that the entries of a base may reach together, and whether it is prepared."""

    target: int
    is_prepared: bool = False


@dataclass(kw_only=True, slots=True)
class Usage:
    """What one process uses of the cache.

    - `holds`: the bases that use an entry; see `hold`.
    - `rooms`: the room of bases.
    - `ended`: how many units of work have ended; it only shows that the process makes progress.
    """

    holds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rooms: dict[str, Room] = field(default_factory=dict)
    ended: int = 0

    @property
    def bases(self) -> frozenset[str]:
        """The bases that the process works on."""
        return frozenset(self.rooms) | {base for held in self.holds.values() for base in held}

    def entries_of(self, base: str) -> list[str]:
        """Return the entries that a base uses, as paths in the cache."""
        return [entry for entry, bases in self.holds.items() if base in bases]

    def add(self, entry: str, base: str) -> bool:
        """Use an entry for a base; return False if that is known."""
        bases = self.holds.get(entry)
        if bases is not None and base in bases:
            return False
        self.holds[entry] = (*(bases or ()), base)
        return True

    def remove(self, base: str) -> list[str]:
        """Remove a base; return the entries that no base uses any more."""
        self.rooms.pop(base, None)
        freed = []
        for entry in self.entries_of(base):
            left = tuple(each for each in self.holds[entry] if each != base)
            if left:
                self.holds[entry] = left
            else:
                del self.holds[entry]
                freed.append(entry)
        return freed


_own: dict[tuple[int, str], Usage] = {}
_lock = threading.Lock()


def hold(entry: Path, cache: Path, base: str = NO_BASE) -> None:
    """Record that this process uses an entry for a base from now on.

    Call it before checking whether the entry exists; otherwise the entry could be removed between the
    check and this call. An entry of NO_BASE is used until the process releases NO_BASE, or ends.

    Raises:
        StorageError: the cache cannot be written.
    """
    name = entry.relative_to(cache).as_posix()
    known = _own.get(_key(cache))
    if known is not None and base in known.holds.get(name, ()):
        return
    with change_own(cache) as own:
        add_hold(own, name, cache, base)


def add_hold(own: Usage, name: str, cache: Path, base: str) -> None:
    """Do the same as `hold` inside `change_own`; `name` is the entry's path in the cache."""
    if own.add(name, base):
        mark = mark_of(cache / name, cache)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
        _remember(cache, base, name)


def release(base: str, cache: Path) -> list[Path]:
    """End this process's use of a base; return the entries that it no longer uses.

    Raises:
        StorageError: the cache cannot be written.
    """
    known = _own.get(_key(cache))
    if known is None:
        return []
    with change_own(cache) as own:
        freed = own.remove(base)
        for name in freed:
            mark_of(cache / name, cache).touch()
    return [cache / name for name in freed]


def count_ended(cache: Path) -> None:
    """Record that a unit of work has ended, if this process uses anything of the cache.

    Raises:
        StorageError: the cache cannot be written.
    """
    if _key(cache) in _own:
        with change_own(cache) as own:
            own.ended += 1


@contextmanager
def change_own(cache: Path) -> Iterator[Usage]:
    """Lock the records of use, yield what this process uses, and record the changes at the end.

    Raises:
        StorageError: the cache cannot be written.
    """
    key = _key(cache)
    with _lock, exclusive(cache / _LOCK), storage_errors(cache):
        known = _own.get(key, Usage())
        own = Usage(holds=dict(known.holds), rooms=dict(known.rooms), ended=known.ended)
        place = cache / USES
        place.mkdir(parents=True, exist_ok=True)
        yield own
        # On a full disk, the file and what it records stay as they were.
        fresh = place / f".{Lease.own()}"
        fresh.write_text(to_json(own), "utf-8")
        fresh.replace(place / str(Lease.own()))
        _own[key] = own


def mark_of(entry: Path, cache: Path) -> Path:
    """Return the file whose modification time is an entry's last use; it may contain the entry's
    size.
    """
    return cache / USES / entry.relative_to(cache)


def block_new_uses(cache: Path) -> AbstractContextManager[None]:
    """Block new uses: while the lock is held, no process begins to use an entry.

    Raises:
        StorageError: the lock file cannot be created.
    """
    return exclusive(cache / _LOCK)


def list_used(cache: Path) -> frozenset[str]:
    """Return the entries that running processes use, as paths in the cache.

    Raises:
        CacheError: see `read_usages`.
    """
    return frozenset(entry for usage in read_usages(cache).values() for entry in usage.holds)


def read_usages(cache: Path) -> dict[str, Usage]:
    """Return what running processes use, by lease; remove files of dead processes.

    Raises:
        CacheError: the file of a running process cannot be read, so nothing may be removed.
    """
    found: dict[str, Usage] = {}
    place = cache / USES
    files = [path for path in place.iterdir() if path.is_file()] if place.is_dir() else []
    for file in sorted(files):
        lease = Lease.parse(file.name.removeprefix("."))
        if lease is None or lease.dead:
            file.unlink(missing_ok=True)
        elif not file.name.startswith("."):
            found[file.name] = _read_usage(file)
    return found


def _read_usage(file: Path) -> Usage:
    try:
        return from_json(Usage, file.read_bytes())
    except FileNotFoundError:
        return Usage()
    except InputError as error:
        raise CacheError(
            f"{file}: {error.message}",
            hint="A process of another version uses the cache. Wait until it has ended.",
        ) from error


def read_bases(cache: Path) -> Mapping[str, Sequence[str]]:
    """Return the entries that each base used last; some may be gone."""
    place = cache / USES / _BASES
    files = place.iterdir() if place.is_dir() else ()
    return {file.name: read_entries(cache, file.name) for file in files}


def read_entries(cache: Path, base: str) -> Sequence[str]:
    """Return the entries that a base used last; empty if it is not known. A damaged line names none."""
    try:
        content = (cache / USES / _BASES / base).read_bytes()
    except FileNotFoundError:
        return ()
    # A crash of the machine may leave zero bytes.
    return tuple(content.replace(b"\0", b"").decode("utf-8", "replace").split())


def forget_entries(cache: Path, gone: frozenset[str]) -> None:
    """Remove the marks of entries that are gone, and the bases without a prepared entry."""
    for name in gone:
        mark_of(cache / name, cache).unlink(missing_ok=True)
    for base, entries in read_bases(cache).items():
        if not any(each.startswith("prepared/") and each not in gone for each in entries):
            (cache / USES / _BASES / base).unlink(missing_ok=True)


def _remember(cache: Path, base: str, name: str) -> None:
    """Add an entry to the list of a base."""
    if base == NO_BASE or name in read_entries(cache, base):
        return
    place = cache / USES / _BASES
    place.mkdir(exist_ok=True)
    with (place / base).open("a", encoding="utf-8") as stream:
        stream.write(f"{name}\n")


def _key(cache: Path) -> tuple[int, str]:
    """Identify the cache however it is written; a forked process uses nothing yet."""
    return os.getpid(), os.path.realpath(cache)
