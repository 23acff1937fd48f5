"""Split Java source into tokens: without layout, optionally with comments, with Unicode escapes decoded (JLS 3.3)."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, overload
from unicodedata import category

_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

_TOKEN = re.compile(
    r"""
      (?P<comment>/\*.*?(?:\*/|\Z)|//[^\r\n]*)
    | (?P<string>\"\"\"|")
    | (?P<character>'(?:\\[^\r\n]|[^'\\\r\n])[^'\r\n]{0,6}')
    | (?P<number>0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*)
    | (?P<word>[A-Za-z_$][A-Za-z0-9_$]*+(?=[\t-\r\x1c-~]|\Z))
    | (?P<odd>[^\W\d]|\$)
    | (?P<operator>->|::|\.\.\.|\+\+|--|&&|\|\||[=!<]=|[-+*/&|^%]=|<<=?|[^\s\w])
    """,
    re.VERBOSE | re.DOTALL,
)
_BLOCK_REST = re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+', re.DOTALL)
_STRING_REST = re.compile(r'(?:[^"\\\r\n]++|\\[^\r\n])*+')
_IGNORABLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
"""What the compiler drops from identifiers (Character.isIdentifierIgnorable), as the body of a character class."""

_WORD = re.compile(rf"[\w${_IGNORABLE}]+")
_DROPPED = re.compile(rf"[{_IGNORABLE}]+")
_STARTING = frozenset({"Sc", "Pc", "Nl"})
_GOING_ON = frozenset({"Sc", "Pc", "Nl", "Mn", "Mc"})
_BLOCK = '"' * 3


class TokenKind(StrEnum):
    """The kind of a token; comments appear only on request."""

    COMMENT = "comment"
    STRING = "string"
    CHARACTER = "character"
    NUMBER = "number"
    WORD = "word"
    OPERATOR = "operator"


_KINDS = {kind.value: kind for kind in TokenKind}


class Token(NamedTuple):
    """One token; `start`, `end` and `line` (from 1) count in the text after decoding its escapes.

    A word's `text` excludes invisible characters that the compiler ignores.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    line: int

    @property
    def is_javadoc(self) -> bool:
        """Whether it is a comment that documents the next declaration; `/**/` is not."""
        return (
            self.kind is TokenKind.COMMENT and self.text.startswith("/**") and self.text != "/**/"
        )


def decode_escapes(source: str) -> str:
    """Replace every Unicode escape (backslash, u, four hex digits) by its character."""
    if "\\u" not in source:
        return source
    return _PAIR.sub(_join, _ESCAPE.sub(lambda m: m[1] + chr(int(m[2], 16)), source))


def _join(pair: re.Match[str]) -> str:
    """Combine a surrogate pair, written as two escapes, into one character."""
    return pair[0].encode("utf-16-be", "surrogatepass").decode("utf-16-be")


def decode_escaped_characters(source: str) -> Iterator[str]:
    """Yield the characters that the Unicode escapes of a source encode."""
    return (chr(int(match[2], 16)) for match in _ESCAPE.finditer(source))


def scan(source: str, *, comments: bool = False, decoded: bool = True) -> Iterator[Token]:
    """Yield the tokens of any text in order, in linear time; never raises.

    Text that is not Java becomes single-character operators. `>` is never joined with the next
    character: `>>` may close two generics or shift. Without `decoded`, Unicode escapes are kept,
    and `start` counts in the source itself.
    """
    text = decode_escapes(source) if decoded else source
    search, literals = _TOKEN.search, _Literals(text)
    position, line, newline = 0, 1, text.find("\n")
    while (match := search(text, position)) is not None:
        start, position = match.span()
        kind = _KINDS.get(match.lastgroup or "")
        if kind is TokenKind.STRING:
            kind, position = literals.read(start, position)
        elif kind is None or text[start] > "\x7f":
            kind, position = _odd_word(text, start, position)
        while -1 < newline < start:
            line, newline = line + 1, text.find("\n", newline + 1)
        if kind is TokenKind.WORD:
            word = text[start:position]
            yield Token(
                kind, word if word.isalnum() else _DROPPED.sub("", word), start, position, line
            )
        elif comments or kind is not TokenKind.COMMENT:
            yield Token(kind, text[start:position], start, position, line)


def scan_in_place(source: str) -> Iterator[Token]:
    """Yield the tokens as the compiler reads them, each with its position in the source as written.

    `start`, `end` and `line` count all characters of a Unicode escape.
    """
    if "\\u" not in source:
        yield from scan(source)
        return
    text, places = _decode_with_places(source)
    line, counted = 1, 0
    for token in scan(text, decoded=False):
        start, end = places[token.start], places[token.end]
        line, counted = line + source.count("\n", counted, start), start
        yield token._replace(start=start, end=end, line=line)


def _decode_with_places(source: str) -> tuple[str, list[int]]:
    """Return a source without escapes, and the original positions of its characters and of its end."""
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(source):
        escape = match.end(1)
        parts += [source[at:escape], chr(int(match[2], 16))]
        places += [*range(at, escape), escape]
        at = match.end()
    parts.append(source[at:])
    places += range(at, len(source) + 1)
    text = "".join(parts)
    halves = {pair.start() + 1 for pair in _PAIR.finditer(text)}
    kept = [place for at, place in enumerate(places) if at not in halves] if halves else places
    return _PAIR.sub(_join, text), kept


class _Literals:
    """Scans strings and text blocks, and remembers where a search for a closing quote is known to
    fail.

    Without this memory, each quote after an unclosed one would search the same text again, which
    takes quadratic time for a text of only escaped quotes. Seen from the first quote, such a quote
    is escaped, so it cannot find an end either.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._no_string_before = 0
        self._no_more_blocks = False

    def read(self, start: int, opened: int) -> tuple[TokenKind, int]:
        """Return the kind and the end of what a quote at `start` begins; an unclosed quote is an operator."""
        if opened - start == len(_BLOCK) and not self._no_more_blocks:
            end = _end_of(_BLOCK_REST, self._text, opened)
            if self._text.startswith(_BLOCK, end):
                return TokenKind.STRING, end + len(_BLOCK)
            self._no_more_blocks = True
        if start >= self._no_string_before:
            end = _end_of(_STRING_REST, self._text, start + 1)
            if self._text.startswith('"', end):
                return TokenKind.STRING, end + 1
            self._no_string_before = end
        return TokenKind.OPERATOR, start + 1


def _end_of(rest: re.Pattern[str], text: str, start: int) -> int:
    found = rest.match(text, start)
    return found.end() if found is not None else start


def _odd_word(text: str, start: int, end: int) -> tuple[TokenKind, int]:
    r"""Return the kind and end of the word that begins here; Java allows currency signs and
    combining marks in words.

    Python's `\w` excludes these two, and there are too many to list.
    """
    if text[start] > "\x7f" and not (text[start].isalpha() or category(text[start]) in _STARTING):
        return (TokenKind.NUMBER if text[start].isdecimal() else TokenKind.OPERATOR), end
    end = start
    while True:
        end = _end_of(_WORD, text, end)
        if end == len(text) or category(text[end]) not in _GOING_ON:
            return TokenKind.WORD, max(end, start + 1)
        end += 1


class Texts(Sequence[str]):
    """The texts of some tokens, accessed without a copy because long methods are searched repeatedly."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens

    def __len__(self) -> int:
        return len(self._tokens)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [token.text for token in self._tokens[at]]
        return self._tokens[at].text


@lru_cache(maxsize=64)
def token_texts(source: str) -> tuple[str, ...]:
    """Return the texts of all tokens except comments: equal for sources that differ only in layout."""
    return tuple(token.text for token in scan(source))


def same_code(one: str, other: str) -> bool:
    """Whether two sources differ at most in comments, layout and Unicode escapes."""
    return one == other or token_texts(one) == token_texts(other)


def words_of(source: str) -> frozenset[str]:
    """Return all identifiers and keywords of a source."""
    return frozenset(token.text for token in scan(source) if token.kind is TokenKind.WORD)
