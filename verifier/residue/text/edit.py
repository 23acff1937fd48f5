"""An edit that no refactoring accounts for: its kind, its place and its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.cause import CauseFact
from verifier.domain.facts.purity import EditFact
from verifier.java_text.test_code import is_of_a_test
from verifier.java_text.tokens import Token
from verifier.printable import list_first
from verifier.residue.text.source_diff import MOST_LINES, differing_lines, lines_of, show_line

LONGEST = 80
MOST_SAID = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One edit.

    `line` counts from 1 in `file`, on the candidate's side if the code exists there. It is the
    first line that differs and that no refactoring accounts for. `before` and `after` are the
    tokens that differ; each is empty if its side has none. `diff` are the source lines around them,
    each with `- ` or `+ ` in front. An edit without its own place, such as a changed order, has
    line 0 and no diff. `testing` says that the surrounding code declares a test or asserts
    something. `refactored` says that a refactoring acted on the code, `wanted` that it was the
    wanted one. `around` says that the edit is outside the code that was extracted or inlined.
    `golden` says that the golden refactoring makes the same edit. `about` is the signature of the
    method, or the name of another part. `causes` say what differs. `repeated` says that the causes
    of an earlier edit cover this one.
    """

    what: str
    file: str = ""
    line: int = 0
    before: str = ""
    after: str = ""
    diff: tuple[str, ...] = ()
    testing: bool = False
    certain: bool = True
    refactored: bool = False
    about: str = ""
    causes: tuple[CauseFact, ...] = ()
    repeated: bool = False
    wanted: bool = False
    around: bool = False
    golden: bool = False

    def __str__(self) -> str:
        return self.what

    @property
    def sentence(self) -> str:
        """Each cause with its place and its source before and after.

        Without causes it has the removed and the added lines.
        """
        if self.causes:
            return "\n".join(_sentence(each) for each in self.causes)
        where = f" ({self.file}:{self.line})" if self.line else ""
        return "\n".join([f"{self.what}{where}", *self.diff])

    def fact(self) -> EditFact:
        """Return the edit as a fact of a verdict."""
        return EditFact(
            what=self.what,
            file=self.file,
            line=self.line,
            before=self.before,
            after=self.after,
            diff=self.diff,
            refactored=self.refactored,
            causes=self.causes,
            repeated=self.repeated,
            wanted=self.wanted,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """Tokens of a file.

    `source` is the text that contains the tokens; `offset` is the number of lines before it.
    `accounted` are its lines that a refactoring accounts for.
    """

    file: str
    tokens: Sequence[Token]
    offset: int = 0
    source: str = ""
    accounted: frozenset[int] = frozenset()

    def line(self, at: int) -> int:
        """Return the line of a token.

        If there are fewer tokens, it is the line of the last one; 0 if there are none.
        """
        if not self.tokens:
            return 0
        return self.tokens[min(at, len(self.tokens) - 1)].line + self.offset


def edit_between(what: str, before: Text | None, after: Text | None) -> Edit:
    """Make an edit of the stretch between the first and the last token that differ."""
    one, other = before or _EMPTY, after or _EMPTY
    old, new = ([t.text for t in side.tokens] for side in (one, other))
    left, right = differing(old, new)
    accounted = one.accounted, other.accounted
    gone, come = differing_lines(lines_of(one.tokens), lines_of(other.tokens), accounted)
    shown, lines = (other, come) if new else (one, gone)
    return Edit(
        what=what,
        file=shown.file,
        line=lines[0] + shown.offset if lines else shown.line(_common(old, new)),
        before=shorten(left),
        after=shorten(right),
        diff=(*_mark("-", one.source, gone), *_mark("+", other.source, come)),
        testing=is_of_a_test({*old, *new}),
    )


_EMPTY = Text(file="", tokens=())


def _mark(mark: str, source: str, numbers: Sequence[int]) -> list[str]:
    lines = source.split("\n")
    shown = [f"{mark} {show_line(lines, number)}" for number in numbers[:MOST_LINES]]
    more = len(numbers) - MOST_LINES
    return [*shown, f"{mark} … {more} more"] if more > 0 else shown


def _sentence(cause: CauseFact) -> str:
    """Write a cause, then the source before and after, and the advice."""
    sides = (("- ", cause.before), ("+ ", cause.after), ("advice: ", cause.advice))
    lines = [f"{lead}{text}" for lead, text in sides if text]
    return "\n".join([f"{cause.said} ({cause.file}:{cause.line})", *lines])


def describe_edits(edits: Sequence[Edit]) -> str:
    """Write the first edits with their differences and the number of the others.

    The result is empty for no edits. Repeated edits are left out.
    """
    edits = [edit for edit in edits if not edit.repeated]
    return list_first([edit.sentence for edit in edits], MOST_SAID, "\n")


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return both sides without their common start and end."""
    start = _common(old, new)
    # The common end must not overlap the common start: `a a` and `a` have one `a` in common.
    end = _common(old[start:][::-1], new[start:][::-1])
    return old[start : len(old) - end], new[start : len(new) - end]


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = zip(old, new, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def shorten(texts: Sequence[str]) -> str:
    """Join tokens to one line of bounded length."""
    text = " ".join(texts)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"
