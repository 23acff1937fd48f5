"""Read changed lines from a unified diff, if the trees are not available."""

from collections.abc import Iterator

from verifier.errors import InputError
from verifier.rules.changed_lines import ChangedLines, Line, is_ignored
from verifier.tools.git.diff_syntax import HunkHeader, read_name, unquote

NOWHERE = "/dev/null"


def lines_of_diff(diff: bytes, *, compat: bool = False) -> ChangedLines:
    """Return added and removed lines of a git diff; supports quoted names, spaces and any bytes.

    Raises:
        InputError: a hunk is truncated or belongs to no file.
    """
    added: set[Line] = set()
    removed: set[Line] = set()
    renames: dict[str, str] = {}
    for old, new, sign, number in _read_changed(diff):
        if old not in (new, NOWHERE) and new != NOWHERE:
            renames[old] = new
        if any(is_ignored(p, compat=compat) for p in (old, new)):
            continue
        if sign == "+":
            added.add((new, number))
        else:
            removed.add((old, number))
    return ChangedLines(added=frozenset(added), removed=frozenset(removed), renames=renames)


def _read_changed(diff: bytes) -> Iterator[tuple[str, str, str, int]]:
    """Yield (old path, new path, sign, line) for every changed line."""
    lines = iter(diff.split(b"\n"))
    old = new = ""
    for line in lines:
        if line.startswith(b"--- "):
            old = _path(line[4:], "a/")
        elif line.startswith(b"+++ "):
            new = _path(line[4:], "b/")
        elif (hunk := HunkHeader.of(line)) is not None:
            if not old or not new:
                raise InputError("a hunk of the diff belongs to no file")
            yield from ((old, new, sign, number) for sign, number in _hunk(hunk, lines))


def _hunk(hunk: HunkHeader, lines: Iterator[bytes]) -> Iterator[tuple[str, int]]:
    old, left_old = hunk.old, hunk.old_length
    new, left_new = hunk.new, hunk.new_length
    while left_old or left_new:
        line = next(lines, None)
        if line is None:
            raise InputError("the diff ends within a hunk", hint="Give the whole file.")
        if line.startswith(b"\\"):
            continue
        if line.startswith(b"-"):
            yield "-", old
        elif line.startswith(b"+"):
            yield "+", new
        on_old, on_new = not line.startswith(b"+"), not line.startswith(b"-")
        old, left_old = old + on_old, left_old - on_old
        new, left_new = new + on_new, left_new - on_new


def _path(written: bytes, prefix: str) -> str:
    """Parse a name as git writes it: quoted with C escapes if needed, followed by a tab if it has spaces."""
    name = unquote(read_name(written.rstrip(b"\r")))
    return name if name == NOWHERE else name.removeprefix(prefix)
