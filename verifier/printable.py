"""Lines for people: foreign text such that it cannot drive the terminal it is shown on, and numbers of things."""

import re
import unicodedata

_CANDIDATE = re.compile(r"\r(?!\n)|[^\n\r\t\x20-\x7e]")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def printable(text: str) -> str:
    r"""One line in which control and format characters are escapes (`\x1b`) and a tab is a blank.

    It can neither end a line of ours nor command a terminal; empty text stays empty.
    """
    signs = (" " if sign == "\t" else sign for sign in text)
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in signs)


def printable_lines(text: str) -> str:
    """The same for each line of a text; line feeds alone end lines."""
    return "\n".join(map(printable, text.split("\n")))


def visible(text: str) -> str:
    r"""A whole text in which control and format characters are escapes (`\x1b`, `\u202e`).

    Line ends and tabs stay. Such a text can neither drive a terminal nor show its characters in
    another order than the one they have.
    """
    return _CANDIDATE.sub(_escape_invisible, text)


def _escape_invisible(found: re.Match[str]) -> str:
    sign = found[0]
    if unicodedata.category(sign) not in _INVISIBLE:
        return sign
    return sign.encode("unicode_escape").decode()


def counted(number: int, one: str, many: str = "") -> str:
    """`1 prediction`, `2 predictions`; `many` where an s at the end does not do."""
    return f"{number} {one if number == 1 else many or one + 's'}"
