"""An edit that no refactoring accounts for: what it is, where it stands, and its own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.facts.purity import EditFact
from verifier.java_text.tokens import Token

LONGEST = 80

_TESTING = re.compile(
    r"assert\w*|fail|verify\w*|expect\w*|test[A-Z_]\w*"
    r"|(?:Parameterized|Repeated)?Test|Test(?:Factory|Template)|(?:Before|After)(?:All|Each|Class)?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One edit. `line` counts from 1 in `file`, on the candidate's side where there is one.

    `before` and `after` are the tokens that differ, empty where nothing stood or stands there. An
    edit without a place of its own, such as another order, has line 0. `testing` says that the
    code around it declares a test, or asserts something.
    """

    what: str
    file: str = ""
    line: int = 0
    before: str = ""
    after: str = ""
    testing: bool = False
    certain: bool = True

    def __str__(self) -> str:
        return self.what

    @property
    def sentence(self) -> str:
        """What, where, and from what to what."""
        where = f" ({self.file}:{self.line})" if self.line else ""
        if self.before and self.after:
            return f"{self.what}{where}: `{self.before}` became `{self.after}`"
        if self.before or self.after:
            word = "removed" if self.before else "added"
            return f"{self.what}{where}: {word} `{self.before or self.after}`"
        return f"{self.what}{where}"

    def fact(self) -> EditFact:
        """As a fact of a verdict."""
        return EditFact(
            what=self.what, file=self.file, line=self.line, before=self.before, after=self.after
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """Tokens of a file; `offset` is the number of lines in front of the text they came from."""

    file: str
    tokens: Sequence[Token]
    offset: int = 0

    def line(self, at: int) -> int:
        """The line of a token; of the last one where there are fewer, 0 where there are none."""
        if not self.tokens:
            return 0
        return self.tokens[min(at, len(self.tokens) - 1)].line + self.offset


def edit_between(what: str, before: Text | None, after: Text | None) -> Edit:
    """The stretch between the first and the last token that differ."""
    old = [t.text for t in before.tokens] if before is not None else []
    new = [t.text for t in after.tokens] if after is not None else []
    left, right = differing(old, new)
    shown = after if after is not None and after.tokens else before
    return Edit(
        what=what,
        file=shown.file if shown is not None else "",
        line=shown.line(_common(old, new)) if shown is not None else 0,
        before=shortened(left),
        after=shortened(right),
        testing=any(_TESTING.fullmatch(word) for word in {*old, *new}),
    )


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
