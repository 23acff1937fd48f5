"""Folders of files for a job or another process; content that stands somewhere already is linked there.

Making thousands of files anew for each verdict is slow where as many were removed shortly before: ext4 passes over
each inode that was freed in the last minutes (`recently_deleted` in fs/ext4/ialloc.c). A link needs no inode.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingFiles:
    """Files below a folder, by their paths there, that nobody writes any more."""

    folder: Path
    files: Mapping[str, bytes]


def lay_out(
    folder: Path, files: Mapping[str, bytes], standing: Iterable[StandingFiles] = ()
) -> None:
    """Make a folder with these files; nobody may write into one that has `standing` files.

    A file whose path and content stand is linked where the file system can do that, else written.

    Raises:
        OSError: the folder is there already, or the disk is full or cannot be written.
    """
    places = tuple(standing)
    folder.mkdir(parents=True)
    made = {""}
    for path, content in files.items():
        parent = path.rpartition("/")[0]
        if parent not in made:
            (folder / parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        if not _linked(path, content, folder, places):
            (folder / path).write_bytes(content)


def _linked(path: str, content: bytes, folder: Path, places: Sequence[StandingFiles]) -> bool:
    for place in places:
        if place.files.get(path) == content:
            with suppress(OSError):
                os.link(place.folder / path, folder / path)
                return True
    return False
