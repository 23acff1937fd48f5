"""Parse what `git diff` and `git diff-tree` print: hunks without context, and raw lines."""

import re
from collections.abc import Iterable, Iterator

from verifier.tools.git.fast_import import EntryChange

_HUNK = re.compile(rb"(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def read_hunks(raw: bytes) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the lines `[start, end)` of each hunk on both sides, counted from 0."""
    for header in _HUNK.finditer(raw):
        old, new = (
            # An empty side names the line before it.
            (int(at) - bool(count), int(at) - bool(count) + count)
            for at, count in ((header[n], int(header[n + 1] or 1)) for n in (1, 3))
        )
        yield old, new


def read_entry_change(header: str, path: str) -> EntryChange:
    """Parse a header of `diff-tree --raw` for a path."""
    _, mode, _, oid, status = header.split()
    gone = status == "D"
    return EntryChange(path=path, mode="" if gone else mode, oid="" if gone else oid)


def read_blobs(lines: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Parse `diff-tree --stdin --raw`: a line with a commit id, followed by one line per changed file."""
    commit, blobs = "", list[str]()
    for line in lines:
        if line.startswith(":"):
            _, _, old, new, _ = line.split(maxsplit=4)
            blobs += [oid for oid in (old, new) if oid.strip("0")]
        else:
            if commit:
                yield commit, tuple(blobs)
            commit, blobs = line.strip(), []
    if commit:
        yield commit, tuple(blobs)
