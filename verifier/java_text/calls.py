"""Calls in Java source by name and number of arguments; whoever decides must ask when in doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.java_text.brackets import CLOSING, OPENING, closing, opening
from verifier.java_text.tokens import Token, TokenKind, scan

_LONGEST_TYPE = 100
"""Words of type arguments at most."""
_BEFORE_A_CALL = frozenset(
    {"return", "throw", "else", "do", "case", "assert", "yield", "in", "when", "await"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A call of `name`; `arguments` is None where the number cannot be told (`::`, generics)."""

    name: str
    arguments: int | None
    start: int

    def may_be(self, parameters: Sequence[str]) -> bool:
        """Whether it could call a method with these parameter types."""
        varargs = bool(parameters) and parameters[-1].endswith("[]")
        return self.arguments is None or varargs or self.arguments == len(parameters)


def calls_of(source: str, name: str | None = None) -> Iterator[Call]:
    """Every call and method reference in a source, or only those of one name."""
    if name is not None and name not in source and "\\u" not in source:
        return
    tokens = list(scan(source))
    words = [token.text for token in tokens]
    arguments = _argument_counts(words)
    for at, token in enumerate(tokens):
        if token.kind is not TokenKind.WORD or (name is not None and token.text != name):
            continue
        before = tokens[at - 1] if at else None
        if before is not None and before.text == "::":
            yield Call(name=token.text, arguments=None, start=token.start)
        elif _opens_call(tokens, words, at, before):
            yield Call(name=token.text, arguments=arguments.get(at + 1), start=token.start)


def _opens_call(tokens: list[Token], words: list[str], at: int, before: Token | None) -> bool:
    """A name with a parenthesis that is neither a declaration nor an instance creation."""
    if at + 1 >= len(tokens) or tokens[at + 1].text != "(":
        return False
    if before is None:
        return True
    if before.kind is TokenKind.WORD:
        return before.text in _BEFORE_A_CALL
    if before.text == ">":
        return _compares_or_closes_type_arguments(words, at - 1)
    return before.text not in {"@", "]"}


def _compares_or_closes_type_arguments(words: list[str], at: int) -> bool:
    """`a > name(` and `this.<T>name(` are calls; `List<T> name(` is a declaration."""
    near = words[max(0, at + 1 - _LONGEST_TYPE) : at + 1]
    begin = opening(near, len(near) - 1, angles=True)
    return begin is None or near[begin] != "<" or (begin > 0 and near[begin - 1] == ".")


@dataclass(slots=True)
class _Open:
    """A bracket that was not closed yet: commas and angles in it alone, and whether it holds anything."""

    at: int
    commas: int = 0
    angles: bool = False
    filled: bool = False


def argument_count(words: Sequence[str], opening_at: int) -> int | None:
    """How many arguments stand in the bracket of a call; None where the number cannot be told."""
    end = closing(words, opening_at)
    return None if end is None else _argument_counts(words[opening_at : end + 1])[0]


def _argument_counts(words: Sequence[str]) -> dict[int, int | None]:
    """How many arguments stand in each bracket, by its place; None where the number cannot be told.

    A bracket without an end has no entry. One pass: calls stand within calls.
    """
    counts: dict[int, int | None] = {}
    opened: list[_Open] = []
    for at, word in enumerate(words):
        if word in CLOSING:
            if opened:
                ended = opened.pop()
                counts[ended.at] = _number_of(ended)
        elif opened:
            opened[-1].filled = True
            opened[-1].commas += word == ","
            opened[-1].angles |= word == "<"
        if word in OPENING:
            opened.append(_Open(at))
    return counts


def _number_of(bracket: _Open) -> int | None:
    # `f(a < b, c > d)` has two arguments, `f(new HashMap<K, V>())` one: no token tells them apart.
    if bracket.angles and bracket.commas:
        return None
    return bracket.commas + bracket.filled
