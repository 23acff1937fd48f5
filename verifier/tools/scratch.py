"""Temporary folders that carry the lease of the process that made them, and die with it.

Whoever is killed leaves its folders behind. Their names say whose they were, so the next one that
makes folders in the same place, or starts a sandbox or an analysis, removes those of the dead.
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
from verifier.tools.lease import Lease

_NAME = re.compile(r"(?:refverify-|\.)[a-z]+-(?P<lease>.+)\.[^.]+")


def leased_folder(what: str, inside: Path | None = None) -> Path:
    """A fresh folder of ours, named after what it is for (small letters): among the temporary ones,
    or hidden in a folder, from which those of the dead are removed.

    Raises:
        StorageError: it cannot be made.
    """
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


def leased_file(inside: Path) -> tuple[int, Path]:
    """A fresh hidden file of ours, open, and its path; those of the dead are removed, once.

    Raises:
        OSError: it cannot be made.
    """
    _reap_once(inside)
    handle, name = tempfile.mkstemp(prefix=f".file-{Lease.own()}.", dir=inside)
    return handle, Path(name)


@functools.lru_cache(maxsize=1024)
def _reap_once(inside: Path) -> None:
    reap_folders(inside)


@contextmanager
def scratch_folder(what: str = "job", inside: Path | None = None) -> Iterator[Path]:
    """A folder as `leased_folder` makes it; removed at the end.

    Raises:
        StorageError: it cannot be made.
    """
    folder = leased_folder(what, inside)
    try:
        yield folder
    finally:
        remove_tree(folder)


def remove_tree(folder: Path) -> None:
    """Remove a folder, also one in which a job has locked itself in by taking modes away."""
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
    """Remove this user's folders and files whose makers are dead; how many there were."""
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
