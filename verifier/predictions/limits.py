"""What a prediction must keep to so that any tool can deal with it; each limit is its own fault."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import PurePosixPath

from verifier.domain.source import FileChange, JavaTree, Tree
from verifier.java_text.brackets import is_nested_deeper
from verifier.java_text.tokens import token_texts
from verifier.java_text.tree_text import changed_text

MOST_NAME_BYTES = 255
MOST_PATH_BYTES = 1_000
MOST_SOURCE_BYTES = 2 * 1024**2
"""RefactoringMiner reads no larger source; a larger one of the base may stay as large."""
MOST_NESTED = 1_000
"""Brackets within brackets; a few thousand overflow the stacks of parsers and of javac."""


def unfit(base: JavaTree, changes: Iterable[FileChange]) -> str | None:
    """Why nobody can lay out or read the changed tree; None where all can."""
    changed = list(changes)
    troubles = chain(_names(changed), _places(base, changed), _sources(base, changed))
    return next(troubles, None)


def is_nested_too_deeply(text: str) -> bool:
    """Whether more brackets are open at once than a parser can take."""
    return is_nested_deeper(token_texts(text), MOST_NESTED)


def _names(changes: Iterable[FileChange]) -> Iterator[str]:
    for path in sorted(c.path for c in changes if c.content is not None):
        if max(map(len, path.encode().split(b"/"))) > MOST_NAME_BYTES:
            yield f"a file name is longer than {MOST_NAME_BYTES} bytes: {path[:60]}…"
        if len(path.encode()) > MOST_PATH_BYTES:
            yield f"a path is longer than {MOST_PATH_BYTES:,} bytes: {path[:60]}…"


def _places(base: Tree, changes: Iterable[FileChange]) -> Iterator[str]:
    """Files that another file would have to be a folder for."""
    gone = {c.path for c in changes if c.content is None}
    written = {c.path for c in changes if c.content is not None}
    files = (base.paths() - gone) | written
    for path in sorted(files):
        inside = [str(p) for p in PurePosixPath(path).parents if str(p) in files]
        if inside and not written.isdisjoint({path, *inside}):
            yield f"{inside[0]} would be a file and a folder at once"


def _sources(base: JavaTree, changes: Iterable[FileChange]) -> Iterator[str]:
    for change in changes:
        if change.content is None or not change.path.endswith(".java"):
            continue
        size = len(change.content)
        if size > MOST_SOURCE_BYTES and len(base.read(change.path) or b"") <= MOST_SOURCE_BYTES:
            yield f"{change.path} has {size:,} bytes; {MOST_SOURCE_BYTES:,} are allowed"
        elif is_nested_too_deeply(changed_text(base, change) or ""):
            yield f"{change.path} nests brackets more than {MOST_NESTED:,} deep"
