"""Limit which folders an agent may name: only folders that the user allowed.

An agent may be confined more than this process. A repository is more than its folder: it may borrow
objects from another place, or have its git directory or work tree there. All of these must be in an
allowed folder too, except a linked work tree that its repository knows.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from verifier.errors import UsageError
from verifier.tools.git.plain_files import plain_text
from verifier.tools.git.repository import Repository
from verifier.tools.git.snapshot import top_of


@dataclass(frozen=True, kw_only=True, slots=True)
class AllowedFolders:
    """The allowed folders by their real paths."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, words: Iterable[Path], start: Path) -> Self:
        """Allow the named folders; `~` is the home folder, because hosts start servers without a shell.

        By default allow the start folder and the other work trees of its repository.

        Raises:
            UsageError: a name is not a folder.
        """
        named = [word.expanduser().resolve() for word in words]
        for folder in named:
            if not folder.is_dir():
                raise UsageError(f"{folder}: no such folder", hint="Allow folders that exist.")
        return cls(folders=tuple(named or (start.resolve(), *_work_trees(start.resolve()))))

    def admit(self, word: str) -> Path:
        """Return the real path of the repository that an agent names.

        Raises:
            UsageError: it is not the absolute path of a repository's top folder, or a part of it lies outside the allowed folders.
        """
        if not Path(word).is_absolute():
            raise UsageError(
                "`repository` is not an absolute path",
                hint="Give the top folder of the repository, from the root.",
            )
        folder = Path(word).resolve()
        self._refuse_outside(folder, "the folder")
        git_dir = _git_dir(folder)
        if git_dir is None:
            raise UsageError(
                "`repository` is not the top folder of a git repository",
                hint="Give the folder that `git rev-parse --show-toplevel` prints.",
            )
        common = _common_dir(git_dir)
        if not (self._holds(git_dir) and self._holds(common)) and not _is_mutual(folder, git_dir):
            self._refuse_outside(common, "its git directory")
        for link in (*_links(git_dir), *_links(common)):
            if not link.resolve().is_relative_to(common):
                self._refuse_outside(link.resolve(), "where a link in its git directory leads")
        for place in _object_folders(common):
            if not place.is_relative_to(common):
                self._refuse_outside(place, "a folder that it borrows objects from")
        return folder

    def refuse_foreign_work_tree(self, repository: Repository, folder: Path) -> None:
        """Refuse a repository whose setting points at another work tree.

        Raises:
            UsageError: it does.
        """
        if top_of(repository).resolve() != folder:
            raise UsageError(
                "the repository's setting core.worktree points at another folder",
                hint="Unset it, or judge commits instead of files on disk.",
            )

    def _refuse_outside(self, place: Path, what: str) -> None:
        if not self._holds(place):
            raise UsageError(
                f"not allowed: {what} is outside the folders that this server may read",
                hint="The user starts the server with `--allow FOLDER` for each folder.",
            )

    def _holds(self, place: Path) -> bool:
        return any(place.is_relative_to(folder) for folder in self.folders)


def _git_dir(folder: Path) -> Path | None:
    """Return the real path of a top folder's git directory; None if it has none."""
    own = folder / ".git"
    if own.is_dir():
        return own.resolve()
    if own.is_file():
        line = _line(own)
        linked = (folder / line.removeprefix("gitdir: ")).resolve()
        return linked if line.startswith("gitdir: ") and linked.is_dir() else None
    return folder if (folder / "HEAD").is_file() and (folder / "objects").is_dir() else None


def _common_dir(git_dir: Path) -> Path:
    """Return the git directory that the work trees of a repository share."""
    shared = _line(git_dir / "commondir")
    return (git_dir / shared).resolve() if shared else git_dir


def _is_mutual(folder: Path, git_dir: Path) -> bool:
    """Tell whether a git directory in another place names this folder as its work tree.

    Only a process that may write there can have set this.
    """
    named = _line(git_dir / "gitdir")
    inside = git_dir.parent.name == "worktrees" and git_dir.parent.parent == _common_dir(git_dir)
    return bool(named) and inside and (git_dir / named).resolve() == folder / ".git"


def _object_folders(common: Path) -> Iterator[Path]:
    """Yield the real paths of the object folders, including borrowed ones."""
    waiting, seen = [(common / "objects").resolve()], set[Path]()
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        yield place
        lines = plain_text(place / "info" / "alternates").splitlines()
        waiting += [(place / line).resolve() for line in lines if line and line[0] != "#"]


def _links(git_dir: Path) -> Iterator[Path]:
    """Yield every link below a git directory, because a link may point at foreign objects or names."""
    for parent, folders, files in os.walk(git_dir):
        yield from (p for name in (*folders, *files) if (p := Path(parent, name)).is_symlink())


def _work_trees(start: Path) -> Iterator[Path]:
    """Yield the other work trees of the repository with this top folder."""
    git_dir = _git_dir(start)
    if git_dir is None:
        return
    common = _common_dir(git_dir)
    if common.name == ".git":
        yield common.parent
    for entry in sorted((common / "worktrees").glob("*/gitdir")):
        place = (entry.parent / _line(entry)).resolve()
        if place.name == ".git" and place.exists():
            yield place.parent


def _line(file: Path) -> str:
    return plain_text(file).strip()
