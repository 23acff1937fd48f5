"""Locks between processes: lock files, which the system unlocks when their holder dies."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from verifier.tools.storage.files import storage_errors


@contextlib.contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Wait for a lock and hold it, among all processes and threads.

    Raises:
        StorageError: the lock file cannot be created.
    """
    with storage_errors(lock):
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        # Each call opens the file again: the system distinguishes locks by open file, so threads of
        # one process exclude each other like processes.
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def try_to_hold(handle: int) -> bool:
    """Lock an open file as long as it stays open; return False if another holder has it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
