"""Java source as tokens: comments and layout apart, unicode escapes decoded (JLS 3.3)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")

_TOKEN = re.compile(
    r"""
      (?P<comment>/\*.*?(?:\*/|\Z)|//[^\r\n]*)
    | (?P<string>\"\"\"(?:\\.|[^\\])*?\"\"\"|"(?:\\.|[^"\\\r\n])*")
    | (?P<character>'(?:\\[^\r\n]|[^'\\\r\n])[^'\r\n]{0,6}')
    | (?P<number>0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*)
    | (?P<word>[^\W\d]|\$)
    | (?P<operator>->|::|\.\.\.|\+\+|--|&&|\|\||[=!<]=|[-+*/&|^%]=|<<=?|[^\s\w])
    """,
    re.VERBOSE | re.DOTALL,
)
_IGNORABLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
"""What the compiler drops from identifiers (Character.isIdentifierIgnorable), as a class's body."""

_WORD = re.compile(rf"[\w${_IGNORABLE}]+")
_DROPPED = re.compile(rf"[{_IGNORABLE}]+")


class TokenKind(StrEnum):
    """What a token is; comments appear only where they are asked for."""

    COMMENT = "comment"
    STRING = "string"
    CHARACTER = "character"
    NUMBER = "number"
    WORD = "word"
    OPERATOR = "operator"


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """One token. `start` and `line` (from 1) count in the text with its escapes decoded.

    A word's `text` is without the invisible characters that the compiler passes over.
    """

    kind: TokenKind
    text: str
    start: int
    line: int


def decode_escapes(source: str) -> str:
    """Replace every unicode escape (backslash, u, four hex digits) by its character."""
    if "\\u" not in source:
        return source
    return _ESCAPE.sub(lambda m: m[1] + chr(int(m[2], 16)), source)


def scan(source: str, *, comments: bool = False, decoded: bool = True) -> Iterator[Token]:
    """The tokens of any text in order; what is no Java comes as single-character operators.

    `>` is never joined with what follows: `>>` closes two generics or shifts. Without `decoded`
    unicode escapes stay, and `start` counts in the source itself.
    """
    text = decode_escapes(source) if decoded else source
    position, line, counted = 0, 1, 0
    while (match := _TOKEN.search(text, position)) is not None:
        kind = TokenKind(str(match.lastgroup))
        end = match.end()
        if kind is TokenKind.WORD:
            whole = _WORD.match(text, match.start())
            end = whole.end() if whole is not None else end
        line += text.count("\n", counted, match.start())
        counted, position = match.start(), end
        if comments or kind is not TokenKind.COMMENT:
            word = text[match.start() : end]
            if kind is TokenKind.WORD and not word.isalnum():
                word = _DROPPED.sub("", word)
            yield Token(kind=kind, text=word, start=match.start(), line=line)


@lru_cache(maxsize=64)
def token_texts(source: str) -> tuple[str, ...]:
    """The texts of all tokens but comments: equal for sources that differ in layout only."""
    return tuple(token.text for token in scan(source))


def same_code(one: str, other: str) -> bool:
    """Whether two sources differ in comments, layout and unicode escapes at most."""
    return one == other or token_texts(one) == token_texts(other)


def words_of(source: str) -> frozenset[str]:
    """All identifiers and keywords of a source."""
    return frozenset(token.text for token in scan(source) if token.kind is TokenKind.WORD)
