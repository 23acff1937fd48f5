"""Read objects of a git repository with one long-lived process, and trees of files on top of it."""

import contextlib
import functools
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.source import LINK_MODES, SUBMODULE
from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.program import GIT_LIMITS

FOLDER_MODE = "40000"

_CACHED_TREES = 8192


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeEntry:
    """One name in a tree object; `mode` is git's: `40000` is a folder, `160000` a submodule."""

    name: str
    mode: str
    oid: str


class ObjectReader:
    """Reads objects through one `git cat-file --batch`; safe for several threads.

    The process starts with the first read, restarts if it died (a corrupt object kills it), and
    ends with `close`.
    """

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._command, self._env = tuple(command), dict(env)
        self._lock = threading.Lock()
        self._session: _Session | None = None
        self._tree_entries = functools.lru_cache(maxsize=_CACHED_TREES)(self._parse_tree)

    def read(self, oid: str) -> tuple[str, bytes]:
        """Return the kind (`blob`, `tree`, `commit`, `tag`) and the content of one object.

        Raises:
            RepositoryError: it is missing or corrupt.
        """
        with self._lock:
            if self._session is None:
                self._session = _Session(self._command, self._env)
            try:
                return self._session.read(oid)
            except (_SessionDied, BrokenPipeError) as error:
                session, self._session = self._session, None
                session.close()
                raise RepositoryError(
                    f"object {oid} cannot be read: {session.complaint() or 'git cat-file died'}",
                    hint="Run `git fsck` in the repository.",
                ) from error

    def holds(self, oid: str, kind: str) -> bool:
        """Whether the object exists, is intact, and has this kind."""
        try:
            return self.read(oid)[0] == kind
        except RepositoryError:
            return False

    def blob(self, oid: str) -> bytes:
        """Return the content of a file."""
        return self._expect(oid, "blob")

    def tree_entries(self, oid: str) -> tuple[TreeEntry, ...]:
        """Return the entries of one folder, in git's order."""
        return self._tree_entries(oid)

    def commit_tree(self, commit: str) -> str:
        """Return the id of a commit's root tree."""
        header = self._expect(commit, "commit")
        return header.split(b"\n", 1)[0].removeprefix(b"tree ").decode("ascii")

    def close(self) -> None:
        """Stop the process; a later read starts another."""
        with self._lock:
            if self._session is not None:
                self._session.close()
                self._session = None

    def _parse_tree(self, oid: str) -> tuple[TreeEntry, ...]:
        return tuple(_tree_entries(self._expect(oid, "tree"), len(oid) // 2))

    def _expect(self, oid: str, kind: str) -> bytes:
        found, content = self.read(oid)
        if found != kind:
            raise RepositoryError(f"object {oid} is a {found}, not a {kind}")
        return content


def _tree_entries(raw: bytes, oid_length: int) -> Iterator[TreeEntry]:
    at = 0
    while at < len(raw):
        end = raw.index(b"\0", at)
        mode, _, name = raw[at:end].partition(b" ")
        at = end + 1 + oid_length
        yield TreeEntry(
            name=name.decode("utf-8", "surrogateescape"),
            mode=mode.decode("ascii"),
            oid=raw[end + 1 : at].hex(),
        )


class _SessionDied(Exception):
    pass


class _Session:
    """One running `git cat-file --batch`."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self._process = process.popen(command, env=env, limits=GIT_LIMITS)
        self._stderr: deque[bytes] = deque(maxlen=20)
        self._drain = threading.Thread(target=self._collect, daemon=True)
        self._drain.start()

    def _collect(self) -> None:
        if self._process.stderr is not None:
            with contextlib.suppress(ValueError, OSError):
                self._stderr.extend(self._process.stderr)

    def read(self, oid: str) -> tuple[str, bytes]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None or "\n" in oid:
            raise _SessionDied
        stdin.write(oid.encode("ascii") + b"\n")
        stdin.flush()
        words = stdout.readline().split()
        if not words:
            raise _SessionDied
        if words[-1] in {b"missing", b"ambiguous"}:
            raise RepositoryError(
                f"object {oid} is {words[-1].decode('ascii')}",
                hint="A shallow or partial clone lacks objects: `git fetch --unshallow`.",
            )
        size = int(words[-1])
        content = stdout.read(size + 1)
        if len(content) != size + 1:
            raise _SessionDied
        return words[1].decode("ascii"), content[:-1]

    def complaint(self) -> str:
        """Return the last lines that the process wrote to standard error."""
        self._drain.join(timeout=1)
        return b"".join(self._stderr).decode("utf-8", "replace").strip()

    def close(self) -> None:
        process.kill_group(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class GitTree:
    """The tree of one commit; implements `verifier.domain.source.Tree`.

    Symbolic links are files whose content is the link's target; submodules are not files.
    """

    def __init__(self, reader: ObjectReader, commit: str) -> None:
        self._reader, self._commit = reader, commit

    def __repr__(self) -> str:
        return f"GitTree({self._commit})"

    @property
    def id(self) -> str:
        """The commit."""
        return self._commit

    @functools.cached_property
    def _root(self) -> str:
        return self._reader.commit_tree(self._commit)

    @functools.cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(path for path, entry in self._walk(self._root, "") if _is_file(entry))

    def paths(self) -> frozenset[str]:
        """All file paths."""
        return self._paths

    def leads_to(self) -> dict[str, str]:
        """Return the target of each entry that is not a plain file, by path: a submodule's commit, or
        the mode of a link.
        """
        return {
            path: f"{SUBMODULE} {entry.oid}" if entry.mode == SUBMODULE else entry.mode
            for path, entry in self._walk(self._root, "")
            if entry.mode in LINK_MODES
        }

    def blobs(self) -> dict[str, str]:
        """Return the id of every file's content, by path."""
        return {path: e.oid for path, e in self._walk(self._root, "") if _is_file(e)}

    def read(self, path: str) -> bytes | None:
        """Return the bytes of one file; None if the tree has no such file.

        Raises:
            RepositoryError: the tree names the file, but its content is missing.
        """
        entry = self._find(path)
        if entry is None:
            return None
        try:
            return self._reader.blob(entry.oid)
        except RepositoryError as error:
            if not error.message.endswith(" is missing"):
                raise
            raise RepositoryError(
                f"the content of {path} is missing (object {entry.oid}): is this a partial clone?"
                " `git fetch --refetch` brings it",
                hint="Or clone the repository again, without --filter.",
            ) from error

    def mode(self, path: str) -> str | None:
        """Return git's mode of one file (`100644`, `100755`, `120000`); None if there is no such file."""
        entry = self._find(path)
        return None if entry is None else entry.mode

    def _find(self, path: str) -> TreeEntry | None:
        oid = self._root
        *folders, name = path.split("/")
        for folder in folders:
            entry = self._entry(oid, folder)
            if entry is None or entry.mode != FOLDER_MODE:
                return None
            oid = entry.oid
        entry = self._entry(oid, name)
        return entry if entry is not None and _is_file(entry) else None

    def _entry(self, oid: str, name: str) -> TreeEntry | None:
        return next((e for e in self._reader.tree_entries(oid) if e.name == name), None)

    def _walk(self, oid: str, prefix: str) -> Iterator[tuple[str, TreeEntry]]:
        for entry in self._reader.tree_entries(oid):
            path = prefix + entry.name
            if entry.mode == FOLDER_MODE:
                yield from self._walk(entry.oid, path + "/")
            else:
                yield path, entry


def _is_file(entry: TreeEntry) -> bool:
    return entry.mode not in {FOLDER_MODE, SUBMODULE}
