"""What of the cache running processes use, and since when nobody did: asked by whoever makes room in it.

Each process writes the entries that it uses into one file named after its lease. So nothing is locked for hours, and
what a killed process used is free at once.
"""

import os
import threading
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from verifier.tools.files import storage_errors
from verifier.tools.lease import Lease
from verifier.tools.locking import exclusive

USES = "uses"
"""The folder of the cache with a file a process, and for each entry an empty file that is as old as its last use."""
_LOCK = "locks/uses.lock"

_told: set[tuple[int, Path]] = set()
_lock = threading.Lock()


def hold(entry: Path, cache: Path) -> None:
    """Say that this process uses an entry from now on; called before anybody looks whether it is there.

    Whoever looks first and says so later may find it gone in between.

    Raises:
        StorageError: the cache cannot be written.
    """
    with _lock:
        told = (os.getpid(), entry)
        if told in _told:
            return
        with exclusive(cache / _LOCK), storage_errors(cache):
            place = cache / USES
            place.mkdir(parents=True, exist_ok=True)
            with (place / str(Lease.own())).open("a", encoding="utf-8") as stream:
                stream.write(f"{entry.relative_to(cache).as_posix()}\n")
            mark = mark_of(entry, cache)
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        _told.add(told)


def mark_of(entry: Path, cache: Path) -> Path:
    """The file whose time of change is that of an entry's last use."""
    return cache / USES / entry.relative_to(cache)


def nobody_begins(cache: Path) -> AbstractContextManager[None]:
    """While this is held, no process begins to use an entry.

    Raises:
        StorageError: the lock's file cannot be made.
    """
    return exclusive(cache / _LOCK)


def used(cache: Path) -> frozenset[str]:
    """The entries that running processes use, by their path in the cache; files of the dead are removed."""
    found: set[str] = set()
    place = cache / USES
    files = [path for path in place.iterdir() if path.is_file()] if place.is_dir() else []
    for file in sorted(files):
        lease = Lease.parse(file.name)
        with suppress(FileNotFoundError):
            if lease is None or lease.dead:
                file.unlink()
            else:
                found.update(file.read_text("utf-8").splitlines())
    return frozenset(found)
