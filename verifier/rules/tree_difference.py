"""The difference between two whole trees, as the changes of a prediction."""

from collections.abc import Iterable

from verifier.domain.source import FileChange, Tree
from verifier.tools.git.objects import GitTree


def changes_between(before: Tree, after: Tree) -> tuple[FileChange, ...]:
    """Return every file that differs, by path; a deleted file has content None."""
    changes = (
        FileChange(path=path, content=after.read(path)) for path in sorted(_suspects(before, after))
    )
    return tuple(change for change in changes if change.content != before.read(change.path))


def _suspects(before: Tree, after: Tree) -> Iterable[str]:
    """Return the paths worth reading: for git trees only those whose blob ids differ."""
    if not (isinstance(before, GitTree) and isinstance(after, GitTree)):
        return before.paths() | after.paths()
    old, new = before.blobs(), after.blobs()
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
