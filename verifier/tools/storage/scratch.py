"""Temporary folders whose names contain the lease of the process that made them.

A killed process leaves its folders behind. The next process that makes folders in the same place,
or starts a sandbox or an analysis, removes the folders of dead processes.
"""

import functools
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.errors import StorageError
from verifier.tools.storage.lease import Lease

_PURPOSE = re.compile(r"[a-z]+")
_NAME = re.compile(r"(?:refverify-|\.)[a-z]+-(?P<lease>.+)\.[^.]+")


def create_leased_folder(what: str, inside: Path | None = None) -> Path:
    """Create a folder named after its purpose (`what`, lower case): a temporary one, or a hidden
    one in `inside`.

    In `inside`, also removes the folders of dead processes.

    Raises:
        StorageError: it cannot be created. ValueError: `what` is not lower-case letters alone.
    """
    if not _PURPOSE.fullmatch(what):
        # The rest of the name would be read as another lease, and the folder removed while it is used.
        raise ValueError(what)
    prefix = f"refverify-{what}-" if inside is None else f".{what}-"
    try:
        if inside is not None:
            inside.mkdir(parents=True, exist_ok=True)
            reap_folders(inside)
        return Path(tempfile.mkdtemp(prefix=f"{prefix}{Lease.own()}.", dir=inside))
    except OSError as error:
        raise StorageError(
            f"cannot make a temporary folder: {error.strerror}",
            hint="Free some space, or point TMPDIR at a folder that can be written.",
        ) from error


def create_leased_file(inside: Path) -> tuple[int, Path]:
    """Create and open a hidden file, and return its handle and path; once per folder, remove files
    of dead processes.

    Raises:
        OSError: it cannot be created.
    """
    _reap_once(inside)
    handle, name = tempfile.mkstemp(prefix=f".file-{Lease.own()}.", dir=inside)
    return handle, Path(name)


@functools.lru_cache(maxsize=1024)
def _reap_once(inside: Path) -> None:
    reap_folders(inside)


@contextmanager
def scratch_folder(what: str = "job", inside: Path | None = None) -> Iterator[Path]:
    """Yield a folder of `create_leased_folder`, and remove it at the end.

    Raises:
        StorageError: it cannot be created.
    """
    folder = create_leased_folder(what, inside)
    try:
        yield folder
    finally:
        remove_tree(folder)


def remove_tree(folder: Path) -> None:
    """Remove a folder, even if a job has removed permissions inside it."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    folder.chmod(0o700)
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            below = Path(parent, name)
            if not below.is_symlink():
                below.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def reap_folders(inside: Path | None = None) -> int:
    """Remove this user's folders and files whose makers are dead; return their number."""
    count = 0
    place = Path(tempfile.gettempdir()) if inside is None else inside
    with os.scandir(place) as found:
        names = [entry.name for entry in found]
    for folder in (place / name for name in names if _NAME.fullmatch(name)):
        match = _NAME.fullmatch(folder.name)
        lease = Lease.parse(match["lease"]) if match else None
        if lease is not None and lease.dead and _is_ours(folder):
            if folder.is_dir():
                remove_tree(folder)
            else:
                folder.unlink(missing_ok=True)
            count += 1
    return count


def _is_ours(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return False
    plain = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
    return plain and status.st_uid == os.geteuid()
