"""Match brackets in the words of Java source, and split their content at commas.

Every function takes the texts of tokens, so the content of strings and comments does not count;
`Texts` provides them without a copy.
"""

from collections.abc import Iterable, Iterator, Sequence

OPENING, CLOSING = frozenset("([{"), frozenset(")]}")
ENDS_OF_STATEMENTS = frozenset(";{}")
"""What ends a statement, or begins or ends a block."""

_STEPS = {**dict.fromkeys(OPENING, 1), **dict.fromkeys(CLOSING, -1)}
_ANGLES = {"<": 1, ">": -1}


def depths(words: Iterable[str]) -> Iterator[int]:
    """Yield for each word how many brackets are open around it; a bracket is not inside itself.

    A closing bracket without an opening one yields -1, and counting continues from zero. Angle
    brackets do not count: without a parser it is unknown which of them are comparisons.
    """
    depth = 0
    for word in words:
        step = _STEPS.get(word, 0)
        depth += min(step, 0)
        yield depth
        depth = max(depth, 0) + max(step, 0)


def closing(words: Sequence[str], opening_at: int, *, angles: bool = False) -> int | None:
    """Return the index of the bracket that closes the one at `opening_at`; None if the words end
    before it.

    With `angles` the words are known to be types, so `<` and `>` are brackets too.
    """
    depth = 0
    for at in range(opening_at, len(words)):
        depth += _step(words[at], angles=angles)
        if depth <= 0:
            return at
    return None


def behind(words: Sequence[str], opening_at: int, *, angles: bool = False) -> int:
    """Return the index after the bracket that closes the one at `opening_at`; the end if none does."""
    end = closing(words, opening_at, angles=angles)
    return len(words) if end is None else end + 1


def opening(words: Sequence[str], closing_at: int, *, angles: bool = False) -> int | None:
    """Return the index of the bracket that the one at `closing_at` closes; None if there is none."""
    depth = 0
    for at in range(closing_at, -1, -1):
        depth -= _step(words[at], angles=angles)
        if depth <= 0:
            return at
    return None


def around(words: Sequence[str], at: int) -> Iterator[int]:
    """Yield the indices of the brackets that are open at an index, the innermost first."""
    depth = 0
    for place in range(at - 1, -1, -1):
        depth += _STEPS.get(words[place], 0)
        if depth > 0:
            yield place
            depth = 0


def between_commas(
    words: Sequence[str], opening_at: int, *, angles: bool = False
) -> tuple[list[range], int]:
    """Return the ranges between the commas of a bracket, and the index after it; empty brackets have no range."""
    end = closing(words, opening_at, angles=angles)
    last = len(words) if end is None else end
    inside = (words[at] for at in range(opening_at + 1, last))
    found, start = [], opening_at + 1
    for part in parts(inside, angles=angles):
        found.append(range(start, start + len(part)))
        start += len(part) + 1
    return [places for places in found if places], min(last + 1, len(words))


def parts(words: Iterable[str], *, angles: bool = False) -> list[list[str]]:
    """Split words at commas that are outside brackets; no words give no parts."""
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

    Not every `<` is a bracket, so unmatched ones are dropped at the end of a statement.
    """
    depth, angles = 0, 0
    for word in words:
        depth = max(0, depth + _STEPS.get(word, 0))
        step = 2 if word == "<<" else _ANGLES.get(word, 0)
        angles = 0 if word in ENDS_OF_STATEMENTS else max(0, angles + step)
        if depth + angles > most:
            return True
    return False


def _step(word: str, *, angles: bool) -> int:
    return _STEPS.get(word, 0) or (_ANGLES.get(word, 0) if angles else 0)
