"""Which folders an agent may name: those that the user allowed, and nothing that these lead to.

Whoever asks may be confined to less than this process. A repository is more than its folder: it may
borrow objects from elsewhere, and have its git directory or its work tree there. All of that must lie
in an allowed folder too, but for a linked work tree whose repository knows it.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from verifier.errors import UsageError
from verifier.tools.git import Repository
from verifier.tools.git_plain_files import plain_text
from verifier.tools.git_snapshot import top_of


@dataclass(frozen=True, kw_only=True, slots=True)
class AllowedFolders:
    """Folders by their real paths."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, words: Iterable[Path], start: Path) -> Self:
        """Those that were named; where none was, the start folder and the work trees beside it.

        Raises:
            UsageError: one of them is no folder.
        """
        named = [word.resolve() for word in words]
        for folder in named:
            if not folder.is_dir():
                raise UsageError(f"{folder}: no such folder", hint="Allow folders that exist.")
        return cls(folders=tuple(named or (start.resolve(), *_work_trees(start.resolve()))))

    def admitted(self, word: str) -> Path:
        """The repository that an agent names, by its real path.

        Raises:
            UsageError: it is no absolute path of a repository's top folder, or something of it lies
                where nothing is allowed.
        """
        if not Path(word).is_absolute():
            raise UsageError(
                "`repository` is no absolute path",
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
        """A setting of the repository may say that its files on disk are others.

        Raises:
            UsageError: they are.
        """
        if top_of(repository).resolve() != folder:
            raise UsageError(
                "the repository's setting core.worktree points at another folder",
                hint="Unset it, or judge commits instead of files on disk.",
            )

    def _refuse_outside(self, place: Path, what: str) -> None:
        if not self._holds(place):
            raise UsageError(
                f"not allowed: {what} lies outside of the folders that this server may read",
                hint="The user starts the server with `--allow FOLDER` for each folder.",
            )

    def _holds(self, place: Path) -> bool:
        return any(place.is_relative_to(folder) for folder in self.folders)


def _git_dir(folder: Path) -> Path | None:
    """The git directory of a top folder, by its real path; None where it is none."""
    own = folder / ".git"
    if own.is_dir():
        return own.resolve()
    if own.is_file():
        line = _line(own)
        linked = (folder / line.removeprefix("gitdir: ")).resolve()
        return linked if line.startswith("gitdir: ") and linked.is_dir() else None
    return folder if (folder / "HEAD").is_file() and (folder / "objects").is_dir() else None


def _common_dir(git_dir: Path) -> Path:
    """What work trees of a repository share."""
    shared = _line(git_dir / "commondir")
    return (git_dir / shared).resolve() if shared else git_dir


def _is_mutual(folder: Path, git_dir: Path) -> bool:
    """Whether a git directory elsewhere names this very folder as its work tree.

    Only who may write there can have made it do so.
    """
    named = _line(git_dir / "gitdir")
    inside = git_dir.parent.name == "worktrees" and git_dir.parent.parent == _common_dir(git_dir)
    return bool(named) and inside and (git_dir / named).resolve() == folder / ".git"


def _object_folders(common: Path) -> Iterator[Path]:
    """Where objects come from, with all that these borrow from, by real paths."""
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
    """Every link below a git directory: objects and names may be somebody else's by one."""
    for parent, folders, files in os.walk(git_dir):
        yield from (p for name in (*folders, *files) if (p := Path(parent, name)).is_symlink())


def _work_trees(start: Path) -> Iterator[Path]:
    """The other work trees of the repository that a folder is the top of."""
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
