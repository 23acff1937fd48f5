"""Calls in Java source by name and number of arguments; whoever decides must ask when in doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.java_text.brackets import closing, depths, opening, parts
from verifier.java_text.tokens import Token, TokenKind, scan

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
    for at, token in enumerate(tokens):
        if token.kind is not TokenKind.WORD or (name is not None and token.text != name):
            continue
        before = tokens[at - 1] if at else None
        if before is not None and before.text == "::":
            yield Call(name=token.text, arguments=None, start=token.start)
        elif _opens_call(tokens, words, at, before):
            count = argument_count(words, at + 1)
            yield Call(name=token.text, arguments=count, start=token.start)


def _opens_call(tokens: list[Token], words: list[str], at: int, before: Token | None) -> bool:
    """A name with a parenthesis that is neither a declaration nor an instance creation."""
    if at + 1 >= len(tokens) or tokens[at + 1].text != "(":
        return False
    if before is None:
        return True
    if before.kind is TokenKind.WORD:
        return before.text in _BEFORE_A_CALL
    if before.text in {">", "]"}:
        return at > 1 and _closes_type_arguments_of_call(words, at - 1)
    return before.text != "@"


def _closes_type_arguments_of_call(words: list[str], at: int) -> bool:
    """`this.<T>name(` is a call; `List<T> name(` and `int[] name(` are declarations."""
    begin = opening(words, at, angles=True)
    return begin is not None and begin > 0 and words[begin - 1] == "."


def argument_count(words: Sequence[str], opening_at: int) -> int | None:
    """How many arguments stand in the bracket of a call; None where the number cannot be told."""
    end = closing(words, opening_at)
    if end is None:
        return None
    inside = words[opening_at + 1 : end]
    given = parts(inside)
    # `f(a < b, c > d)` has two arguments, `f(new HashMap<K, V>())` one: no token tells them apart.
    angles = any(
        word == "<" and not depth for word, depth in zip(inside, depths(inside), strict=True)
    )
    return None if angles and len(given) > 1 else len(given)
