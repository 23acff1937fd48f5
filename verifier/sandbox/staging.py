"""Folders on this machine that belong to one controller and die with it."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from verifier.errors import SandboxError, StorageError
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
    """Remove a folder whatever modes its contents have."""

    def unlock(function: object, path: str, error: object) -> None:
        del function, error
        Path(path).parent.chmod(0o700)
        target = Path(path)
        if target.is_dir() and not target.is_symlink():
            target.chmod(0o700)
            shutil.rmtree(target, ignore_errors=True)
        else:
            target.unlink(missing_ok=True)

    if folder.exists():
        shutil.rmtree(folder, onerror=unlock)


def reap_folders() -> int:
    """Remove the folders of controllers that are dead; how many there were."""
    count = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lease = Lease.parse(folder.name.removeprefix(PREFIX).rpartition(".")[0])
        if lease is not None and lease.dead:
            remove_tree(folder)
            count += 1
    return count


def inside(folder: Path, relative: str) -> Path:
    """Where a relative path lies below a folder.

    Raises:
        SandboxError: it is absolute, has `..`, or leads through a link.
    """
    path = PurePosixPath(relative)
    parents = (folder / parent for parent in path.parents)
    if path.is_absolute() or ".." in path.parts or any(p.is_symlink() for p in parents):
        raise SandboxError(
            f"{relative!r} does not lie in the work folder",
            hint="Inputs and results are relative paths without `..` that pass no link.",
        )
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
