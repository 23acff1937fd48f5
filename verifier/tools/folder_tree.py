"""A folder on the disk as a tree of files."""

import os
from functools import cached_property
from pathlib import Path

from verifier.domain.instance import StableId
from verifier.errors import InputError

_LEFT_OUT = ".git"


class FolderTree:
    """All files below a folder except git's own; implements `verifier.domain.source.Tree`.

    A symbolic link is a file whose content is its target, as in git: nothing outside is read.

    Raises:
        InputError: the folder does not exist or cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            what = "a file, and no folder" if folder.exists() else "no such folder"
            raise InputError(f"{folder}: {what}", hint="Give the root of a source tree.")
        self._folder = folder

    @cached_property
    def id(self) -> str:
        """A hash of all paths and contents."""
        parts = (part for path in sorted(self.paths()) for part in (path, self._text(path)))
        return str(StableId.of(*parts))

    def _text(self, path: str) -> str:
        return (self.read(path) or b"").decode("utf-8", "surrogateescape")

    @cached_property
    def _paths(self) -> frozenset[str]:
        found = []
        for folder, folders, files in os.walk(self._folder):
            linked = [name for name in folders if (Path(folder) / name).is_symlink()]
            folders[:] = [n for n in folders if n != _LEFT_OUT and n not in linked]
            place = Path(folder).relative_to(self._folder)
            found += [(place / name).as_posix() for name in (*files, *linked) if name != _LEFT_OUT]
        return frozenset(found)

    def paths(self) -> frozenset[str]:
        """All file paths."""
        return self._paths

    def leads_to(self) -> dict[str, str]:
        """Return the target of each symbolic link, by path: a path inside the folder, or a hash of one outside."""
        links = (path for path in self._paths if (self._folder / path).is_symlink())
        return {path: self._target(path) for path in links}

    def _target(self, path: str) -> str:
        place = self._folder / path
        try:
            real, root = place.resolve(), self._folder.resolve()
        except (OSError, RuntimeError):
            return "nowhere"
        inside = real.is_relative_to(root)
        return real.relative_to(root).as_posix() if inside else str(StableId.of(str(real)))

    def read(self, path: str) -> bytes | None:
        """Return the bytes of one file; None if the tree has no such file."""
        if path not in self._paths:
            return None
        place = self._folder / path
        try:
            if place.is_symlink():
                return os.fsencode(place.readlink())
            return place.read_bytes() if place.is_file() else None
        except OSError as error:
            raise InputError(f"cannot read {place}: {error.strerror}") from error
