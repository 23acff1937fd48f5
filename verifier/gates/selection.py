"""Which change is meant: a base commit and a changed side, as commits that can be compared."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.errors import InputError, RepositoryError, UsageError
from verifier.predictions.patch import PatchError, read_patch
from verifier.tools.git import CommitLine, PatchDoesNotApply, Repository
from verifier.tools.git_snapshot import WorkTree

_RANGE = re.compile(r"^(?P<left>.*?)(?P<dots>\.{2,3})(?P<right>.*)$")


class SourceKind(StrEnum):
    """Where the changed side comes from."""

    WORKTREE = "worktree"
    STAGED = "staged"
    RANGE = "range"
    COMMIT = "commit"
    PATCH = "patch"


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """What to check, in the user's words.

    `revision` is the range (`A..B`, `A...B`) or the commit. `base` is what files on disk are
    compared with, and what `patch`, a unified diff, is applied to. `index` is another index than
    the repository's own, as a hook names it.
    """

    kind: SourceKind = SourceKind.WORKTREE
    revision: str = ""
    base: str = "HEAD"
    index: Path | None = None
    patch: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Selected:
    """Both sides as full commit ids; that of files on disk is a commit of our own.

    `name` is what the changed side is called. `commits` are the range's, the oldest first; empty
    for files on disk and for the index.
    """

    base: str
    head: str
    name: str
    commits: tuple[CommitLine, ...] = ()
    notes: tuple[str, ...] = ()


@contextmanager
def selected(path: Path, source: Source) -> Iterator[tuple[Repository, Selected]]:
    """Open a repository and take the change from it.

    Raises:
        UsageError: the range is none.
        RepositoryError: no repository, or a revision is unknown or has nothing to compare with.
        InputError: a file cannot be read, a merge is not finished, or a patch does not apply.
    """
    with Repository.open(path) as repository:
        yield repository, _of(repository, source)


def _of(repository: Repository, source: Source) -> Selected:
    match source.kind:
        case SourceKind.WORKTREE:
            base = _base(repository, source.base)
            found = WorkTree(repository, source.index).on_disk(base)
            return Selected(base=base, head=found.commit, name="worktree", notes=found.notes)
        case SourceKind.STAGED:
            base = _base(repository, source.base)
            found = WorkTree(repository, source.index).staged(base)
            return Selected(base=base, head=found.commit, name="staged")
        case SourceKind.COMMIT:
            return _of_commit(repository, repository.resolve(source.revision))
        case SourceKind.RANGE:
            return _of_range(repository, source.revision)
        case SourceKind.PATCH:
            return _of_patch(repository, _base(repository, source.base), source.patch)


def _base(repository: Repository, revision: str) -> str:
    if revision == "HEAD" and not repository.has_commits():
        raise RepositoryError(
            f"{repository.path}: there is no commit to compare with",
            hint="Commit once; what comes after it can be checked.",
        )
    return repository.resolve(revision)


def _of_commit(repository: Repository, commit: str) -> Selected:
    (line,) = repository.rev_list(commit, options=["--max-count=1"])
    if not line.parents:
        shallow = commit in repository.shallow_commits
        raise RepositoryError(
            f"{commit[:10]} has no parent {'in this shallow clone' if shallow else 'to compare with'}",
            hint="Fetch more of the history: fetch-depth 2 for one commit, 0 for a range.",
        )
    return Selected(base=line.parents[0], head=commit, name=commit, commits=(line,))


def _of_patch(repository: Repository, base: str, text: str) -> Selected:
    try:
        changes = repository.apply_patch(base, read_patch(text).text)
    except (PatchError, PatchDoesNotApply) as error:
        raise InputError(
            f"the patch is none of this base: {error}",
            hint="Give a plain unified diff, as `git diff --no-color` writes it, and its base.",
        ) from error
    return Selected(base=base, head=repository.commit_on(base, changes), name="patch")


def _of_range(repository: Repository, text: str) -> Selected:
    match = _RANGE.match(text)
    if match is None:
        raise UsageError(
            f"{text!r} is no range",
            hint="Give A..B, A...B (from where B left A), or --commit C for one commit.",
        )
    left, right = (repository.resolve(match[side] or "HEAD") for side in ("left", "right"))
    base = repository.merge_base(left, right) if match["dots"] == "..." else left
    lines = repository.rev_list(right, f"^{base}", options=["--reverse", "--topo-order"])
    return Selected(base=base, head=right, name=right, commits=tuple(lines))
