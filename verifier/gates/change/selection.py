"""Select a change: a base commit and a changed side, as commits that can be compared."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from verifier.builds.build_tools import java_tree
from verifier.domain.source import Rejection
from verifier.errors import RepositoryError, UsageError
from verifier.gates.change.handed_in import Asked, apply_answer, apply_patch
from verifier.gates.change.places import find_hidden_sources
from verifier.gates.change.pull_request import ComparedBase, find_base, read_push, refuse_same
from verifier.java_text.tree_text import text_after
from verifier.tools.git.repository import CommitLine, Repository
from verifier.tools.git.snapshot import WorkTree

_RANGE = re.compile(r"^(?P<left>.*?)(?P<dots>\.{2,3})(?P<right>.*)$")


class SourceKind(StrEnum):
    """Where the changed side comes from; `default` is what is on disk, or what HEAD adds."""

    DEFAULT = "default"
    WORKTREE = "worktree"
    STAGED = "staged"
    RANGE = "range"
    COMMIT = "commit"
    PATCH = "patch"
    ANSWER = "answer"
    PULL_REQUEST = "pr"
    PUSHED = "pushed"

    @property
    def is_handed_in(self) -> bool:
        """Whether the changed side is a text that is handed in, not a state of the repository."""
        return self in {SourceKind.PATCH, SourceKind.ANSWER}


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """What to check, in the user's words.

    `revision` is the range (`A..B`, `A...B`) or the commit. `base` is the revision that files on
    disk are compared with, and to which `patch`, a unified diff, or `answer`, the raw text of a
    model, applies. `index` replaces the repository's own index, for a hook that names one.
    `target` is the branch of a pull request; empty if `announced` says it. `announced` are the
    variables of a CI service, or of pre-commit for a push.
    """

    kind: SourceKind = SourceKind.WORKTREE
    revision: str = ""
    base: str = "HEAD"
    index: Path | None = None
    patch: str = ""
    answer: str = ""
    target: str = ""
    announced: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Selected:
    """Both sides as full commit ids. For files on disk the head is a temporary commit of our own.

    `name` is the display name of the changed side. `commits` are the commits of the range, oldest
    first; empty if the changed side is not a commit of the repository. `hidden` are Java files that
    git ignores but a build of the changed side compiles, if the changed side is on this disk.
    `untracked` are the changed side's files that git does not track.
    `rejected` says why a patch or an answer changes nothing: it does not apply, or may not; the head
    is then the base.
    """

    base: str
    head: str
    name: str
    commits: tuple[CommitLine, ...] = ()
    notes: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    untracked: tuple[str, ...] = ()
    rejected: Rejection | None = None


@contextmanager
def open_selected(
    path: Path, source: Source, asked: Asked | None = None
) -> Iterator[tuple[Repository, Selected]]:
    """Open a repository and select the change. `asked` says what a raw answer is read for.

    Raises:
        UsageError: the text is not a range, the job must not run code of the pull request, or it is
            not known what an answer was asked for.
        RepositoryError: there is no repository, or a revision is unknown or has no base.
        InputError: a file or a CI service's event cannot be read, a merge is not finished, or a patch
            is not a diff.
    """
    with Repository.open(path) as repository:
        if source.kind is SourceKind.DEFAULT:
            yield repository, _by_default(repository, source)
        else:
            yield repository, _with_hidden(repository, source, _of(repository, source, asked))


def _by_default(repository: Repository, source: Source) -> Selected:
    """Select what is on disk; if nothing was edited there, what HEAD adds to the default branch."""
    on_disk = _with_hidden(repository, source, _on_disk(repository, source))
    edited = repository.tree_id(on_disk.base) != repository.tree_id(on_disk.head)
    return on_disk if edited or on_disk.hidden else _of_branch(repository)


def _with_hidden(repository: Repository, source: Source, chosen: Selected) -> Selected:
    return replace(chosen, hidden=_find_hidden(repository, source, chosen))


def _find_hidden(repository: Repository, source: Source, chosen: Selected) -> tuple[str, ...]:
    """Return the hidden sources of files on disk, of the index, or of the commit that is checked
    out.
    """
    of_disk = chosen.name in {_WORKTREE, _STAGED}
    elsewhere = source.kind.is_handed_in or not _is_checked_out(repository, chosen)
    if not of_disk and elsewhere:
        return ()
    try:
        disk = WorkTree(repository, source.index)
        ignored = disk.list_ignored_java()
    except RepositoryError:  # a bare repository has no files on disk
        return ()
    tree = java_tree(repository.tree(chosen.head))

    def text(path: str) -> str:
        change = disk.read(path)
        return "" if change is None else text_after(tree, change) or ""

    return tuple(find_hidden_sources(tree, ignored, text))


def _is_checked_out(repository: Repository, chosen: Selected) -> bool:
    return repository.has_commits() and repository.resolve("HEAD") == chosen.head


_WORKTREE, _STAGED = "worktree", "staged"


def _of(repository: Repository, source: Source, asked: Asked | None) -> Selected:
    match source.kind:
        case SourceKind.DEFAULT | SourceKind.WORKTREE:
            return _on_disk(repository, source)
        case SourceKind.STAGED:
            return _staged(repository, source)
        case SourceKind.PATCH | SourceKind.ANSWER:
            return _handed_in(repository, source, asked)
        case SourceKind.COMMIT:
            return _of_commit(repository, repository.resolve(source.revision))
        case SourceKind.RANGE:
            return _of_range(repository, source.revision)
        case SourceKind.PULL_REQUEST | SourceKind.PUSHED:
            return _of_announced(repository, source)


def _of_announced(repository: Repository, source: Source) -> Selected:
    if source.kind is SourceKind.PUSHED:
        found, top = read_push(repository, source.announced)
        return _since(repository, found, _line(repository, top))
    head = _line(repository, "HEAD")
    found = find_base(repository, head, source.announced, source.target)
    return _since(repository, found, head)


def _staged(repository: Repository, source: Source) -> Selected:
    base = _base(repository, source.base)
    staged = WorkTree(repository, source.index).commit_index(base)
    return Selected(base=base, head=staged.commit, name=_STAGED)


def _handed_in(repository: Repository, source: Source, asked: Asked | None) -> Selected:
    base = _base(repository, source.base)
    if source.kind is SourceKind.PATCH:
        found = apply_patch(repository, base, source.patch)
    else:
        found = apply_answer(repository, base, source.answer, asked)
    return Selected(
        base=base,
        head=found.commit,
        name=str(source.kind),
        notes=found.notes,
        rejected=found.rejected,
    )


def _on_disk(repository: Repository, source: Source) -> Selected:
    base = _base(repository, source.base)
    found = WorkTree(repository, source.index).on_disk(base)
    return Selected(
        base=base,
        head=found.commit,
        name=_WORKTREE,
        notes=found.notes,
        untracked=found.untracked,
    )


def _of_branch(repository: Repository) -> Selected:
    """Select what HEAD adds to the default branch."""
    head = _line(repository, "HEAD")
    return _since(repository, find_base(repository, head, {}), head)


def _line(repository: Repository, revision: str) -> CommitLine:
    (line,) = repository.rev_list(repository.resolve(revision), options=["--max-count=1"])
    return line


def _since(repository: Repository, compared: ComparedBase, head: CommitLine) -> Selected:
    lines = repository.rev_list(head.id, f"^{compared.base}", options=["--reverse", "--topo-order"])
    return Selected(
        base=compared.base,
        head=head.id,
        name=head.id,
        commits=tuple(lines),
        notes=(f"compared with {compared.base[:10]}: {compared.how}",),
    )


def _base(repository: Repository, revision: str) -> str:
    if revision == "HEAD" and not repository.has_commits():
        raise RepositoryError(
            f"{repository.path}: there is no commit to compare with",
            hint="Commit once; what comes after it can be checked.",
        )
    return repository.resolve(revision)


def _of_commit(repository: Repository, commit: str) -> Selected:
    line = _line(repository, commit)
    if not line.parents:
        shallow = commit in repository.shallow_commits
        raise RepositoryError(
            f"{commit[:10]} has no parent {'in this shallow clone' if shallow else 'to compare with'}",
            hint="Fetch more of the history: fetch-depth 2 for one commit, 0 for a range.",
        )
    return Selected(base=line.parents[0], head=commit, name=commit, commits=(line,))


def _of_range(repository: Repository, text: str) -> Selected:
    match = _RANGE.match(text)
    if match is None:
        raise UsageError(
            f"{text!r} is not a range",
            hint="Give A..B, A...B (from where B left A), or --commit C for one commit.",
        )
    left, right = (repository.resolve(match[side] or "HEAD") for side in ("left", "right"))
    base = repository.merge_base(left, right) if match["dots"] == "..." else left
    refuse_same(ComparedBase(base=base, how=f"of {text}"), right)
    lines = repository.rev_list(right, f"^{base}", options=["--reverse", "--topo-order"])
    return Selected(base=base, head=right, name=right, commits=tuple(lines))
