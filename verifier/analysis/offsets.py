"""Python string offsets, and the lines and columns in UTF-16 units that Java tools count in."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Offsets:
    """Converts offsets of one text. Characters beyond U+FFFF are two units in Java, one here."""

    text: str

    _none: ClassVar[list[int]] = []

    @cached_property
    def _astral(self) -> list[int]:
        """UTF-16 offsets of the characters that take two units, in order."""
        if self.text.isascii():
            return self._none
        found = _ASTRAL.finditer(self.text)
        return [match.start() + before for before, match in enumerate(found)]

    @cached_property
    def _lines(self) -> list[int]:
        """UTF-16 offsets at which lines begin."""
        starts = [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        return [self.to_java(start) for start in starts] if self._astral else starts

    def to_python(self, unit: int) -> int:
        """The string offset of a UTF-16 offset."""
        return unit - bisect_left(self._astral, unit) if self._astral else unit

    def to_java(self, offset: int) -> int:
        """The UTF-16 offset of a string offset."""
        if not self._astral:
            return offset
        starts = [unit - before for before, unit in enumerate(self._astral)]
        return offset + bisect_left(starts, offset)

    def position(self, unit: int) -> tuple[int, int]:
        """Line and column, both from 1, of the character at a UTF-16 offset."""
        line = bisect_right(self._lines, unit)
        return line, unit - self._lines[line - 1] + 1
