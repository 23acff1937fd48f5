"""What a Java method's body uses by name: calls, creations, arrays, fields, control structures, other names."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from verifier.java_text.annotations import behind_annotation
from verifier.java_text.brackets import closing
from verifier.java_text.keywords import CONTEXTUAL, RESERVED
from verifier.java_text.tokens import Token, TokenKind, scan


class UseKind(StrEnum):
    """The kind of a use, from the most specific to the least."""

    CALL = "call"
    CREATION = "creation"
    ARRAY = "array"
    FIELD = "field"
    CONSTRUCT = "construct"
    NAME = "name"


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """One use in a body; `name` is a method, a type, a field, a keyword or any other name."""

    kind: UseKind
    name: str


_KEYWORDS = RESERVED | CONTEXTUAL
DELEGATIONS = frozenset({"this", "super"})
CONSTRUCTS = (
    *("for", "while", "do", "try", "throw", "synchronized", "if", "return"),
    *("||", "&&", "==", "!=", "+"),
)
_SILENT = frozenset({TokenKind.STRING, TokenKind.CHARACTER})


def uses(method: str) -> Counter[Use]:
    """Count the uses in the body of a method's text, the most specific first.

    Ignores comments, literals and annotations. A text without a body has no uses.
    """
    tokens = list(_without_annotations([t for t in scan(method) if t.kind not in _SILENT]))
    opening = next((at for at, token in enumerate(tokens) if token.text == "{"), len(tokens))
    return Counter(_uses(tokens[opening + 1 :]))


def _without_annotations(tokens: Sequence[Token]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        if tokens[at].text == "@":
            at = behind_annotation(tokens, at)
        else:
            yield tokens[at]
            at += 1


def _uses(body: Sequence[Token]) -> Iterator[Use]:
    creations = {
        at: end for at in range(len(body)) if (end := _find_creation(body, at)) is not None
    }
    created = [_text(body[at + 1 : _end_of_name(body, at + 1)]) for at in creations]
    named = {place for at, end in creations.items() for place in range(at, end)}
    rest = [token for place, token in enumerate(body) if place not in named]
    called = [t.text for t, _, after in _around(rest) if after == "(" and _is_called(t)]
    yield from (Use(kind=UseKind.CALL, name=name) for name in called)
    yield from (Use(kind=UseKind.CREATION, name=name) for name in created)
    yield from (Use(kind=UseKind.ARRAY, name=name) for name in _arrays(body))
    for token, before in _standing_alone(rest):
        if before == ".":
            yield Use(kind=UseKind.FIELD, name=token.text)
    yield from (Use(kind=UseKind.CONSTRUCT, name=t.text) for t in body if t.text in CONSTRUCTS)
    for token, before in _standing_alone(rest):
        if before != "." and token.text not in _KEYWORDS and token.text not in called:
            yield Use(kind=UseKind.NAME, name=token.text)


def _around(tokens: Sequence[Token]) -> Iterator[tuple[Token, str, str]]:
    """Yield each word with the texts before and after it."""
    texts = ["", *(token.text for token in tokens), ""]
    for at, token in enumerate(tokens):
        if _is_word(token):
            yield token, texts[at], texts[at + 2]


def _standing_alone(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """Yield words that are neither a call nor a variable's type, with the text before each.

    A word before another word is the type of a variable.
    """
    typed = {at for at, token in enumerate(tokens[1:]) if _is_word(token)}
    untyped = (at not in typed for at, token in enumerate(tokens) if _is_word(token))
    for (token, before, after), alone in zip(_around(tokens), untyped, strict=True):
        if alone and after != "(":
            yield token, before


def _is_word(token: Token) -> bool:
    return token.kind is TokenKind.WORD


def _is_called(token: Token) -> bool:
    return token.text not in _KEYWORDS or token.text in DELEGATIONS


def _find_creation(tokens: Sequence[Token], at: int) -> int | None:
    """Return the index of the parenthesis of `new a.B<T>(` whose `new` is here; None for anything else."""
    end = _end_of_name(tokens, at + 1) if tokens[at].text == "new" else at
    if end <= at + 1:
        return None
    if tokens[end : end + 1] and tokens[end].text == "<":
        closed = closing([token.text for token in tokens[end:]], 0, angles=True)
        end = len(tokens) if closed is None else end + closed + 1
    return end if [t.text for t in tokens[end : end + 1]] == ["("] else None


def _arrays(tokens: Sequence[Token]) -> Iterator[str]:
    for at, token in enumerate(tokens):
        end = _end_of_name(tokens, at + 1) if token.text == "new" else 0
        if [t.text for t in tokens[end : end + 1]] == ["["] and end > at + 1:
            yield _text(tokens[at + 1 : end])


def _end_of_name(tokens: Sequence[Token], at: int) -> int:
    """Return the index after `a.b.C`; the given index if no name begins there."""
    while at < len(tokens) and _is_word(tokens[at]):
        at += 1
        if [t.text for t in tokens[at : at + 1]] != ["."]:
            break
        at += 1
    return at


def _text(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)
