"""Folders on this machine that belong to one controller and die with it."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from verifier.errors import SandboxError, StorageError
from verifier.sandbox.base import Job
from verifier.sandbox.lease import Lease

PREFIX = "refverify-job-"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A fresh folder whose name carries this process's lease; removed at the end.

    Raises:
        StorageError: it cannot be made.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{Lease.own()}."))
    except OSError as error:
        raise StorageError(
            f"cannot make a temporary folder: {error.strerror}",
            hint="Free some space, or point TMPDIR at a folder that can be written.",
        ) from error
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


def reap_folders() -> int:
    """Remove this user's folders whose controllers are dead; how many there were."""
    count = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lease = Lease.parse(folder.name.removeprefix(PREFIX).rpartition(".")[0])
        if lease is not None and lease.dead and _is_ours(folder):
            remove_tree(folder)
            count += 1
    return count


def _is_ours(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()


def refuse_outside(job: Job) -> None:
    """See that every path of a job lies in its work folder.

    Raises:
        SandboxError: one is absolute or has `..`.
    """
    for relative in (*job.copies, *job.files, *job.results):
        if not _is_below(relative):
            raise _outside(relative)


def _is_below(relative: str) -> bool:
    path = PurePosixPath(relative)
    return not path.is_absolute() and ".." not in path.parts and "\0" not in relative


def _outside(relative: str) -> SandboxError:
    return SandboxError(
        f"{relative!r} does not lie in the work folder",
        hint="Inputs and results are relative paths without `..` that pass no link.",
    )


def inside(folder: Path, relative: str) -> Path:
    """Where a relative path lies below a folder.

    Raises:
        SandboxError: it is absolute, has `..`, or leads through a link.
    """
    path = PurePosixPath(relative)
    if not _is_below(relative) or any((folder / p).is_symlink() for p in path.parents):
        raise _outside(relative)
    return folder / path


def write_files(folder: Path, files: Mapping[str, bytes | None]) -> tuple[str, ...]:
    """Write small inputs below a folder; the paths that are to be deleted come back."""
    deletions = []
    for relative, content in files.items():
        target = inside(folder, relative)
        if content is None:
            deletions.append(relative)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)
    return tuple(deletions)
