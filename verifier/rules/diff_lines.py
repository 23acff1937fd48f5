"""Changed lines read from somebody's unified diff, where no trees are at hand."""

import re
from collections.abc import Iterator

from verifier.errors import InputError
from verifier.rules.changed_lines import ChangedLines, Line, is_ignored

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
NOWHERE = "/dev/null"


def lines_of_diff(diff: bytes, *, compat: bool = False) -> ChangedLines:
    """Added and removed lines of a git diff; quoted names, spaces and any bytes are read.

    Raises:
        InputError: a hunk is cut off or stands under no file.
    """
    added: set[Line] = set()
    removed: set[Line] = set()
    renames: dict[str, str] = {}
    for old, new, sign, number in _changed(diff.decode("utf-8", "surrogateescape")):
        if old not in (new, NOWHERE) and new != NOWHERE:
            renames[old] = new
        if any(is_ignored(p, compat=compat) for p in (old, new)):
            continue
        if sign == "+":
            added.add((new, number))
        else:
            removed.add((old, number))
    return ChangedLines(added=frozenset(added), removed=frozenset(removed), renames=renames)


def _changed(diff: str) -> Iterator[tuple[str, str, str, int]]:
    """(old path, new path, sign, line) of every changed line."""
    lines = iter(diff.split("\n"))
    old = new = ""
    for line in lines:
        if line.startswith("--- "):
            old = _path(line[4:], "a/")
        elif line.startswith("+++ "):
            new = _path(line[4:], "b/")
        elif (hunk := _HUNK.match(line)) is not None:
            if not old or not new:
                raise InputError("a hunk of the diff stands under no file")
            yield from ((old, new, sign, number) for sign, number in _hunk(hunk, lines))


def _hunk(hunk: re.Match[str], lines: Iterator[str]) -> Iterator[tuple[str, int]]:
    left_old, left_new = int(hunk[2] or 1), int(hunk[4] or 1)
    old, new = int(hunk[1]), int(hunk[3])
    while left_old or left_new:
        line = next(lines, None)
        if line is None:
            raise InputError("the diff ends within a hunk", hint="Give the whole file.")
        if line.startswith("\\"):
            continue
        if line.startswith("-"):
            yield "-", old
        elif line.startswith("+"):
            yield "+", new
        on_old, on_new = not line.startswith("+"), not line.startswith("-")
        old, left_old = old + on_old, left_old - on_old
        new, left_new = new + on_new, left_new - on_new


def _path(written: str, prefix: str) -> str:
    """A name as git writes it: quoted with C escapes where it is odd, a tab after one with spaces."""
    name = written.rstrip("\r")
    if name.startswith('"'):
        raw = name[1 : name.rindex('"')].encode("utf-8", "surrogateescape")
        name = _ESCAPE.sub(_byte, raw).decode("utf-8", "surrogateescape")
    else:
        name = name.partition("\t")[0]
    return name if name == NOWHERE else name.removeprefix(prefix)


def _byte(escape: re.Match[bytes]) -> bytes:
    code = escape[1].decode("ascii")
    return bytes([_ESCAPES[code] if code in _ESCAPES else int(code, 8) & 255])
