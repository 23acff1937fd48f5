"""The builds' part of the cache: folders made whole or not at all, by one process at a time."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from verifier.errors import StorageError


@contextlib.contextmanager
def exclusive(lock: Path) -> Iterator[None]:
    """Hold a lock among all processes and threads; it goes with the process that holds it."""
    with _storage_errors(lock):
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A scratch folder that takes its final place when the block ends well, else vanishes."""
    with _storage_errors(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=".making-", dir=folder.parent))
    try:
        with _storage_errors(folder):
            yield scratch
            make_readable(scratch)
            shutil.rmtree(folder, ignore_errors=True)
            scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that readers see all of it or the former one."""
    with _storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)


def make_readable(folder: Path) -> None:
    """Let everybody read a folder, since a sandboxed job runs as somebody else."""
    for parent, _, files in os.walk(folder):
        Path(parent).chmod(0o755)
        for name in files:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


@contextlib.contextmanager
def _storage_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"cannot write {path}: {error.strerror or error}",
            hint="Free some space, or choose another folder with REFVERIFY_CACHE.",
        ) from error
