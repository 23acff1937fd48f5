"""Whether what is read of a git directory are plain files: a pipe never answers, a device never ends.

No clone brings such a file; a folder that somebody unpacked, or wrote to, can.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from verifier.errors import RepositoryError

_READ = (
    "HEAD", "config", "config.worktree", "commondir", "gitdir", "index", "packed-refs", "shallow",
    "info/attributes", "info/exclude", "info/grafts", "objects/info/alternates",
)  # fmt: skip
_SHARED_INDEX = "sharedindex.*"


def refuse_special_files(path: Path) -> None:
    """Look at the git directory of a folder, or of one above it, before git or we read it.

    Raises:
        RepositoryError: one of its files is no file.
    """
    for git_dir in _git_directories(path):
        for place in (*(git_dir / name for name in _READ), *_named(git_dir)):
            if _is_special(place):
                raise RepositoryError(
                    f"{place} is no plain file",
                    hint="Look at who wrote it; git would wait for it, or never end.",
                )


def plain_text(file: Path) -> str:
    """The text of a file; empty where there is none, or where it is no plain file."""
    try:
        return "" if _is_special(file) else file.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""


def _git_directories(path: Path) -> Iterator[Path]:
    """The git directory, and the one that it shares, as far as both can be told without git."""
    start = path.absolute()
    found = next((f / ".git" for f in (start, *start.parents) if (f / ".git").exists()), start)
    if found.is_file():
        linked = plain_text(found).strip().removeprefix("gitdir:").strip()
        found = found.parent / linked
    yield found
    if shared := plain_text(found / "commondir").strip():
        yield found / shared


def _named(git_dir: Path) -> Iterator[Path]:
    yield from git_dir.glob(_SHARED_INDEX)
    for parent, _, files in os.walk(git_dir / "refs"):
        yield from (Path(parent, name) for name in files)


def _is_special(place: Path) -> bool:
    """Whether something is there that is no file, or that leads to none."""
    try:
        return not stat.S_ISREG(place.stat().st_mode)
    except OSError:
        return False
