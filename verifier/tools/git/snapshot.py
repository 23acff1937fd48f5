"""Commit the index and the files on disk of a work tree, without running any program of the
repository.

Git runs in our own directory with a copy of the index. So no filter, text conversion, monitor or
hook of the repository runs, and none of its objects, refs or index is written. Java files are read
even if git considers them unchanged, because the index can tell git to ignore a file.
"""

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.domain.source import EXECUTABLE_MODE, PLAIN_MODE, SUBMODULE, SYMBOLIC_LINK, FileChange
from verifier.errors import InputError, RepositoryError
from verifier.tools import process
from verifier.tools.git.fast_import import EntryChange
from verifier.tools.git.program import GIT_LIMITS, GIT_QUICK_SECONDS, git_message, git_program
from verifier.tools.git.repository import Repository

MOST_FILE_BYTES = 64 * 1024**2
"""The largest file that is read, in bytes; a larger untracked or changed file is refused, as it is not source code."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexEntry:
    """What the index contains for a path."""

    mode: str
    oid: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """A state of the work tree as a commit in our own directory.

    `notes` say what was converted when reading. `untracked` are its files that git does not track.
    """

    commit: str
    notes: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()


class WorkTree:
    """The work tree of a path, and its index; inside a hook git names another index.

    The index is copied and the untracked files are listed once for an open repository.

    Raises:
        RepositoryError: the repository is bare.
    """

    def __init__(self, repository: Repository, index: Path | None = None) -> None:
        self._repository = repository
        self.top = top_of(repository)
        self._index = index or repository.git_dir / "index"

    def commit_index(self, base: str) -> Snapshot:
        """Commit the content of the index, based on a commit.

        Raises:
            InputError: a merge is not finished.
        """
        meant = self._list_differing("--diff-filter=A")  # added by `git add --intent-to-add`
        entries = {p: e for p, e in self._entries().items() if p not in meant}
        changes = _index_changes(entries, self._base(base))
        return Snapshot(commit=self._repository.commit_on(base, changes))

    def on_disk(self, base: str) -> Snapshot:
        """Commit the tracked files as they are on disk, and the untracked ones that are not ignored.

        Of a submodule it takes the commit that is checked out, or the index's if none is.
        """
        entries = {path: self._resolve_submodule(path, e) for path, e in self._entries().items()}
        new = self._new(entries)
        changes = {**self._read_changed(entries), **new}
        notes = [
            f"{path}: line ends CRLF on disk were read as LF, which git has there"
            for path, change in changes.items()
            if self._is_only_crlf(change, entries.get(path))
        ]
        for path, change in changes.items():
            if self._is_only_crlf(change, entries.get(path)):
                changes[path] = replace(change, content=_unix(change.content))
        kept = {p: e for p, e in entries.items() if p not in changes}
        before = {p: e for p, e in self._base(base).items() if p not in changes}
        files: list[FileChange | EntryChange] = [*_index_changes(kept, before), *changes.values()]
        commit = self._repository.commit_on(base, files)
        return Snapshot(commit=commit, notes=tuple(notes), untracked=tuple(new))

    def list_ignored_java(self) -> tuple[str, ...]:
        """Return the Java files that git neither tracks nor shows, sorted.

        They are ignored, or belong to a nested repository that is not a submodule.
        """
        raw = self._git(
            "ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", "*.java"
        )
        ignored = filter(None, raw.decode("utf-8", "surrogateescape").split("\0"))
        return tuple(sorted({*ignored, *self._java_of_others()}))

    def _java_of_others(self) -> Iterator[str]:
        """Yield the Java files of nested repositories; git shows only their folders."""
        for folder in (path for path in self._list_shown() if path.endswith("/")):
            for place, _, names in os.walk(self.top / folder):
                inside = Path(place).relative_to(self.top)
                yield from (str(inside / each) for each in names if each.endswith(".java"))

    def _read_changed(self, entries: Mapping[str, IndexEntry]) -> dict[str, FileChange]:
        """Return the tracked files on disk that differ from the index."""
        dirty, found = self._list_differing(), dict[str, FileChange]()
        for path, entry in entries.items():
            if entry.mode == SUBMODULE or (path not in dirty and not path.endswith(".java")):
                continue
            read = self.read(path)
            if read is None and path not in dirty:
                continue  # a sparse checkout leaves files out
            change = read or FileChange(path=path, content=None)
            if _entry_of(change) != entry:
                found[path] = change
        return found

    def _resolve_submodule(self, path: str, entry: IndexEntry) -> IndexEntry:
        place = self.top / path
        if entry.mode != SUBMODULE or not (place / ".git").exists():
            return entry
        commit = _rev_parse("--git-dir", place / ".git", "--verify", "HEAD")
        return entry if commit.status != 0 else replace(entry, oid=commit.text.strip())

    def _new(self, entries: Mapping[str, IndexEntry]) -> dict[str, FileChange]:
        read = (self.read(path) for path in self._list_untracked() if path not in entries)
        return {change.path: change for change in read if change is not None}

    def _entries(self) -> Mapping[str, IndexEntry]:
        return dict(self._list_index())

    def _list_index(self) -> Iterator[tuple[str, IndexEntry]]:
        raw = self._git("ls-files", "-s", "-z")
        for line in filter(None, raw.decode("utf-8", "surrogateescape").split("\0")):
            facts, _, path = line.partition("\t")
            mode, oid, stage = facts.split()
            if stage != "0":
                raise InputError(
                    f"{path} has conflicts: a merge is not finished",
                    hint="Resolve the conflicts and `git add` the files, then check again.",
                )
            yield path, IndexEntry(mode=mode, oid=oid)

    def _base(self, base: str) -> Mapping[str, IndexEntry]:
        empty = self._repository.empty_tree()
        found = self._repository.list_changed_entries(empty, base)
        return {e.path: IndexEntry(mode=e.mode, oid=e.oid) for e in found}

    def _list_differing(self, *words: str) -> frozenset[str]:
        """Return the tracked paths that git does not consider equal to the index."""
        raw = self._git("diff-files", "--name-only", "-z", "--ignore-submodules=all", *words)
        return frozenset(filter(None, raw.decode("utf-8", "surrogateescape").split("\0")))

    def _list_untracked(self) -> list[str]:
        return [path for path in self._list_shown() if not path.endswith("/")]

    def _list_shown(self) -> list[str]:
        """Return the untracked files that are not ignored, and the folders of nested repositories."""
        listing = self._repository.own.folder / "untracked"
        if not listing.exists():
            listing.write_bytes(self._git("ls-files", "--others", "--exclude-standard", "-z"))
        raw = listing.read_bytes()
        return list(filter(None, raw.decode("utf-8", "surrogateescape").split("\0")))

    def read(self, path: str) -> FileChange | None:
        """Read a file as it is on disk, or a link as its target; None if it does not exist.

        Raises:
            InputError: it cannot be read, or is too large for a source.
        """
        place = self.top / path
        try:
            status = place.lstat()
            if any((self.top / p).is_symlink() for p in _parents(path)):
                return None
            if stat.S_ISLNK(status.st_mode):
                target = str(place.readlink()).encode("utf-8", "surrogateescape")
                return FileChange(path=path, content=target, mode=SYMBOLIC_LINK)
            if not stat.S_ISREG(status.st_mode):
                return None
            if status.st_size > MOST_FILE_BYTES:
                raise InputError(
                    f"{path} has {status.st_size:,} bytes; {MOST_FILE_BYTES:,} are allowed"
                )
            mode = EXECUTABLE_MODE if status.st_mode & 0o100 else PLAIN_MODE
            return FileChange(path=path, content=place.read_bytes(), mode=mode)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}") from error

    def _is_only_crlf(self, change: FileChange, entry: IndexEntry | None) -> bool:
        """Whether git's version has LF line ends and every line on disk ends in CRLF."""
        content = change.content
        if entry is None or not content or entry.mode not in {PLAIN_MODE, EXECUTABLE_MODE}:
            return False
        if b"\r\n" not in content or content.count(b"\r\n") != content.count(b"\n"):
            return False
        return b"\r" not in self._repository.blob(entry.oid)

    def _git(self, *words: str) -> bytes:
        """Run git in our own directory, with a copy of the index and the files on disk."""
        return self._repository.own.run_on(self.top, self._copy_index(), words)

    def _copy_index(self) -> Path:
        own = self._repository.own.folder
        copy = own / "index-copy"
        if not copy.exists():
            for shared in self._index.parent.glob("sharedindex.*"):
                shutil.copy2(shared, own / shared.name)
            exclude = self._repository.common_dir / "info" / "exclude"
            if exclude.is_file():
                (own / "info").mkdir(exist_ok=True)
                shutil.copyfile(exclude, own / "info" / "exclude")
            if self._index.is_file():
                shutil.copy2(self._index, copy)
        return copy


def _entry_of(change: FileChange) -> IndexEntry | None:
    """Return the index entry of a file if it were added as it is; None for a deletion."""
    if change.content is None:
        return None
    header = b"blob %d\0" % len(change.content)
    oid = hashlib.sha1(header + change.content, usedforsecurity=False).hexdigest()
    return IndexEntry(mode=change.mode, oid=oid)


def _unix(content: bytes | None) -> bytes | None:
    return content and content.replace(b"\r\n", b"\n")


def _index_changes(
    entries: Mapping[str, IndexEntry], base: Mapping[str, IndexEntry]
) -> tuple[EntryChange, ...]:
    """Return the changes from a base's entries to those of an index."""
    gone = [
        EntryChange(path=path, mode="", oid="") for path in sorted(base.keys() - entries.keys())
    ]
    new = [
        EntryChange(path=path, mode=entry.mode, oid=entry.oid)
        for path, entry in entries.items()
        if base.get(path) != entry
    ]
    return (*gone, *new)


def _parents(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    return ("/".join(parts[: at + 1]) for at in range(len(parts)))


def top_of(repository: Repository) -> Path:
    """Return the folder of the work tree.

    Raises:
        RepositoryError: there is none.
    """
    result = _rev_parse("-C", repository.path.absolute(), "--show-toplevel")
    if result.status != 0:
        raise RepositoryError(
            f"{repository.path}: {git_message(result)}",
            hint="A bare repository has no files on disk: give a range of commits.",
        )
    return Path(result.text.removesuffix("\n"))


def _rev_parse(option: str, place: Path, *words: str) -> process.Finished:
    """Ask git what runs no program, whatever the settings of a repository are."""
    env = {"LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
    command = [git_program(), "-c", "safe.directory=*", option, str(place), "rev-parse", *words]
    return process.run(command, env=env, timeout=GIT_QUICK_SECONDS, limits=GIT_LIMITS)
