"""Write folders of files for a job or another process; content that already exists elsewhere is
hard-linked.

Creating thousands of files for each verdict is slow if as many were removed shortly before: ext4
skips inodes that were freed in the last minutes (`recently_deleted` in fs/ext4/ialloc.c). A link
needs no inode.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingFiles:
    """Files below a folder, by relative path, that are never written again."""

    folder: Path
    files: Mapping[str, bytes]


def lay_out(
    folder: Path, files: Mapping[str, bytes], standing: Iterable[StandingFiles] = ()
) -> None:
    """Create a folder with these files; with `standing` files nothing may be written into it later.

    A file that exists with this path and content is hard-linked if the file system allows it,
    otherwise written.

    Raises:
        OSError: the folder already exists, or the disk is full or cannot be written.
    """
    places = tuple(standing)
    folder.mkdir(parents=True)
    made = {""}
    for path, content in files.items():
        parent = path.rpartition("/")[0]
        if parent not in made:
            (folder / parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        if not _link(path, content, folder, places):
            (folder / path).write_bytes(content)


def _link(path: str, content: bytes, folder: Path, places: Sequence[StandingFiles]) -> bool:
    for place in places:
        if place.files.get(path) == content:
            with suppress(OSError):
                os.link(place.folder / path, folder / path)
                return True
    return False
