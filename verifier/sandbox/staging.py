"""Prepare a job's folders and files on this machine, and check their paths."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from verifier.errors import SandboxError
from verifier.sandbox.base import Job


def hand_over(folder: Path, user: int) -> None:
    """Give a folder and everything in it to a user; changes links themselves, never their targets.

    Raises:
        SandboxError: that is not allowed.
    """
    try:
        for parent, folders, files in os.walk(folder):
            for path in (Path(parent), *(Path(parent, n) for n in (*folders, *files))):
                if path.lstat().st_uid != user:
                    os.chown(path, user, user, follow_symlinks=False)
    except OSError as error:
        raise SandboxError(f"{folder} cannot be given to the job: {error.strerror}") from error


def keep_plain_files(folder: Path) -> None:
    """Remove everything except regular files and folders, so that a job's links are never followed
    later.

    The rest becomes readable for everyone, and loses the set-user-id and set-group-id bits.
    """
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            mode = path.lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
                path.unlink()
                continue
            wanted = 0o755 if stat.S_ISDIR(mode) else stat.S_IMODE(mode) & 0o755 | 0o644
            if stat.S_IMODE(mode) != wanted:
                path.chmod(wanted)


def refuse_outside(job: Job) -> None:
    """Check that every path of a job is in its work folder.

    Raises:
        SandboxError: one is absolute or has `..`.
    """
    for relative in (*job.copies, *job.files, *job.results, *job.watched):
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
    """Return the absolute path of a relative one below a folder.

    Raises:
        SandboxError: it is absolute, has `..`, or leads through a link.
    """
    path = PurePosixPath(relative)
    if not _is_below(relative) or any((folder / p).is_symlink() for p in path.parents):
        raise _outside(relative)
    return folder / path


def write_files(folder: Path, files: Mapping[str, bytes | None]) -> tuple[str, ...]:
    """Write small inputs below a folder; return the paths to delete."""
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
