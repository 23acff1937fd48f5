"""A member's declaration in its file: its text, its tokens and its class."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.domain.refactoring import CodeRange
from verifier.java_text.tokens import Token, scan_in_place
from verifier.residue.text.edit import Text
from verifier.residue.text.home import Home


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodText:
    """A method's declaration within its file's text, with annotations and modifiers.

    `class_name` is the enclosing class. `homes` maps binary class names to what this side declares.
    """

    file: str
    text: str
    start: int
    end: int
    class_name: str = ""
    homes: Mapping[str, Home] = field(default_factory=dict)

    @property
    def home(self) -> Home | None:
        """The enclosing class; None if it is unknown, so its names have no meaning."""
        return self.homes.get(self.class_name)

    @property
    def code(self) -> str:
        """The declaration's own text."""
        return self.text[self.start : self.end]

    def as_text(self, accounted: frozenset[int] = frozenset()) -> Text:
        """Return its tokens with their file; `accounted` are lines that a refactoring accounts for."""
        return Text(
            file=self.file,
            tokens=self.tokens(),
            offset=self.lines_before,
            source=self.code,
            accounted=accounted,
        )

    @property
    def lines_before(self) -> int:
        """The number of lines of the file before the declaration."""
        return self.text.count("\n", 0, self.start)

    def tokens(self) -> list[Token]:
        """Return its tokens as the compiler reads them.

        `start` is an offset in the declaration's text.
        """
        # RefactoringMiner's columns refer to the source with its escapes as written.
        return list(scan_in_place(self.code))

    def offsets(self, ranges: Iterable[CodeRange]) -> list[range]:
        """Return the ranges of this file as offsets in the declaration."""
        lines = [0]
        while (found := self.text.find("\n", lines[-1])) >= 0:
            lines.append(found + 1)
        return [
            range(
                self._offset(lines, each.start_line, each.start_column) - self.start,
                self._offset(lines, each.end_line, each.end_column) - self.start + 1,
            )
            for each in ranges
            if each.file == self.file and 0 < each.start_line <= each.end_line <= len(lines)
        ]

    def _offset(self, lines: Sequence[int], line: int, column: int) -> int:
        """Convert a column, counted from 1 in UTF-16 units, to an offset.

        Rare characters have two units.
        """
        start = lines[line - 1]
        units, position = 1, start
        while units < column and position < len(self.text):
            units += 2 if self.text[position] > "\uffff" else 1
            position += 1
        return position
