"""Check that the files we read in a git directory are plain files: a pipe never answers, a device
never ends.

A clone never contains such a file, but an unpacked or modified folder can.
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
    """Check the git directory of a folder, or of one above it, before git or we read it.

    Raises:
        RepositoryError: one of its files is not a plain file.
    """
    for git_dir in _git_directories(path):
        for place in (*(git_dir / name for name in _READ), *_list_files(git_dir)):
            if _is_special(place):
                raise RepositoryError(
                    f"{place} is not a plain file",
                    hint="Look at who wrote it; git would wait for it, or never end.",
                )


def plain_text(file: Path) -> str:
    """Return the text of a file; empty if it does not exist or is not a plain file."""
    try:
        return "" if _is_special(file) else file.read_text("utf-8", "surrogateescape")
    except OSError:
        return ""


def _git_directories(path: Path) -> Iterator[Path]:
    """Yield the git directory, and the one that it shares, as far as both can be found without git."""
    start = path.absolute()
    found = next((f / ".git" for f in (start, *start.parents) if (f / ".git").exists()), start)
    if found.is_file():
        linked = plain_text(found).strip().removeprefix("gitdir:").strip()
        found = found.parent / linked
    yield found
    if shared := plain_text(found / "commondir").strip():
        yield found / shared


def _list_files(git_dir: Path) -> Iterator[Path]:
    yield from git_dir.glob(_SHARED_INDEX)
    for parent, _, files in os.walk(git_dir / "refs"):
        yield from (Path(parent, name) for name in files)


def _is_special(place: Path) -> bool:
    """Whether the path exists and is not, and does not link to, a plain file."""
    try:
        return not stat.S_ISREG(place.stat().st_mode)
    except OSError:
        return False
