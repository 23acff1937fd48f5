"""What stays of a method around the code that was extracted from it, or inlined into it.

PurityChecker compares the code that travelled, and nothing else of the method that it left or
came to. Here the rest is compared token by token: the tokens outside of the travelled code must
all stand, in order, on the side that has the call, and nothing but the call's own statements may
stand between them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import EXTRACTING, INLINING, CodeRange, MethodId, Refactoring
from verifier.java_text.tokens import Token, TokenKind, scan
from verifier.residue.edit import Text

EXTRACTED = "extracted code from source method declaration"
EXTRACTED_CALL = "extracted method invocation"
INLINED = "inlined code in target method declaration"
INLINED_CALL = "inlined method invocation"

_ENDS = frozenset({";", "{", "}"})
_PLAIN = _ENDS | frozenset("()[]<>=.,@")
"""What a statement may have around a call without computing anything."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodText:
    """A method's declaration within its file's text, annotations and modifiers included."""

    file: str
    text: str
    start: int
    end: int

    @property
    def code(self) -> str:
        """The declaration's own text."""
        return self.text[self.start : self.end]

    def as_text(self) -> Text:
        """Its tokens with their file."""
        return Text(file=self.file, tokens=self.tokens(), offset=self.lines_before)

    @property
    def lines_before(self) -> int:
        """The number of lines of the file in front of the declaration's first."""
        return self.text.count("\n", 0, self.start)

    def tokens(self) -> list[Token]:
        """Its tokens; `start` counts in the declaration."""
        return list(scan(self.code, decoded=False))

    def offsets(self, ranges: Iterable[CodeRange]) -> list[range]:
        """The ranges of this file as offsets in the declaration."""
        lines = [0]
        while (found := self.text.find("\n", lines[-1])) >= 0:
            lines.append(found + 1)
        return [
            range(
                self._offset(lines, each.start_line, each.start_column) - self.start,
                self._offset(lines, each.end_line, each.end_column) - self.start + 1,
            )
            for each in ranges
            if each.file == self.file and 0 < each.start_line <= each.end_line <= len(lines)
        ]

    def _offset(self, lines: Sequence[int], line: int, column: int) -> int:
        """Columns count from 1 in UTF-16 units, which are characters but for the rare planes."""
        start = lines[line - 1]
        units, position = 1, start
        while units < column and position < len(self.text):
            units += 2 if self.text[position] > "\uffff" else 1
            position += 1
        return position


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """A method that code was taken out of, or put into, before and after, with all that did so."""

    before: MethodId
    after: MethodId
    parts: tuple[Refactoring, ...]


def hosts(refactorings: Iterable[Refactoring]) -> Iterator[Host]:
    """The methods that extractions and inlinings leave standing, each once."""
    found: dict[tuple[MethodId, MethodId], list[Refactoring]] = {}
    for each in refactorings:
        if each.before is None or each.after is None or each.type is None:
            continue
        if each.type in EXTRACTING:
            found.setdefault((each.before.method, each.after.method), []).append(each)
        elif each.type in INLINING and each.before.partner is not None:
            found.setdefault((each.before.partner, each.after.method), []).append(each)
    for (before, after), parts in found.items():
        yield Host(before=before, after=after, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class _Word:
    """A token that did not travel. `loose` ones may be missing on the other side."""

    text: str
    loose: bool


def is_kept(host: Host, before: MethodText, after: MethodText) -> bool:
    """Whether nothing of the method changed but that code left or came, and calls with it."""
    old = _Side.of(before, [r for p in host.parts if p.before for r in p.before.ranges])
    new = _Side.of(after, [r for p in host.parts if p.after for r in p.after.ranges])
    known = old.travelled | new.travelled
    return _reduces(old.words(new, known), new.words(old, known))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Side:
    """The statements of one side, and the places of the calls of the code that travelled.

    `v ->` in front of code that travelled goes with it: a method reference may take its place.
    """

    statements: tuple[tuple[Token, ...], ...]
    calls: tuple[range, ...]
    travelled: frozenset[str]

    @classmethod
    def of(cls, method: MethodText, ranges: Sequence[CodeRange]) -> "_Side":
        pieces = method.offsets(r for r in ranges if r.role in {EXTRACTED, INLINED})
        calls = method.offsets(r for r in ranges if r.role in {EXTRACTED_CALL, INLINED_CALL})
        statements: list[list[Token]] = [[]]
        travelled: set[str] = set()
        for token in method.tokens():
            if any(token.start in piece for piece in pieces):
                travelled.add(token.text)
                if [t.text for t in statements[-1][-1:]] == ["->"]:
                    del statements[-1][-2:]
            else:
                statements[-1].append(token)
            if token.text in _ENDS:
                statements.append([])
        return cls(
            statements=tuple(tuple(s) for s in statements if s),
            calls=tuple(calls),
            travelled=frozenset(travelled),
        )

    def words(self, other: "_Side", known: frozenset[str]) -> list[_Word]:
        """Its words in order; `known` are the texts of all code that travelled.

        Loose are those of a call, the words and brackets of its statement, and the declaration of
        a variable whose value is an argument on the other side.
        """
        passed = [_text(each) for each in other.statements if other.is_calling(each)]
        words: list[_Word] = []
        for each in self.statements:
            value = _value(each)
            gone = bool(value) and any(value in text for text in passed)
            calling = self.is_calling(each)
            words += [_Word(t.text, gone or (calling and self._is_loose(t, known))) for t in each]
        return words

    def is_calling(self, statement: Sequence[Token]) -> bool:
        """Whether a statement holds a call of the code that travelled."""
        return any(self._is_in_call(token) for token in statement)

    def _is_in_call(self, token: Token) -> bool:
        return any(token.start in call for call in self.calls)

    def _is_loose(self, token: Token, known: frozenset[str]) -> bool:
        plain = token.kind is TokenKind.WORD or token.text in _PLAIN
        return plain or token.text in known or self._is_in_call(token)


def _text(statement: Sequence[Token]) -> str:
    return " ".join(token.text for token in statement)


def _value(statement: Sequence[Token]) -> str:
    """What a declaration or assignment gives its variable; empty for another statement."""
    texts = [token.text for token in statement]
    if "=" not in texts or texts[-1] != ";":
        return ""
    return " ".join(texts[texts.index("=") + 1 : -1])


def _reduces(old: Sequence[_Word], new: Sequence[_Word]) -> bool:
    """Whether both sides are equal, loose words apart, which may match or be missing."""
    reached = {0}
    for word in old:
        step = set(reached) if word.loose else set()
        for at in reached:
            step |= _matched(word.text, new, at)
        reached = step
        if not reached:
            return False
    return any(all(word.loose for word in new[at:]) for at in reached)


def _matched(text: str, new: Sequence[_Word], at: int) -> set[int]:
    """Where the new side may stand after this word, past loose words in front of it."""
    found: set[int] = set()
    while at < len(new):
        if new[at].text == text:
            found.add(at + 1)
        if not new[at].loose:
            break
        at += 1
    return found
