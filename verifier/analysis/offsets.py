"""Convert between Python string offsets and Java's lines and columns in UTF-16 units."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Offsets:
    """Converts offsets of one text. A character beyond U+FFFF is two units in Java, one in Python."""

    text: str

    _none: ClassVar[list[int]] = []

    @cached_property
    def _astral(self) -> list[int]:
        """UTF-16 offsets of the characters with two units, in order."""
        if self.text.isascii():
            return self._none
        found = _ASTRAL.finditer(self.text)
        return [match.start() + before for before, match in enumerate(found)]

    @cached_property
    def _lines(self) -> list[int]:
        """UTF-16 offsets of the beginnings of lines."""
        starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return [self.to_java(start) for start in starts] if self._astral else starts

    def to_python(self, unit: int) -> int:
        """Convert a UTF-16 offset to a string offset."""
        return unit - bisect_left(self._astral, unit) if self._astral else unit

    def to_java(self, offset: int) -> int:
        """Convert a string offset to a UTF-16 offset."""
        if not self._astral:
            return offset
        starts = [unit - before for before, unit in enumerate(self._astral)]
        return offset + bisect_left(starts, offset)

    def position(self, unit: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at a UTF-16 offset."""
        line = bisect_right(self._lines, unit)
        return line, unit - self._lines[line - 1] + 1
