"""What differs between two trees, sorted into what is compiled and what is only compared."""

import hashlib
from collections.abc import Iterator

from verifier.domain.proof_request import ChangedFiles
from verifier.domain.source import Tree
from verifier.tools.git_objects import GitTree

_NOT_COMPILED = "module-info.java"


def changed_files(before: Tree, after: Tree) -> ChangedFiles:
    """The files that a tree has alone, and those with other bytes.

    A `module-info.java` is compared as a file: both versions are compiled as one unnamed module.
    """
    paths = frozenset(_different(before, after))
    sources = frozenset(path for path in paths if is_compiled(path))
    others = paths - sources
    return ChangedFiles(
        sources=sources,
        other_before=_hashes(before, others),
        other_after=_hashes(after, others),
    )


def is_compiled(path: str) -> bool:
    """Whether a file is compared as code."""
    return path.endswith(".java") and path.rpartition("/")[2] != _NOT_COMPILED


def _different(before: Tree, after: Tree) -> Iterator[str]:
    if isinstance(before, GitTree) and isinstance(after, GitTree):
        old, new = before.blobs(), after.blobs()
        yield from (path for path in {*old, *new} if old.get(path) != new.get(path))
    else:
        every = before.paths() | after.paths()
        yield from (path for path in every if before.read(path) != after.read(path))


def digest(content: bytes) -> str:
    """What stands for a file's content."""
    return hashlib.sha256(content).hexdigest()


def _hashes(tree: Tree, paths: frozenset[str]) -> dict[str, str]:
    contents = {path: tree.read(path) for path in sorted(paths)}
    return {path: digest(content) for path, content in contents.items() if content is not None}
