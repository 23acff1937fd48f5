"""Find Java declarations in prose: stretches that begin like a declaration and end with its brace."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, tee
from typing import TypeVar

from verifier.java_text.brackets import closing, depths
from verifier.java_text.tokens import Token, TokenKind, scan

MOST_GUESSES = 60
MOST_LOOKED_AT = 100_000
"""Limit for the length of all guesses together, in characters beyond twice the text's length.

Each guess could extend to the end of the text. A guess without an end is only scanned, and counts a
quarter.
"""

_FIRST_WORDS = frozenset(
    [
        "public",
        "private",
        "protected",
        "static",
        "final",
        "abstract",
        "class",
        "interface",
        "enum",
        "record",
        "sealed",
        "synchronized",
        "native",
        "default",
        "strictfp",
    ]
)
_LONGEST_HEAD, _MOST_WORDS = 400, 40
"""Characters and tokens within which the beginning of a declaration must be recognisable."""
_BLANKS = re.compile(r"\s*")


Accepted = TypeVar("Accepted")


def code_regions(text: str, accept: Callable[[str], Accepted | None]) -> Iterator[Accepted]:
    """Yield maximal runs that look like declarations, in order and without overlaps.

    The runs are guesses. `accept` parses one and returns None if it is not code; the search then
    continues at the next line. The search stops after `MOST_GUESSES` guesses or `MOST_LOOKED_AT`
    characters.
    """
    guesses, behind, looked_at = 0, 0, -2 * len(text)
    for start in _lines(text):
        if start < behind or not _begins(text, start):
            continue
        guesses += 1
        if guesses > MOST_GUESSES or looked_at > MOST_LOOKED_AT:
            return
        end = _end_of_run(text, start)
        looked_at += (len(text) - start) // 4 if end is None else end - start
        accepted = None if end is None else accept(text[start:end])
        if accepted is not None and end is not None:
            yield accepted
            behind = end


def _lines(text: str) -> Iterator[int]:
    """Yield the start of each line."""
    at = 0
    while at < len(text):
        yield at
        at = text.find("\n", at) + 1 or len(text)


def _begins(text: str, start: int) -> bool:
    """Tell whether a declaration, or its comment, may begin here."""
    words = scan(text[start : start + _LONGEST_HEAD].lstrip(" \t"), comments=True, decoded=False)
    head = list(islice(words, 2))
    if not head or head[0].start > 0 or head[0].is_javadoc:
        return bool(head) and head[0].start == 0
    first, second = head[0], (head[1] if len(head) > 1 else None)
    named = second is not None and second.kind is TokenKind.WORD
    if first.text in {"@", "<"}:
        return named and second is not None and second.start == first.end
    if first.text in {"package", "import"}:
        return named
    if first.text in _FIRST_WORDS:
        return named or (second is not None and second.text in {"<", "@"})
    # The second word already rules out most lines of prose.
    goes_on = named or (second is not None and second.text in {".", "<", "["})
    return goes_on and _is_method([*head, *islice(words, 1 if named else _MOST_WORDS)])


def _is_method(head: Sequence[Token]) -> bool:
    """Recognise `p.Type<…>[] name(`: a type and a name before a parenthesis, which is rare in
    prose.
    """
    words = [token.text for token in head]
    at = 0
    while at + 1 < len(head) and head[at].kind is TokenKind.WORD and words[at + 1] == ".":
        at += 2
    if at == len(head) or head[at].kind is not TokenKind.WORD:
        return False
    at += 1
    if words[at : at + 1] == ["<"]:
        last = closing(words, at, angles=True)
        at = len(words) if last is None else last + 1
    while words[at : at + 2] == ["[", "]"]:
        at += 2
    return words[at + 1 : at + 2] == ["("] and head[at].kind is TokenKind.WORD


def _end_of_run(text: str, start: int) -> int | None:
    """Return the end of the run of declarations that begins here; None if not even one is complete."""
    end = None
    at = start
    while (after := _end_of_declaration(text, at)) is not None:
        end = after
        at = _behind_blanks(text, after)
        if not _begins(text, at):
            return end
    return end


def _end_of_declaration(text: str, start: int) -> int | None:
    """Return the end of one declaration: its closing brace, or a semicolon outside all brackets."""
    tokens, again = tee(scan(text[start:], decoded=False))
    for token, depth in zip(tokens, depths(t.text for t in again), strict=False):
        if depth < 0:
            return None
        if depth == 0 and token.text in {"}", ";"} and not _goes_on(text, start, token):
            return start + token.end
    return None


def _goes_on(text: str, start: int, token: Token) -> bool:
    """Tell whether a declaration like `@A({…}) void f()` or `int[] a = {…};` continues after a
    brace.
    """
    if token.text != "}":
        return False
    at = _behind_blanks(text, start + token.end)
    return text[at : at + 1] in {";", ",", ")"}


def _behind_blanks(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()
