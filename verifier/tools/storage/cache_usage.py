"""Which cache entries are in use, and when the others were last used, for pruning the cache.

Each process writes the entries that it uses into one file named after its lease. So no lock is held
for hours, and entries of a killed process are free at once.
"""

import os
import threading
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from verifier.tools.storage.files import storage_errors
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.locking import exclusive

USES = "uses"
"""A folder of the cache with one file per process, and one empty file per entry whose time is that
of its last use.
"""
_LOCK = "locks/uses.lock"

_recorded: set[tuple[int, Path]] = set()
_lock = threading.Lock()


def hold(entry: Path, cache: Path) -> None:
    """Record that this process uses an entry from now on; call it before checking whether the entry
    exists.

    Otherwise the entry could be removed between the check and this call.

    Raises:
        StorageError: the cache cannot be written.
    """
    with _lock:
        use = (os.getpid(), entry)
        if use in _recorded:
            return
        with exclusive(cache / _LOCK), storage_errors(cache):
            place = cache / USES
            place.mkdir(parents=True, exist_ok=True)
            with (place / str(Lease.own())).open("a", encoding="utf-8") as stream:
                stream.write(f"{entry.relative_to(cache).as_posix()}\n")
            mark = mark_of(entry, cache)
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        _recorded.add(use)


def mark_of(entry: Path, cache: Path) -> Path:
    """Return the file whose modification time is an entry's last use."""
    return cache / USES / entry.relative_to(cache)


def nobody_begins(cache: Path) -> AbstractContextManager[None]:
    """Lock out new users: while the lock is held, no process begins to use an entry.

    Raises:
        StorageError: the lock file cannot be created.
    """
    return exclusive(cache / _LOCK)


def list_used(cache: Path) -> frozenset[str]:
    """Return the entries that running processes use, as paths in the cache; remove files of dead processes."""
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
