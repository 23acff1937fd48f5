"""Finds Java declarations between prose: stretches that begin like one and end with their brace."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, tee
from typing import TypeVar

from verifier.java_text.brackets import closing, depths
from verifier.java_text.tokens import Token, TokenKind, scan

MOST_GUESSES = 60
MOST_LOOKED_AT = 100_000
"""Characters that all guesses together may be long, beyond twice the text: each could be all the rest.

One that has no end is only scanned, and counts a quarter.
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
"""Characters and tokens in which a declaration's beginning must show what it is."""
_BLANKS = re.compile(r"\s*")


Accepted = TypeVar("Accepted")


def code_regions(text: str, accept: Callable[[str], Accepted | None]) -> Iterator[Accepted]:
    """Maximal runs of what looks like declarations, in order; none of them overlaps another.

    They are guesses: `accept` parses one and gives None where it is no code after all; the search
    then goes on at the next line. It gives up after `MOST_GUESSES`, or after `MOST_LOOKED_AT`.
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
    """Where each line begins."""
    at = 0
    while at < len(text):
        yield at
        at = text.find("\n", at) + 1 or len(text)


def _begins(text: str, start: int) -> bool:
    """Whether the words from here on may be those of a declaration, a comment of one included."""
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
    # Most lines of prose are told by their second word already.
    goes_on = named or (second is not None and second.text in {".", "<", "["})
    return goes_on and _is_method([*head, *islice(words, 1 if named else _MOST_WORDS)])


def _is_method(head: Sequence[Token]) -> bool:
    """`p.Type<…>[] name(`: a type and a name before a parenthesis. Prose seldom has that."""
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
    """Where the run of declarations that begins here ends; None where not even one is whole."""
    end = None
    at = start
    while (after := _end_of_declaration(text, at)) is not None:
        end = after
        at = _behind_blanks(text, after)
        if not _begins(text, at):
            return end
    return end


def _end_of_declaration(text: str, start: int) -> int | None:
    """The end of one declaration: its closing brace, or a semicolon outside of all brackets."""
    tokens, again = tee(scan(text[start:], decoded=False))
    for token, depth in zip(tokens, depths(t.text for t in again), strict=False):
        if depth < 0:
            return None
        if depth == 0 and token.text in {"}", ";"} and not _goes_on(text, start, token):
            return start + token.end
    return None


def _goes_on(text: str, start: int, token: Token) -> bool:
    """`@A({…}) void f()` and `int[] a = {…};` go on after their first brace."""
    if token.text != "}":
        return False
    at = _behind_blanks(text, start + token.end)
    return text[at : at + 1] in {";", ",", ")"}


def _behind_blanks(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()
