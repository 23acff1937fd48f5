"""Files that are written whole or not at all; trouble with the disk becomes a StorageError."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from verifier.errors import StorageError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def storage_errors(place: Path) -> Iterator[None]:
    """Turn a full disk, or a place that cannot be written, into a StorageError."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"cannot write {place}: {error.strerror or error}",
            hint="Free some space and run the same command again: what was finished is kept."
            if error.errno in _FULL
            else "Choose another place, or fix its permissions.",
        ) from error


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file whole or not at all: an earlier one stays until the new one is on the disk.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    with storage_errors(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            fresh.chmod(0o666 & ~_umask())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
