"""The folder of a site: written completely or not at all, and only in place of an older site."""

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verifier.errors import UsageError
from verifier.tools.storage.files import create_whole

INDEX, SUMS = "index.html", "SHA256SUMS"
GENERATOR = "refverify"
_HEAD = 2_000
_LINE = re.compile(r"[0-9a-f]{64}  (?P<name>.+)")


@dataclass(kw_only=True)
class SiteFolder:
    """Writes the files of a site. Keeps the SHA-256 of each by its path in the site, and their size."""

    root: Path
    sums: dict[str, str] = field(default_factory=dict)
    size: int = 0

    def write(self, name: str, content: str | bytes) -> None:
        """Write one file; text is written as UTF-8. `name` is a path that we made."""
        data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.sums[name] = hashlib.sha256(data).hexdigest()
        self.size += len(data)

    def write_lines(self, name: str, lines: Iterator[str]) -> None:
        """Write a file line by line, so that it need not fit into memory."""
        digest, path = hashlib.sha256(), self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            for line in lines:
                data = f"{line}\n".encode("utf-8", "backslashreplace")
                stream.write(data)
                digest.update(data)
        self.sums[name] = digest.hexdigest()


@contextmanager
def create_site(target: Path) -> Iterator[SiteFolder]:
    """Yield a folder that takes the place of `target` if the block succeeds.

    Raises:
        UsageError: `target` is a file, or a folder with files that no site of ours contains.
        StorageError: the disk is full, or the folder cannot be written.
    """
    require_own(target)
    with create_whole(target.resolve()) as scratch:
        folder = SiteFolder(root=scratch)
        yield folder
        lines = (f"{folder.sums[name]}  {name}\n" for name in sorted(folder.sums))
        (scratch / SUMS).write_text("".join(lines), encoding="utf-8")
        # Somebody may have put a file there meanwhile.
        require_own(target)


def require_own(target: Path) -> None:
    """Refuse to replace anything but a missing or empty folder, or a site without added files.

    Raises:
        UsageError: there is something else.
    """
    if not target.exists() and not target.is_symlink():
        return
    if not target.is_dir():
        raise UsageError(f"{target} is no folder", hint="Name a new folder with -o.")
    found = set(_files_in(target))
    if not found:
        return
    foreign = sorted(found - _listed_in(target))
    if foreign:
        raise UsageError(
            f"{target} contains what no site of refverify contains: {foreign[0]!r}",
            hint="Name a new folder with -o, or move these files away first.",
        )


def _files_in(target: Path) -> Iterator[str]:
    """The paths of all files, links and empty folders below a folder."""
    for parent, folders, files in os.walk(target):
        linked = [name for name in folders if Path(parent, name).is_symlink()]
        empty = [""] if not folders and not files and Path(parent) != target else []
        for name in (*files, *linked, *empty):
            yield (Path(parent, name)).relative_to(target).as_posix()


def _listed_in(target: Path) -> frozenset[str]:
    """The files that the list of an older site names. Empty if the folder is no site."""
    try:
        with (target / INDEX).open("rb") as stream:
            ours = f'<meta name="generator" content="{GENERATOR} '.encode() in stream.read(_HEAD)
        lines = (target / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return frozenset()
    named = frozenset(match["name"] for line in lines if (match := _LINE.fullmatch(line)))
    return named | {SUMS} if ours else frozenset()
