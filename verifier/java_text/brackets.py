"""Brackets among the words of Java source: what closes what, what stands between the commas.

Every function takes the texts of tokens, so that nothing in a string or a comment counts.
"""

from collections.abc import Iterable, Iterator, Sequence

OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
ENDS_OF_STATEMENTS = frozenset(";{}")
"""What a statement ends with, or a block begins or ends with."""

_STEPS = {**dict.fromkeys(OPENING, 1), **dict.fromkeys(CLOSING, -1)}
_ANGLES = {"<": 1, "<<": 2, ">": -1}


def depths(words: Iterable[str]) -> Iterator[int]:
    """For each word how many brackets are open around it; a bracket stands outside of itself.

    A closing bracket that closes nothing has -1, and the count goes on from zero. Angle brackets
    are none here: without a parser nobody knows which of them compare numbers.
    """
    depth = 0
    for word in words:
        step = _STEPS.get(word, 0)
        depth += min(step, 0)
        yield depth
        depth = max(depth, 0) + max(step, 0)


def closing(words: Sequence[str], opening: int, *, angles: bool = False) -> int | None:
    """The place of the bracket that closes the one at `opening`; None where the words end before.

    With `angles` the words are known to be types, so that `<` and `>` are brackets too.
    """
    depth = 0
    for at in range(opening, len(words)):
        depth += _step(words[at], angles=angles)
        if depth <= 0:
            return at
    return None


def opening_angle(words: Sequence[str], closing_at: int) -> int | None:
    """The place of the `<` that the `>` at `closing_at` closes; None where there is none."""
    depth = 0
    for at in range(closing_at, -1, -1):
        depth -= _ANGLES.get(words[at], 0)
        if depth <= 0:
            return at
    return None


def parts(words: Iterable[str], *, angles: bool = False) -> list[list[str]]:
    """The words between the commas that stand in no bracket; nothing has no part."""
    found: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += _step(word, angles=angles)
        if word == "," and depth == 0:
            found.append([])
        else:
            found[-1].append(word)
    return found if len(found) > 1 or found[0] else []


def is_nested_deeper(words: Iterable[str], most: int) -> bool:
    """Whether more than `most` brackets are open at once, counting angles within a statement.

    Not every `<` is a bracket, so those that are left over are forgotten at a statement's end.
    """
    depth, angles = 0, 0
    for word in words:
        depth = max(0, depth + _STEPS.get(word, 0))
        angles = 0 if word in ENDS_OF_STATEMENTS else max(0, angles + _ANGLES.get(word, 0))
        if depth + angles > most:
            return True
    return False


def _step(word: str, *, angles: bool) -> int:
    return _STEPS.get(word, 0) or (_ANGLES.get(word, 0) if angles else 0)
