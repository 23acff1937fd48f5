"""Write files and folders completely or not at all; disk errors become a StorageError."""

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from verifier.errors import StorageError, UsageError
from verifier.tools.storage.scratch import create_leased_file, scratch_folder

_ATTEMPTS = 10
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def storage_errors(place: Path) -> Iterator[None]:
    """Convert a full disk, or a place that cannot be written, into a StorageError."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"cannot write {place}: {error.strerror or error}",
            hint="Free some space and run the same command again: what was finished is kept."
            if error.errno in _FULL
            else "Choose another place, or fix its permissions.",
        ) from error


def require_plain(path: Path) -> None:
    """Refuse to write to a folder, device or pipe: one would be replaced, another would never end.

    Raises:
        StorageError: the path, or what it leads to, is there and is not a plain file.
    """
    with storage_errors(path):
        if path.exists() and not path.is_file():
            raise StorageError(
                f"cannot write {path}: it is not a plain file", hint="Name a new file."
            )


def refuse_to_overwrite(inputs: Iterable[Path | None], outputs: Iterable[Path | None]) -> None:
    """Refuse to write a file that is read, or a file twice; links count as what they lead to.

    Raises:
        UsageError: two of the paths are the same file. Nothing was written.
        StorageError: an output is there and is not a plain file.
    """
    taken = {path.resolve() for path in inputs if path is not None}
    for path in filter(None, outputs):
        require_plain(path)
        if path.resolve() in taken:
            raise UsageError(
                f"{path} would be overwritten, but the command also reads or writes it otherwise",
                hint="Give another name for the output.",
            )
        taken.add(path.resolve())


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file completely or not at all: the old one stays until the new one is on the disk.

    Raises:
        StorageError: the disk is full, the folder cannot be written, or the path is not a plain file.
    """
    require_plain(path)
    with storage_errors(path):
        handle, fresh = create_leased_file(path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            fresh.chmod(0o666 & ~_umask())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that readers see all of it or the old one; create its folder.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    for attempt in range(_ATTEMPTS):
        with storage_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with replacing(path) as stream:
                stream.write(content)
        except StorageError as error:
            # Another process may drop the folder from the cache meanwhile.
            is_gone = isinstance(error.__cause__, FileNotFoundError)
            if not is_gone or attempt == _ATTEMPTS - 1:
                raise
        else:
            return


@contextmanager
def create_whole(folder: Path) -> Iterator[Path]:
    """Yield a scratch folder that is renamed to `folder` if the block succeeds, and removed
    otherwise. An older `folder` stays until then.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    with scratch_folder("making", folder.parent) as scratch, storage_errors(folder):
        yield scratch
        make_readable(scratch)
        _replace_folder(scratch, folder)


def _replace_folder(fresh: Path, folder: Path) -> None:
    """Rename a folder to one that may be there. Two renames cost less time than removing it."""
    if not folder.is_dir() or folder.is_symlink():
        fresh.rename(folder)
        return
    with scratch_folder("replaced", folder.parent) as aside:
        old = folder.rename(aside / "old")
        try:
            fresh.rename(folder)
        except OSError:
            old.rename(folder)
            raise


def make_readable(folder: Path) -> None:
    """Make a folder readable by all users, whatever the umask: a sandboxed job runs as another user."""
    for parent, _, files in os.walk(folder):
        Path(parent).chmod(0o755)
        for name in files:
            path = Path(parent, name)
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


def sha256_of(path: Path) -> str:
    """Return the hash of a file's content, in hex digits; does not catch OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
