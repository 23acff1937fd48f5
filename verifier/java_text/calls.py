"""Find calls in Java source by name and number of arguments, as candidates for an exact check."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.java_text.brackets import CLOSING, OPENING, closing, opening
from verifier.java_text.tokens import Token, TokenKind, scan

_LONGEST_TYPE = 100
"""The most words of type arguments."""
_BEFORE_A_CALL = frozenset(
    {"return", "throw", "else", "do", "case", "assert", "yield", "in", "when", "await"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A call of `name`; `arguments` is None if their number is unknown (`::`, generics)."""

    name: str
    arguments: int | None
    start: int

    def may_be(self, parameters: Sequence[str]) -> bool:
        """Whether it could call a method with these parameter types."""
        varargs = bool(parameters) and parameters[-1].endswith("[]")
        return self.arguments is None or varargs or self.arguments == len(parameters)


def calls_of(source: str, name: str | None = None) -> Iterator[Call]:
    """Yield every call and method reference in a source, or only those with one name."""
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
    """Whether a name before a parenthesis is a call, and not a declaration or an instance creation."""
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
    """Whether the `>` before a name belongs to a call: `a > name(` and `this.<T>name(`, but not `List<T> name(`."""
    near = words[max(0, at + 1 - _LONGEST_TYPE) : at + 1]
    begin = opening(near, len(near) - 1, angles=True)
    return begin is None or near[begin] != "<" or (begin > 0 and near[begin - 1] == ".")


@dataclass(slots=True)
class _Open:
    """An open bracket: the commas and angles directly in it, and whether it contains anything."""

    at: int
    commas: int = 0
    angles: bool = False
    filled: bool = False


def argument_count(words: Sequence[str], opening_at: int) -> int | None:
    """Return how many arguments a call has; None if the number is unknown."""
    end = closing(words, opening_at)
    return None if end is None else _argument_counts(words[opening_at : end + 1])[0]


def _argument_counts(words: Sequence[str]) -> dict[int, int | None]:
    """Return the number of arguments in each bracket, by its index; None if the number is unknown.

    A bracket without an end has no entry. One pass is enough for nested calls.
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
    # `f(a < b, c > d)` has two arguments, `f(new HashMap<K, V>())` has one: tokens cannot
    # distinguish them.
    if bracket.angles and bracket.commas:
        return None
    return bracket.commas + bracket.filled
