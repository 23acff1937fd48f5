"""Locks between processes: files that the system unlocks when whoever holds them dies."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from verifier.tools.files import storage_errors


@contextlib.contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Wait for a lock and hold it, among all processes and threads.

    Raises:
        StorageError: the lock's file cannot be made.
    """
    with storage_errors(lock):
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        # Each call opens the file anew: the system tells locks apart by open file, so threads of
        # one process wait for each other as processes do.
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def try_to_hold(handle: int) -> bool:
    """Lock an open file for as long as it stays open; False where somebody else holds it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
