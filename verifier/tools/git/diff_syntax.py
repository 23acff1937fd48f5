"""Parse lines of a unified diff in git's syntax: hunk headers and quoted file names."""

import re
from dataclasses import dataclass
from typing import Self

# Ten digits are enough for the lines of any file, and Python refuses to parse thousands of digits.
_HUNK = re.compile(rb"@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@")
_QUOTED = re.compile(rb'"(?:\\.|[^"\\])*+"', re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_CONTROLS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13}


@dataclass(frozen=True, kw_only=True, slots=True)
class HunkHeader:
    """The first line of a hunk on both sides, from 1, and its number of lines.

    A side without lines begins at the line before, which is 0 for an empty file.
    """

    old: int
    old_length: int
    new: int
    new_length: int

    @classmethod
    def of(cls, line: bytes) -> Self | None:
        """Parse a line; None if it is not a hunk header."""
        found = _HUNK.match(line)
        if found is None:
            return None
        # An omitted length is 1.
        old, old_length, new, new_length = (1 if n is None else int(n) for n in found.groups())
        return cls(old=old, old_length=old_length, new=new, new_length=new_length)


def read_name(line: bytes) -> bytes:
    """Return the file name at the beginning of a line, as git writes it, including quotes.

    The name ends at the closing quote or at a tab: git adds a tab after a name with blanks, other
    programs add a time there.
    """
    quoted = _QUOTED.match(line)
    return quoted.group() if quoted is not None else line.partition(b"\t")[0]


def unquote(name: bytes) -> str:
    """Unquote a file name as git prints it (C-style); bytes that are not UTF-8 become surrogates."""
    if name.startswith(b'"') and name.endswith(b'"') and len(name) > 1:
        name = _ESCAPE.sub(_unescape, name[1:-1])
    return name.decode("utf-8", "surrogateescape")


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if len(code) == len("777"):
        return bytes([int(code, 8) & 0xFF])
    return bytes([_CONTROLS[code]]) if code in _CONTROLS else code
