"""Limits that keep a prediction manageable for every tool; exceeding one is a fault of the
prediction.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import PurePosixPath

from verifier.domain.source import FileChange, JavaTree, Tree
from verifier.java_text.brackets import is_nested_deeper
from verifier.java_text.tokens import token_texts
from verifier.java_text.tree_text import text_after

MOST_NAME_BYTES = 255
MOST_PATH_BYTES = 1_000
MOST_SOURCE_BYTES = 2 * 1024**2
"""RefactoringMiner reads no larger source. A larger source of the base may stay that large."""
MOST_NESTED = 1_000
"""Limit for nested brackets; a few thousand overflow the stacks of parsers and of javac."""


def unfit(base: JavaTree, changes: Iterable[FileChange]) -> str | None:
    """Say why the changed tree cannot be written or read; None if it can."""
    changed = list(changes)
    troubles = chain(_names(changed), _places(base, changed), _sources(base, changed))
    return next(troubles, None)


def is_nested_too_deeply(text: str) -> bool:
    """Tell whether more brackets are open at once than a parser can handle."""
    return is_nested_deeper(token_texts(text), MOST_NESTED)


def _names(changes: Iterable[FileChange]) -> Iterator[str]:
    for path in sorted(c.path for c in changes if c.content is not None):
        if max(map(len, path.encode().split(b"/"))) > MOST_NAME_BYTES:
            yield f"a file name is longer than {MOST_NAME_BYTES} bytes: {path[:60]}…"
        if len(path.encode()) > MOST_PATH_BYTES:
            yield f"a path is longer than {MOST_PATH_BYTES:,} bytes: {path[:60]}…"


def _places(base: Tree, changes: Iterable[FileChange]) -> Iterator[str]:
    """Yield files that would have to be a folder at the same time."""
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
        elif is_nested_too_deeply(text_after(base, change) or ""):
            yield f"{change.path} nests brackets more than {MOST_NESTED:,} deep"
