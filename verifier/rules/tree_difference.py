"""What changes between two whole trees, as a prediction's changes."""

from verifier.domain.source import FileChange, Tree


def changes_between(before: Tree, after: Tree) -> tuple[FileChange, ...]:
    """Every file that differs, by path; a file that is gone has content None."""
    changes = (
        FileChange(path=path, content=after.read(path))
        for path in sorted(before.paths() | after.paths())
    )
    return tuple(change for change in changes if change.content != before.read(change.path))
