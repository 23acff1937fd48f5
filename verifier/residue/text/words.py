"""Code as words with their places, and as statements in their blocks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verifier.java_text.brackets import CLOSING, OPENING
from verifier.java_text.text_blocks import without_text_blocks
from verifier.java_text.tokens import Token
from verifier.residue.text.brackets import remove_brackets
from verifier.residue.text.method_text import MethodText

LONGEST = 200
_BREAK = re.compile(r"\s*[\r\n]\s*")
_ARRAY_BEFORE = frozenset({"=", "]", ",", "("})
_BLOCK_BEFORE = frozenset({"->", ")"})


class Word(str):
    """A word of code.

    `token` is its place in `home`; both are None for an inserted word. Its text may differ from its
    token's, because an argument has the place of its parameter. `call` is the number of the call
    whose body contains it; None for the method's own words.
    """

    __slots__ = ("call", "home", "token")

    token: Token | None
    home: MethodText | None
    call: int | None

    @classmethod
    def at(
        cls,
        text: str,
        token: Token | None = None,
        home: MethodText | None = None,
        call: int | None = None,
    ) -> "Word":
        """Make a word, with or without a place."""
        word = cls(text)
        word.token, word.home, word.call = token, home, call
        return word

    def with_text(self, text: str) -> "Word":
        """Return another text at the same place."""
        return Word.at(text, self.token, self.home, self.call)

    def at_place(self, place: "Word", call: int | None) -> "Word":
        """Return the same text at the place of another word."""
        return Word.at(str(self), place.token, place.home, call)


def words_of(text: MethodText, tokens: Sequence[Token]) -> list[Word]:
    """Return the words of some tokens of a declaration.

    `>` and `=` without a space are one operator.
    """
    found: list[Word] = []
    for token in tokens:
        before = found[-1] if found else None
        if (
            token.text == "="
            and before == ">"
            and before.token is not None
            and before.token.end == token.start
        ):
            whole = before.token._replace(text=">=", end=token.end)
            found[-1] = Word.at(">=", whole, text)
        else:
            found.append(Word.at(token.text, token, text))
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A statement, or the head of a block, without words that change nothing.

    `parents` are the indices, in the list of statements, of the heads of the enclosing blocks,
    outermost first.
    """

    words: tuple[Word, ...]
    parents: tuple[int, ...]
    is_head: bool

    @property
    def key(self) -> tuple[str, ...]:
        """The words by which statements are compared."""
        return tuple(map(str, self.words))

    @property
    def placed(self) -> list[Word]:
        """Its words that have a place."""
        return [w for w in self.words if w.token is not None]

    @property
    def home(self) -> MethodText | None:
        """The declaration that contains it: that of its first word with a place."""
        return next((w.home for w in self.words if w.token is not None), None)

    @property
    def call(self) -> int | None:
        """The number of the call whose body contains it; None for the method's own code."""
        return next((w.call for w in self.words if w.token is not None), None)

    @property
    def line(self) -> int:
        """Its first line in its file, from 1; 0 without a place."""
        return next(iter(_lines(self)), 0)

    @property
    def end_line(self) -> int:
        """Its last line in its file, from 1; 0 without a place."""
        return max(_lines(self), default=0)

    @property
    def source(self) -> str:
        """Its source on one line."""
        home = self.home
        inside = [w.token for w in self.words if w.token is not None and w.home is home]
        if home is None or not inside:
            return ""
        start, end = min(t.start for t in inside), max(t.end for t in inside)
        return on_one_line(home.code[start:end])


def on_one_line(code: str) -> str:
    """Return source without line breaks; a text block becomes a string literal.

    Blanks within a line stay, because they may be in a literal.
    """
    return _BREAK.sub(" ", without_text_blocks(code)).strip()


def _lines(statement: Statement) -> Iterator[int]:
    home = statement.home
    for word in statement.words:
        if word.token is not None and word.home is home and home is not None:
            yield word.token.line + home.lines_before


def statements_of(words: Iterable[Word]) -> list[Statement]:
    """Return the statements and heads of blocks, in order; closing braces are left out."""
    reader = _StatementReader()
    for word in words:
        reader.read(word)
    reader.end()
    return reader.found


class _StatementReader:
    """Divides words into statements. In its stack `{` means a block and `[` any other bracket."""

    def __init__(self) -> None:
        self.found: list[Statement] = []
        self._current: list[Word] = []
        self._parents: list[int] = []
        self._brackets: list[str] = []

    def read(self, word: Word) -> None:
        """Take the next word."""
        inside = self._brackets[-1:] == ["["]
        if word == "}" and not inside:
            self.end()
            del self._brackets[-1:], self._parents[-1:]
            return
        is_block = word == "{" and not self._opens_an_array(inside=inside)
        self._current.append(word)
        if is_block:
            self.end(is_head=True)
            self._parents.append(len(self.found) - 1)
            self._brackets.append("{")
        elif word in OPENING:
            self._brackets.append("[")
        elif word in CLOSING and inside:
            self._brackets.pop()
        elif word == ";" and not inside:
            self.end()

    def _opens_an_array(self, *, inside: bool) -> bool:
        before = self._current[-1] if self._current else ""
        return before not in _BLOCK_BEFORE and (inside or before in _ARRAY_BEFORE)

    def end(self, *, is_head: bool = False) -> None:
        """End the current statement, if there is one."""
        if self._current:
            words = tuple(plain(self._current))
            parents = tuple(self._parents)
            self.found.append(Statement(words=words, parents=parents, is_head=is_head))
            self._current.clear()


def plain(words: Sequence[Word]) -> list[Word]:
    """Return the words without `final`, `this.` and needless brackets."""
    kept: list[Word] = []
    at = 0
    while at < len(words):
        if words[at] == "this" and at + 1 < len(words) and words[at + 1] == ".":
            at += 2
        elif words[at] == "final":
            at += 1
        else:
            kept.append(words[at])
            at += 1
    return [w for w in remove_brackets(kept) if isinstance(w, Word)]


def write_words(words: Sequence[str]) -> str:
    """Write words as source on one line, with the original spaces or usual ones."""
    text = ""
    before: str = ""
    for word in words:
        shown = without_text_blocks(word)
        text += f"{' ' * _is_spaced(before, word)}{shown}" if text else shown
        before = word
    return text


def _is_spaced(left: str, right: str) -> bool:
    one, other = getattr(left, "token", None), getattr(right, "token", None)
    same = getattr(left, "home", None) is getattr(right, "home", None)
    if one is not None and other is not None and same and one.start < other.start:
        return bool(one.end < other.start)
    if right in {";", ",", ")", ".", "]", "++", "--"} or left in {
        "(",
        ".",
        "[",
        "!",
        "@",
        "++",
        "--",
    }:
        return False
    return not (right in {"(", "["} and (left[-1:].isalnum() or left[-1:] in "_$"))
