"""Calls in Java source by name and number of arguments; whoever decides must ask when in doubt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verifier.java_text.tokens import Token, TokenKind, scan

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
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
    for at, token in enumerate(tokens):
        if token.kind is not TokenKind.WORD or (name is not None and token.text != name):
            continue
        before = tokens[at - 1] if at else None
        if before is not None and before.text == "::":
            yield Call(name=token.text, arguments=None, start=token.start)
        elif _opens_call(tokens, at, before):
            count = _arguments(tokens, at + 1)
            yield Call(name=token.text, arguments=count, start=token.start)


def _opens_call(tokens: list[Token], at: int, before: Token | None) -> bool:
    """A name with a parenthesis that is neither a declaration nor an instance creation."""
    if at + 1 >= len(tokens) or tokens[at + 1].text != "(":
        return False
    if before is None:
        return True
    if before.kind is TokenKind.WORD:
        return before.text in _BEFORE_A_CALL
    if before.text in {">", "]"}:
        return at > 1 and _closes_type_arguments_of_call(tokens, at - 1)
    return before.text != "@"


def _closes_type_arguments_of_call(tokens: list[Token], at: int) -> bool:
    """`this.<T>name(` is a call; `List<T> name(` and `int[] name(` are declarations."""
    depth = 0
    while at >= 0:
        depth += {">": 1, "<": -1}.get(tokens[at].text, 0)
        if depth == 0:
            return at > 0 and tokens[at - 1].text == "."
        at -= 1
    return False


def _arguments(tokens: list[Token], opening: int) -> int | None:
    depth, commas, angle = 0, 0, False
    for at in range(opening, len(tokens)):
        text = tokens[at].text
        if text in _OPENING:
            depth += 1
        elif text in _CLOSING:
            depth -= 1
            if depth == 0:
                if at == opening + 1:
                    return 0
                return None if angle and commas else commas + 1
        elif depth == 1:
            commas += text == ","
            angle = angle or text == "<"
    return None
