"""Show an edit as a small diff of source lines."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher

from verifier.java_text.tokens import Token

MOST_LINES = 8
LONGEST_LINE = 160
MOST_COMPARED = 400

Lines = Mapping[int, tuple[str, ...]]
"""The words of each line that has any, by line number."""


def lines_of(tokens: Sequence[Token]) -> dict[int, tuple[str, ...]]:
    """Return the words of each line; comments, layout and empty lines are ignored."""
    found: dict[int, list[str]] = {}
    for token in tokens:
        found.setdefault(token.line, []).append(token.text)
    return {line: tuple(words) for line, words in found.items()}


def show_line(source: Sequence[str], line: int) -> str:
    """Return a line of the source without surrounding blanks, cut to a bounded length."""
    text = source[line - 1].strip() if 0 < line <= len(source) else ""
    return text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 2]} …"


def differing_lines(
    before: Lines,
    after: Lines,
    accounted: tuple[AbstractSet[int], AbstractSet[int]] = (frozenset(), frozenset()),
) -> tuple[list[int], list[int]]:
    """Return the numbers of the removed and of the added lines.

    Lines that are `accounted` for on either side are left out, unless nothing else differs.
    Examples are lines that an extraction removed and the call that replaced them.
    """
    hunks = list(_hunks(before, after))
    left = [
        _without_accounted(gone, come, accounted)
        for gone, come in hunks
        if not (set(gone) <= accounted[0] and set(come) <= accounted[1])
    ]
    chosen = left if any(gone or come for gone, come in left) else hunks
    return [n for gone, _ in chosen for n in gone], [n for _, come in chosen for n in come]


def _without_accounted(
    gone: list[int], come: list[int], accounted: tuple[AbstractSet[int], AbstractSet[int]]
) -> tuple[list[int], list[int]]:
    """Return a hunk without accounted lines; a call stays next to the line that it replaces."""
    old = [n for n in gone if n not in accounted[0]]
    new = [n for n in come if n not in accounted[1]]
    if old and not new:
        new = come
    elif new and not old and accounted[0].isdisjoint(gone):
        old = gone
    return old, new


def _hunks(before: Lines, after: Lines) -> Iterator[tuple[list[int], list[int]]]:
    """Yield stretches of lines that differ in more than their line breaks."""
    old, new = list(before.items()), list(after.items())
    start = 0
    while start < min(len(old), len(new)) and old[start][1] == new[start][1]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end][1] == new[-1 - end][1]:
        end += 1
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    for old_part, new_part in _align(old, new):
        if _join(old_part) != _join(new_part):
            yield [n for n, _ in old_part], [n for n, _ in new_part]


Row = tuple[int, tuple[str, ...]]


def _align(old: list[Row], new: list[Row]) -> Iterator[tuple[list[Row], list[Row]]]:
    if max(len(old), len(new)) > MOST_COMPARED:
        # Alignment takes quadratic time: above this limit the whole difference is one hunk.
        yield old, new
        return
    matcher = SequenceMatcher(None, [w for _, w in old], [w for _, w in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            yield old[a:b], new[c:d]


def _join(rows: Sequence[Row]) -> list[str]:
    return [word for _, words in rows for word in words]
