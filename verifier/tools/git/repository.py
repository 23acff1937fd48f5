"""Read-only git: any local repository, whatever its owner and configuration.

Except for looking up names, all commands run in a git directory of our own (`own_directory`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from verifier.domain.source import FileChange
from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.git.bundle import BundleFacts, open_bundle
from verifier.tools.git.fast_import import OWN_REF, EntryChange, commit_stream
from verifier.tools.git.objects import GitTree, ObjectReader
from verifier.tools.git.own_directory import OwnDirectory
from verifier.tools.git.patch_application import apply_patch
from verifier.tools.git.plain_files import refuse_special_files
from verifier.tools.git.program import (
    GIT_LIMITS,
    GIT_QUICK_SECONDS,
    git_message,
    git_program,
)
from verifier.tools.git.raw_diff import read_blobs, read_entry_change, read_hunks
from verifier.tools.git.tree_hash import hash_tree

_FULL_ID = re.compile(r"[0-9a-f]{40}")
_RENAMES = ("--find-renames=50%", "-l4000")
_PATCH_OPTIONS = (
    "--patch", *_RENAMES, "--full-index", "--binary", "--unified=3",
    "--inter-hunk-context=0", "--diff-algorithm=myers", "--indent-heuristic", "--no-color",
    "--no-ext-diff", "--no-textconv", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
    "--submodule=short", "--ignore-submodules=none",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitLine:
    """One commit as `rev_list` returns it; `time` is the committer's, in Unix seconds."""

    id: str
    parents: tuple[str, ...]
    time: int

    @property
    def committed(self) -> str:
        """The time in ISO 8601, UTC, as `2024-01-31T18:00:00Z`; empty for a year after 9999."""
        try:
            moment = datetime.fromtimestamp(self.time, tz=UTC)
        except (OverflowError, ValueError, OSError):
            return ""
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


class Repository:
    """A git repository, only read: bare, worktree, linked worktree, shallow, with borrowed
    objects, or a file of `refverify bundle`.

    A context manager; safe for several threads. `git_dir` and `common_dir` are absolute. `own` is our own
    git directory, which is deleted at the end.
    """

    def __init__(
        self, path: Path, git_dir: Path, common_dir: Path, facts: BundleFacts | None = None
    ) -> None:
        self.path, self.git_dir, self.common_dir, self._facts = path, git_dir, common_dir, facts
        self.own = OwnDirectory(path, git_dir, common_dir)
        self._objects = ObjectReader([*self.own.command, "cat-file", "--batch"], self.own.env)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the repository at a path, or the one that contains it, or a bundle.

        Raises:
            RepositoryError: there is no such folder, or it is not a readable repository.
            CacheError: a bundle cannot be unpacked into the cache.
        """
        try:
            found, is_file = path.is_dir(), path.is_file()
        except OSError as error:
            raise RepositoryError(f"{path}: {error.strerror}") from error
        if is_file:
            bundle = open_bundle(path)
            return cls(path, bundle.folder, bundle.folder, bundle.facts)
        if not found:
            raise RepositoryError(
                f"{path}: no such folder", hint="Give a local git repository or a clone URL."
            )
        refuse_special_files(path)
        asked = ["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir"]
        env = {"LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
        command = [git_program(), "-c", "safe.directory=*", "-C", str(path.absolute()), *asked]
        result = process.run(command, env=env, timeout=GIT_QUICK_SECONDS, limits=GIT_LIMITS)
        if result.status != 0:
            raise RepositoryError(
                f"{path}: {git_message(result)}",
                hint="Give the folder of a git repository (bare, worktree) or a clone URL.",
            )
        git_dir, common_dir = (Path(line) for line in result.text.splitlines()[:2])
        return cls(path, git_dir, common_dir)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the reader and remove our own directory."""
        self._objects.close()
        self.own.close()

    @property
    def name(self) -> str:
        """The origin's URL without credentials, otherwise the folder's name; never a path of this machine."""
        if self._facts is not None:
            return self._facts.repository
        url = self.own.ask("config", "--get", "remote.origin.url")
        if url and is_url(url) and urlsplit(url).scheme != "file":
            return without_credentials(url)
        top = self.common_dir.parent if self.common_dir.name == ".git" else self.common_dir
        return top.name.removesuffix(".git") or "repository"

    @property
    def shallow_commits(self) -> frozenset[str]:
        """The commits whose parents are missing in a shallow clone."""
        return self.own.shallow_commits

    @property
    def is_bundle(self) -> bool:
        """Whether it was opened from a bundle."""
        return self._facts is not None

    def holds_commit(self, commit: str) -> bool:
        """Whether there is a commit with this full id."""
        return bool(_FULL_ID.fullmatch(commit)) and self._objects.holds(commit, "commit")

    def resolve(self, revision: str) -> str:
        """Return the full id of the commit that a name, tag or expression refers to.

        Raises:
            RepositoryError: unknown, ambiguous, or not a commit.
        """
        if self.holds_commit(revision):
            return revision
        return self._revisions([revision], verify=True)[0]

    def full_name(self, name: str) -> str:
        """Return the full name of the ref that a name refers to; empty if it is not a ref."""
        return self.own.ask("rev-parse", "--symbolic-full-name", "--quiet", "--verify", name)

    def resolve_range(self, *revisions: str) -> tuple[str, ...]:
        """Return ids of commits or tags, with `^` before excluded ones; parses `A..B`, `A...B`,
        `^A`, `--all`.

        Raises:
            RepositoryError: a name is unknown.
        """
        return tuple(self._revisions(revisions, verify=False))

    def _revisions(self, revisions: Sequence[str], *, verify: bool) -> list[str]:
        words = ["rev-parse", "--verify"] if verify else ["rev-parse", "--revs-only"]
        if verify:
            words += ["--quiet", "--end-of-options", *(f"{r}^{{commit}}" for r in revisions)]
        else:
            words += [*revisions]
        result = self.own.look_up(*words)
        found = result.text.split()
        if result.status != 0 or not found:
            asked = " ".join(revisions)
            raise RepositoryError(
                f"{self.path}: unknown revision {asked!r}",
                hint="See `git log` for what is there; a shallow clone may lack it."
                if self._facts is None
                else "A bundle has only the commits of the instances that it was made from.",
            )
        return found

    def first_commits(self, commit: str) -> tuple[str, ...]:
        """Return the root commits of a commit's history, sorted; in a shallow clone, those at its
        boundary.

        Raises:
            RepositoryError: an object of the history is missing.
        """
        result = self.own.check("rev-list", "--max-parents=0", self._full(commit), "--")
        found = set(result.decode("ascii").split())
        if self._facts is not None:
            known = self._facts.first_commits
            found = {first for each in found for first in known.get(each, (each,))}
        return tuple(sorted(found))

    def has_commits(self) -> bool:
        """Whether any ref or HEAD has a commit."""
        return bool(self.own.look_up("rev-list", "--max-count=1", "--all", "HEAD").text) or bool(
            self.own.look_up("rev-list", "--max-count=1", "--all").text
        )

    def tree(self, revision: str) -> GitTree:
        """Return the tree of a commit; implements the domain's Tree."""
        return GitTree(self._objects, self._full(revision))

    def _full(self, revision: str) -> str:
        return revision if _FULL_ID.fullmatch(revision) else self.resolve(revision)

    def rev_list(self, *revisions: str, options: Sequence[str] = ()) -> Iterator[CommitLine]:
        """Yield the commits reachable from resolved revisions (`resolve_range`), in git's order.

        Raises:
            RepositoryError: an object of the history is missing.
        """
        words = ["rev-list", "--parents", "--timestamp", *options, "--stdin"]
        result = self.own.check(*words, stdin="\n".join(revisions).encode() + b"\n")
        for line in result.decode("ascii").splitlines():
            time, commit, *parents = line.split()
            yield CommitLine(id=commit, parents=tuple(parents), time=int(time))

    def patch(self, parent: str, commit: str) -> str:
        """Return the unified diff between two commits, with renames detected, the same on every
        machine.

        Bytes that are not UTF-8 become U+FFFD; `patch_bytes` keeps them.
        """
        return self.patch_bytes(parent, commit).decode("utf-8", "replace")

    def patch_bytes(self, parent: str, commit: str) -> bytes:
        """Like `patch`, but as bytes; `git apply` accepts it, including binary files."""
        sides = (self._full(parent), self._full(commit))
        return self.own.check("diff-tree", "-r", *_PATCH_OPTIONS, *sides, "--")

    def list_hunks(
        self, old: tuple[str, str], new: tuple[str, str]
    ) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
        """Return which lines differ between two files, each a commit and a path.

        Each pair has the lines `[start, end)` of the old and of the new file, counted from 0. Binary
        files have none.
        """
        sides = (f"{self._full(commit)}:{path}" for commit, path in (old, new))
        words = ["--unified=0", "--diff-algorithm=myers", "--indent-heuristic", "--no-color"]
        raw = self.own.check("diff", *words, "--no-ext-diff", "--no-textconv", *sides)
        return tuple(read_hunks(raw))

    def list_changed_entries(self, old: str, new: str) -> tuple[EntryChange, ...]:
        """Return every path whose entry differs between two commits, including submodules; no renames."""
        words = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"]
        raw = self.own.check(
            *words, "--ignore-submodules=none", self._full(old), self._full(new), "--"
        )
        fields = raw.decode("utf-8", "surrogateescape").split("\0")
        return tuple(
            read_entry_change(header, path)
            for header, path in zip(fields[::2], fields[1::2], strict=False)
        )

    def renames(self, old: str, new: str) -> dict[str, str]:
        """Return the files that were renamed between two commits, by their old path.

        Files are paired as in `patch`.
        """
        words = ["diff-tree", "-r", "-z", "--name-status", *_RENAMES, "--diff-filter=R"]
        raw = self.own.check(*words, self._full(old), self._full(new), "--")
        fields = raw.decode("utf-8", "surrogateescape").split("\0")
        return dict(zip(fields[1::3], fields[2::3], strict=False))

    def commit_on(self, base: str, files: Sequence[FileChange | EntryChange]) -> str:
        """Make a commit of the base's tree with some files changed, in our own directory; return
        its id.

        Raises:
            RepositoryError: a path is not allowed in a tree.
        """
        stream = b"".join(commit_stream(self._full(base), files))
        self.own.check("fast-import", "--quiet", "--force", stdin=stream)
        return self.own.check("rev-parse", OWN_REF).decode("ascii").strip()

    def tree_id(self, commit: str) -> str:
        """Return the id of a commit's root tree."""
        return self._objects.commit_tree(self._full(commit))

    def tree_id_with(self, commit: str, files: Sequence[FileChange]) -> str:
        """Return the id of a commit's tree with some files changed; nothing is written.

        Raises:
            RepositoryError: a folder with a changed file cannot be read.
        """
        return hash_tree(self._objects, self.tree_id(commit), files)

    def message(self, commit: str) -> str:
        """Return a commit's message; bytes that are not UTF-8 become U+FFFD."""
        _, content = self._objects.read(self._full(commit))
        return content.partition(b"\n\n")[2].decode("utf-8", "replace")

    def merge_base(self, one: str, other: str) -> str:
        """Return the common ancestor of two commits; the first one if there are several.

        Raises:
            RepositoryError: they have none in common, or a shallow clone lacks it.
        """
        found = self.own.finish("merge-base", self._full(one), self._full(other)).text.split()
        if not found:
            raise RepositoryError(
                f"{self.path}: {one[:10]} and {other[:10]} have no commit in common",
                hint="A shallow clone may lack it: fetch the whole history (fetch-depth 0).",
            )
        return found[0]

    def merges_by_itself(self, commit: CommitLine) -> bool:
        """Whether a merge of two parents has exactly the tree that git makes automatically."""
        if len(commit.parents) != 2:  # noqa: PLR2004
            return False
        result = self.own.finish("merge-tree", "--write-tree", *commit.parents)
        return result.status == 0 and result.text.split()[:1] == [self.tree_id(commit.id)]

    def list_changed_blobs(
        self, pairs: Sequence[tuple[str, str]], pathspec: str
    ) -> dict[str, tuple[str, ...]]:
        """Map each commit to the old and new blobs of its changed files that match a pathspec.

        `pairs` are (parent, commit), full ids. A commit that changes no such file gets an empty
        tuple; a commit with missing or corrupt trees is left out.
        """
        found: dict[str, tuple[str, ...]] = {}
        words = ["diff-tree", "--stdin", "-r", "--raw", "--no-renames", "--always", "--"]
        rest = list(pairs)
        while rest:
            lines = "".join(f"{commit} {parent}\n" for parent, commit in rest).encode("ascii")
            result = self.own.finish(*words, pathspec, stdin=lines)
            done = dict(read_blobs(result.text.splitlines()))
            found |= done
            rest = [] if result.status == 0 else rest[len(done) + 1 :]
        return found

    def sizes(self, objects: Sequence[str]) -> dict[str, int]:
        """Return the size of each object in bytes; 0 if it is missing."""
        words = ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"]
        result = self.own.check(*words, stdin="".join(f"{oid}\n" for oid in objects).encode())
        pairs = (line.split() for line in result.decode("ascii").splitlines())
        return {oid: int(size) if size.isdigit() else 0 for oid, size in pairs}

    def find_paths(self, places: Sequence[tuple[str, str]]) -> frozenset[tuple[str, str]]:
        """Return those pairs of a commit and a path that exist; the empty path is the tree itself.

        A path with a line end is not found.
        """
        asked = [place for place in places if "\n" not in place[1]]
        words = ["cat-file", "--batch-check=%(objecttype)", "--buffer"]
        lines = "".join(f"{revision}:{path}\n" for revision, path in asked)
        answers = self.own.check(*words, stdin=lines.encode("utf-8", "replace")).splitlines()
        kinds = zip(asked, answers, strict=True)
        return frozenset(place for place, kind in kinds if kind in {b"blob", b"tree"})

    def apply_patch(
        self, commit: str, patch: bytes, instead: Mapping[str, bytes] | None = None
    ) -> tuple[FileChange, ...]:
        """Return what a patch changes in a commit's tree, applied exactly (offsets allowed, no
        fuzz).

        Nothing is written to the repository. A deleted file has content None; a rename is a
        deletion and an addition. The contents in `instead`, by path, replace those of the tree
        before the patch is applied.

        Raises:
            PatchDoesNotApply: the message is git's.
            RepositoryError: the tree cannot be read.
        """
        return apply_patch(self.own, self.tree(commit), patch, instead or {})

    def empty_tree(self) -> str:
        """Return the id of the empty tree, which is created in our own directory."""
        return self.own.check("mktree", stdin=b"").decode("ascii").strip()

    def blob(self, oid: str) -> bytes:
        """Return the content of one file by its id.

        Raises:
            RepositoryError: it is missing.
        """
        return self._objects.blob(oid)
