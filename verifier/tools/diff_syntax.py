"""What the lines of a unified diff say in git's own spelling: a hunk's header, a quoted file name."""

import re
from dataclasses import dataclass
from typing import Self

# No file has so many lines that ten digits do not count them, and Python refuses to read thousands.
_HUNK = re.compile(rb"@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@")
_QUOTED = re.compile(rb'"(?:\\.|[^"\\])*+"', re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_CONTROLS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13}


@dataclass(frozen=True, kw_only=True, slots=True)
class HunkHeader:
    """Where a hunk begins on either side, from 1, and how many lines of it there are.

    A side without lines begins at the line before, which is 0 for an empty file.
    """

    old: int
    old_length: int
    new: int
    new_length: int

    @classmethod
    def of(cls, line: bytes) -> Self | None:
        """Read a line; None where it begins no hunk."""
        found = _HUNK.match(line)
        if found is None:
            return None
        # A length that is not said is one.
        old, old_length, new, new_length = (1 if n is None else int(n) for n in found.groups())
        return cls(old=old, old_length=old_length, new=new, new_length=new_length)


def written_name(line: bytes) -> bytes:
    """The file name that a line begins with, as git writes it, quotes included.

    What stands behind the closing quote, or behind a tab, is no part of it: git puts a tab behind
    a name with blanks, other programs put a time there.
    """
    quoted = _QUOTED.match(line)
    return quoted.group() if quoted is not None else line.partition(b"\t")[0]


def unquote(name: bytes) -> str:
    """A file name as git prints it, C-style quotes undone; bytes that are not UTF-8 stay apart."""
    if name.startswith(b'"') and name.endswith(b'"') and len(name) > 1:
        name = _ESCAPE.sub(_unescape, name[1:-1])
    return name.decode("utf-8", "surrogateescape")


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if len(code) == len("777"):
        return bytes([int(code, 8) & 0xFF])
    return bytes([_CONTROLS[code]]) if code in _CONTROLS else code
