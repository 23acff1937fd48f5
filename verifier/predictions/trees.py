"""What the analysis needs of a base tree and a candidate: changed sources and all directories."""

from collections.abc import Iterable
from pathlib import PurePosixPath

from verifier.domain.source import Candidate, FileChange, SourceTrees, Tree

SUPPORTED_SUFFIXES = (".java", ".py", ".kt", ".ts")
"""Files whose folders RefactoringMiner counts as source directories."""

ROOT = "."


def source_trees(base: Tree, candidate: Candidate) -> SourceTrees:
    """The changed .java files of both sides, as RefactoringMiner reads them from a commit.

    Bytes that are not UTF-8 become U+FFFD, as they do there. A file that the candidate leaves
    byte for byte as it was is not a change.
    """
    changed = [c for c in candidate.changes if c.path.endswith(".java")]
    before = {c.path: base.read(c.path) for c in changed}
    different = [c for c in changed if before[c.path] != c.content]
    renamed = {old: new for old, new in candidate.renames.items() if old.endswith(".java")}
    paths = base.paths()
    return SourceTrees(
        before={c.path: _text(b) for c in different if (b := before[c.path]) is not None},
        after={c.path: _text(c.content) for c in different if c.content is not None},
        directories_before=directories(paths),
        directories_after=directories(_paths_after(paths, candidate.changes)),
        renames=renamed,
    )


def directories(paths: Iterable[str]) -> frozenset[str]:
    """Every folder on the way to a supported file, the repository's root left out."""
    return frozenset(
        str(folder)
        for path in paths
        if path.endswith(SUPPORTED_SUFFIXES)
        for folder in PurePosixPath(path).parents
        if str(folder) != ROOT
    )


def _paths_after(paths: frozenset[str], changes: Iterable[FileChange]) -> frozenset[str]:
    gone = {c.path for c in changes if c.content is None}
    return (paths - gone) | {c.path for c in changes if c.content is not None}


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
