"""Cut a raw answer at its delimiters: lines of `#` and Markdown fences outside literals.

Opening and closing lines are treated the same, because answers leave out either. A delimiter within
a text block, a string or a comment belongs to the code around it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from verifier.java_text.tokens import Token, TokenKind, scan

_DELIMITER = re.compile(r"^[ \t>*]*#{5,}[ \t]*:?$")
# Possessive quantifiers where two repetitions accept the same characters: otherwise a long line that
# does not match takes quadratic time.
FENCE = re.compile(r"^[ \t>]*+(```+|~~~+)[ \t]*+[\w+#.-]*+[ \t]*+$")
_LONG_RUN = re.compile(r"(?:^|(?<=[;}\w)]))[ \t]*+#{10,}[ \t]*+")
_RUN = "#" * 10
_CONTROL = re.compile(
    "<[|\uff5c][^<>|\uff5c\n]{1,40}[|\uff5c]>"
    r"|\[/?INST\]|</s>|<</?SYS>>"
)

_LOOKED_AT = 50_000
"""Limit for characters that are scanned again for literals, beyond twice the text's length.

Each scan counts at least a hundredth of the text. A stretch that was read in vain counts twice.
"""


def with_plain_lines(answer: str) -> str:
    """Return an answer with LF line ends, without a byte-order mark and without chat control
    tokens.
    """
    text = answer.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = list(_CONTROL.finditer(text))
    if not found:
        return text
    strings = (t for t in scan(text, decoded=False) if t.kind is TokenKind.STRING)
    string = next(strings, None)
    parts, at = [], 0
    for control in found:
        while string is not None and string.end <= control.start():
            string = next(strings, None)
        if string is None or string.start > control.start():
            parts.append(text[at : control.start()])
            at = control.end()
    return "".join([*parts, text[at:]])


def holds_delimiter(text: str) -> bool:
    """Tell whether a text would be cut somewhere."""
    return next(_delimiters(text), None) is not None


def cut(text: str, is_code_across: Callable[[str], bool]) -> Iterator[str]:
    """Yield the stretches between delimiters; blank ones are left out.

    If a delimiter seems to be within a Java literal, `is_code_across` decides whether the longer
    stretch contains code that continues across it. If not, the text is cut there.
    """
    ends = [*_delimiters(text), range(len(text), len(text))]
    patience = _Patience(len(text))
    start, at = 0, 0
    while at < len(ends):
        to = at
        if _may_open_literal(text[start : ends[at].start]) and patience.is_left:
            to = _first_outside(text, start, ends, at, patience)
            if to > at and not is_code_across(text[start : ends[to].start]):
                patience.spend(2 * (ends[to].start - start))
                to = at
        stretch = text[start : ends[to].start].strip("\n")
        if stretch.strip():
            yield stretch
        start, at = ends[to].stop, to + 1


@dataclass
class _Patience:
    """The remaining budget for repeated scans, because hostile texts may open a literal everywhere."""

    size: int
    spent: int = 0

    @property
    def is_left(self) -> bool:
        """Tell whether another scan is allowed."""
        return self.spent <= _LOOKED_AT + 2 * self.size

    def spend(self, characters: int) -> None:
        """Count a scan of this many characters."""
        self.spent += characters


def _delimiters(text: str) -> Iterator[range]:
    """Yield the delimiters: whole lines with their ends, and long runs of `#` within a line."""
    at = 0
    for line in text.split("\n"):
        if _DELIMITER.match(line) or FENCE.match(line):
            yield range(at, min(at + len(line) + 1, len(text)))
        elif _RUN in line and "//" not in line and not line.lstrip().startswith(("*", "/*")):
            for match in _LONG_RUN.finditer(line):
                yield range(at + match.start(), at + match.end())
        at += len(line) + 1


def _may_open_literal(stretch: str) -> bool:
    """Tell by a quick check whether a text may end within a literal or a comment."""
    return '"' in stretch or stretch.rfind("/*") > stretch.rfind("*/")


def _first_outside(text: str, start: int, ends: list[range], at: int, patience: _Patience) -> int:
    """Return the index of the first end outside all literals, from `at` on."""
    looked = start
    found = at
    for token in scan(text[start:], comments=True, decoded=False):
        looked = start + token.start
        if looked >= ends[found].start:
            break
        if start + token.end <= ends[found].start:
            continue
        if _is_open(token):
            found = at
            break
        while ends[found].start < start + token.end and found < len(ends) - 1:
            found += 1
    patience.spend(looked - start + len(text) // 100)
    return found


def _is_open(token: Token) -> bool:
    """Tell whether a block comment lacks its end."""
    return token.text.startswith("/*") and not token.text.endswith("*/")
