"""Turn a commit on top of the base into a candidate, without a patch in between."""

from collections.abc import Iterator, Sequence

from verifier.domain.outcome import Reason
from verifier.domain.source import (
    EXECUTABLE_MODE,
    LINK_MODES,
    PLAIN_MODE,
    SUBMODULE,
    Candidate,
    FileChange,
    JavaTree,
    Rejection,
)
from verifier.predictions.policy.refusal import refuse_modes, refuse_paths
from verifier.predictions.resolve import effective
from verifier.tools.git.fast_import import EntryChange
from verifier.tools.git.repository import Repository

_GONE = "000000"


def from_commit(repository: Repository, base: JavaTree, commit: str) -> Candidate | Rejection:
    """Return what a commit changes in a base.

    It is rejected for the same reasons as a patch: a path that leaves the tree, a new link or
    submodule, Java that is not text, a source that is too large, or no change of code.

    Raises:
        RepositoryError: an object is missing.
    """
    entries = repository.list_changed_entries(base.id, commit)
    if not entries:
        return Rejection(reason=Reason.NO_CHANGE, details="nothing differs from the base")
    refused = refuse_paths(entry.path for entry in entries) or _refuse_links(
        repository, base, entries
    )
    if refused is not None:
        return refused
    changes = tuple(_changes(repository, base, commit, entries))
    for change in changes:
        if change.path.endswith(".java") and _is_binary(base, change):
            details = f"{change.path} is binary; Java is text"
            return Rejection(reason=Reason.APPLY_FAILED, details=details)
    candidate = Candidate(changes=changes, patch="", renames=repository.renames(base.id, commit))
    return effective(base, candidate)


def _refuse_links(
    repository: Repository, base: JavaTree, entries: Sequence[EntryChange]
) -> Rejection | None:
    """Refuse a link or submodule that is new or gone; the policy judges one with another target."""
    before = repository.tree(base.id)
    for entry in entries:
        old = before.mode(entry.path) or ""
        if LINK_MODES & {old, entry.mode} and old != entry.mode:
            return refuse_modes((old, entry.mode), entry.path)
    return None


def _changes(
    repository: Repository, base: JavaTree, commit: str, entries: Sequence[EntryChange]
) -> Iterator[FileChange]:
    before, after = repository.tree(base.id), repository.tree(commit)
    for entry in entries:
        kept = bool(entry.oid) and entry.mode != SUBMODULE
        # The mode of a file that was executable and still is does not count.
        same = entry.mode == before.mode(entry.path) == EXECUTABLE_MODE
        yield FileChange(
            path=entry.path,
            content=after.read(entry.path) if kept else None,
            mode=(PLAIN_MODE if same else entry.mode) if kept else _GONE,
        )


def _is_binary(base: JavaTree, change: FileChange) -> bool:
    """Tell whether a side has a NUL byte, as git does for the start of a file."""
    return b"\0" in (base.read(change.path) or b"") or b"\0" in (change.content or b"")
