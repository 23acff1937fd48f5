"""Two versions of code side by side, with the words marked that differ."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from verifier.domain.review import CodeLines

MOST_WORDS = 1500
"""Most words of a passage that are compared one by one; a longer one is marked as a whole."""
_LEAST_ALIKE = 0.4
"""Least likeness of two passages whose words are compared, in [0, 1]."""
_WORD = re.compile(r"\w+|[^\w\s]")
_INDENT = " \t\f"

Piece = tuple[str, bool]
"""A text, and whether it is marked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkedLine:
    """A line with its number and its pieces. Without a number it only fills the gap on its side."""

    number: int | None
    pieces: tuple[Piece, ...] = ()

    @property
    def is_marked(self) -> bool:
        """Whether a piece of it is marked."""
        return any(marked for _, marked in self.pieces)


_GAP = MarkedLine(number=None)


def mark_code(
    before: CodeLines, after: CodeLines
) -> tuple[tuple[MarkedLine, ...], tuple[MarkedLine, ...]]:
    """Return both sides with as many lines each; equal lines are next to each other.

    Indentation and line breaks are no difference. A word is marked if the other side lacks it at
    its place. Blanks inside of a line are marked if they differ: they may be part of a text.
    """
    first, second = ([line.strip(_INDENT) for line in side.text] for side in (before, after))
    old, new = list[MarkedLine](), list[MarkedLine]()
    for tag, i, j, k, m in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        sides = before.text[i:j], after.text[k:m]
        marks = ([], []) if tag == "equal" else _mark_words(*sides)
        rows = (
            list(_lines(sides[0], before.numbers[i:j], marks[0])),
            list(_lines(sides[1], after.numbers[k:m], marks[1])),
        )
        height = max(map(len, rows))
        old += rows[0] + [_GAP] * (height - len(rows[0]))
        new += rows[1] + [_GAP] * (height - len(rows[1]))
    return tuple(old), tuple(new)


Spot = tuple[int, int, int]
"""A line, and where a word starts and ends in it."""


def _mark_words(before: Sequence[str], after: Sequence[str]) -> tuple[list[Spot], list[Spot]]:
    """Return the words that differ between two passages."""
    spots = _find_words(before), _find_words(after)
    words = [
        [lines[n][start:end] for n, start, end in own]
        for lines, own in zip((before, after), spots, strict=True)
    ]
    if max(map(len, words)) > MOST_WORDS or words == [[], []]:
        return spots
    matcher = SequenceMatcher(None, words[0], words[1], autojunk=False)
    if _measure_likeness(matcher, words) < _LEAST_ALIKE:
        return spots
    marks = list[Spot](), list[Spot]()
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag != "equal":
            marks[0].extend(spots[0][i:j])
            marks[1].extend(spots[1][k:m])
    for block in matcher.get_matching_blocks():
        for at in range(1, block.size):
            old, new = _gap(spots[0], block.a + at), _gap(spots[1], block.b + at)
            if old and new and _text_of(before, old) != _text_of(after, new):
                marks[0].append(old)
                marks[1].append(new)
    return marks


def _gap(spots: Sequence[Spot], at: int) -> Spot | None:
    """Return what is between a word and the word before it; None if a line ends between them."""
    (first, _, start), (line, end, _) = spots[at - 1], spots[at]
    return (line, start, end) if first == line else None


def _text_of(lines: Sequence[str], spot: Spot) -> str:
    line, start, end = spot
    return lines[line][start:end]


def _measure_likeness(matcher: SequenceMatcher[str], words: Sequence[Sequence[str]]) -> float:
    """Return the share of names and numbers that both passages have, in [0, 1]; 1 without any.

    Brackets and dots do not count: all code has them.
    """
    total = sum(word[0].isalnum() or word[0] == "_" for own in words for word in own)
    same = sum(
        word[0].isalnum() or word[0] == "_"
        for block in matcher.get_matching_blocks()
        for word in words[0][block.a : block.a + block.size]
    )
    return 2 * same / total if total else 1.0


def _find_words(lines: Sequence[str]) -> list[Spot]:
    return [
        (number, found.start(), found.end())
        for number, line in enumerate(lines)
        for found in _WORD.finditer(line)
    ]


def _lines(
    texts: Sequence[str], numbers: Sequence[int], marks: Sequence[Spot]
) -> Iterator[MarkedLine]:
    own: dict[int, list[tuple[int, int]]] = {}
    for line, start, end in marks:
        own.setdefault(line, []).append((start, end))
    for at, (text, number) in enumerate(zip(texts, numbers, strict=True)):
        yield MarkedLine(number=number, pieces=tuple(_pieces(text, sorted(own.get(at, [])))))


def _pieces(text: str, marks: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Cut a line at its marks; marks with only blanks between them become one."""
    joined: list[tuple[int, int]] = []
    for start, end in filter(lambda mark: mark[0] < mark[1], marks):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    at = 0
    for start, end in joined:
        if at < start:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False
