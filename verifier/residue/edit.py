"""An edit that no refactoring accounts for: what it is, where it stands, and its own words."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.cause import CauseFact
from verifier.domain.facts.purity import EditFact
from verifier.java_text.test_code import is_of_a_test
from verifier.java_text.tokens import Token
from verifier.residue.source_diff import MOST_LINES, differing_lines, lines_of, shown_line

LONGEST = 80
MOST_SAID = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One edit. `line` counts from 1 in `file`, on the candidate's side where there is one: the first
    line that differs and that no refactoring accounts for.

    `before` and `after` are the tokens that differ, empty where nothing stood or stands there;
    `diff` the source lines around them, `- ` or `+ ` in front of each. An edit without a place of
    its own, such as another order, has line 0 and no diff. `testing` says that the code around it
    declares a test, or asserts something; `refactored` that it stands in code that a refactoring acted on, `wanted` that this is the wanted one,
    `around` that it is not the code itself which was extracted or inlined.
    `golden` says that the golden refactoring makes the very same edit.
    `about` is the signature of the method, else the name of the part. `causes` say what differs in
    it, `repeated` that the causes of an edit before it say all of this one.
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
        """What differs and where, each cause with its source before and after; else the lines that
        went and those that came.
        """
        if self.causes:
            return "\n".join(_sentence(each) for each in self.causes)
        where = f" ({self.file}:{self.line})" if self.line else ""
        return "\n".join([f"{self.what}{where}", *self.diff])

    def fact(self) -> EditFact:
        """As a fact of a verdict."""
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
    """Tokens of a file; `offset` is the number of lines in front of the text they came from.

    `source` is that text, `accounted` its lines that a refactoring accounts for.
    """

    file: str
    tokens: Sequence[Token]
    offset: int = 0
    source: str = ""
    accounted: frozenset[int] = frozenset()

    def line(self, at: int) -> int:
        """The line of a token; of the last one where there are fewer, 0 where there are none."""
        if not self.tokens:
            return 0
        return self.tokens[min(at, len(self.tokens) - 1)].line + self.offset


def edit_between(what: str, before: Text | None, after: Text | None) -> Edit:
    """The stretch between the first and the last token that differ."""
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
        before=shortened(left),
        after=shortened(right),
        diff=(*_marked("-", one.source, gone), *_marked("+", other.source, come)),
        testing=is_of_a_test({*old, *new}),
    )


_EMPTY = Text(file="", tokens=())


def _marked(mark: str, source: str, numbers: Sequence[int]) -> list[str]:
    lines = source.split("\n")
    shown = [f"{mark} {shown_line(lines, number)}" for number in numbers[:MOST_LINES]]
    more = len(numbers) - MOST_LINES
    return [*shown, f"{mark} … {more} more"] if more > 0 else shown


def _sentence(cause: CauseFact) -> str:
    """A cause, below it the source before and after, and what takes the difference away."""
    sides = (("- ", cause.before), ("+ ", cause.after), ("advice: ", cause.advice))
    lines = [f"{lead}{text}" for lead, text in sides if text]
    return "\n".join([f"{cause.said} ({cause.file}:{cause.line})", *lines])


def told(edits: Sequence[Edit]) -> str:
    """The first edits with what differs in them, and how many more there are; empty for none.

    An edit that those before it say already is none of them.
    """
    edits = [edit for edit in edits if not edit.repeated]
    more = len(edits) - MOST_SAID
    said = [edit.sentence for edit in edits[:MOST_SAID]]
    return "\n".join([*said, *([f"and {more} more"] if more > 0 else [])])


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Both sides without what they begin and end with alike."""
    start = _common(old, new)
    # The common end must not overlap the common start: `a a` and `a` have one `a` in common.
    end = _common(old[start:][::-1], new[start:][::-1])
    return old[start : len(old) - end], new[start : len(new) - end]


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    pairs = zip(old, new, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def shortened(texts: Sequence[str]) -> str:
    """Tokens as one line of bounded length."""
    text = " ".join(texts)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"
