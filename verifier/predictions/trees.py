"""Collect the input of the analysis from a base tree and a candidate: changed sources, directories."""

from collections.abc import Iterable

from verifier.domain.source import (
    Candidate,
    FileChange,
    JavaTree,
    SourceTrees,
    source_directories,
)
from verifier.java_text.tree_text import text_after, text_of


def source_trees(base: JavaTree, candidate: Candidate) -> SourceTrees:
    """Return the changed .java files of both sides, read the same way as mining reads a commit.

    A file that the candidate leaves byte for byte unchanged does not count.
    """
    changed = [c for c in candidate.changes if c.path.endswith(".java")]
    different = [c for c in changed if base.read(c.path) != c.content]
    renamed = {old: new for old, new in candidate.renames.items() if old.endswith(".java")}
    paths = base.paths()
    return SourceTrees(
        before={c.path: t for c in different if (t := text_of(base, c.path)) is not None},
        after={c.path: t for c in different if (t := text_after(base, c)) is not None},
        directories_before=source_directories(paths),
        directories_after=source_directories(_paths_after(paths, candidate.changes)),
        renames=renamed,
    )


def _paths_after(paths: frozenset[str], changes: Iterable[FileChange]) -> frozenset[str]:
    gone = {c.path for c in changes if c.content is None}
    return (paths - gone) | {c.path for c in changes if c.content is not None}
