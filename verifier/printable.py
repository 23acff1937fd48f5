"""Text for people: make foreign text harmless for a terminal, and write counts."""

import re
import unicodedata
from collections.abc import Sequence

_CANDIDATE = re.compile(r"\r(?!\n)|[^\n\r\t\x20-\x7e]")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    r"""Return one line with control and format characters escaped (`\x1b`) and tabs as blanks.

    It can neither end a line of ours nor send commands to a terminal; empty text stays empty.
    """
    signs = (" " if sign == "\t" else sign for sign in text)
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in signs)


def printable_lines(text: str) -> str:
    """Do the same for each line of a text; only line feeds end lines."""
    return "\n".join(map(printable, text.split("\n")))


def visible(text: str) -> str:
    r"""Return a whole text with control and format characters escaped (`\x1b`, `\u202e`).

    Line ends and tabs stay. Such a text can neither control a terminal nor show its characters in
    another order.
    """
    return _CANDIDATE.sub(_escape_invisible, text)


def _escape_invisible(found: re.Match[str]) -> str:
    sign = found[0]
    if unicodedata.category(sign) not in _INVISIBLE:
        return sign
    return sign.encode("unicode_escape").decode()


def shorten(text: str, most: int) -> str:
    """Return foreign text as one printable line of at most `most` characters.

    A longer text ends after a whole word, with ` …`. Only a first word that is too long is cut within.
    """
    line = printable(text[: most + 1])
    if len(line) <= most:
        return line
    words = line[: max(line.rfind(" ", 0, most - 1), 0)].rstrip()
    return f"{words or line[: most - 2]} …"


def pluralize(number: int, one: str, many: str = "") -> str:
    """Write `1 prediction` or `2 predictions`; `many` is for irregular plurals."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def count_more(left_out: int, one: str = "") -> str:
    """Write `and 3 more`, or `and 3 findings more`; empty if nothing is left out."""
    if left_out <= 0:
        return ""
    return f"and {pluralize(left_out, one) if one else left_out} more"


def append_count(text: str, left_out: int) -> str:
    """Write a text for the first of several and count the others: `text (and 3 more)`."""
    return f"{text} ({count_more(left_out)})" if left_out > 0 else text


def list_first(texts: Sequence[str], most: int, separator: str = ", ") -> str:
    """Join the first texts and count the others: `a, b and 3 more`, or `a; b; and 3 more`.

    No texts give an empty text. At most `most` texts are named.
    """
    shown = separator.join(texts[:most])
    if len(texts) <= most:
        return shown
    gap = " " if separator in _OF_A_SENTENCE else separator
    return f"{shown}{gap}{count_more(len(texts) - most)}"


_OF_A_SENTENCE = (", ", " and ")
"""After these separators, `and 3 more` follows without another one."""
