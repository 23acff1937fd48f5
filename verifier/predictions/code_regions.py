"""Finds Java declarations between prose: stretches that begin like one and end with their brace."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from verifier.java_text.tokens import Token, TokenKind, scan

MOST_GUESSES = 60

_BEGINNING = re.compile(
    r"^[ \t]*(?:/\*\*|@\w|(?:package|import)\s+[\w.]|(?:public|private|protected|static|final|"
    r"abstract|class|interface|enum|record|sealed|synchronized|native|default|strictfp)\s+[\w<@]|"
    r"<\w|[\w$.]+(?:<[^;(){}]*>)?(?:\[\])*\s+[\w$]+\s*\()",
    re.MULTILINE,
)


Accepted = TypeVar("Accepted")


def code_regions(text: str, accept: Callable[[str], Accepted | None]) -> Iterator[Accepted]:
    """Maximal runs of what looks like declarations, in order; none of them overlaps another.

    They are guesses: `accept` parses one and gives None where it is no code after all; the search
    then goes on behind the guess's first words. It gives up after `MOST_GUESSES`.
    """
    at = 0
    for _ in range(MOST_GUESSES):
        start = _BEGINNING.search(text, at)
        if start is None:
            return
        end = _end_of_run(text, start.start())
        accepted = None if end is None else accept(text[start.start() : end])
        at = start.end()
        if accepted is not None and end is not None:
            yield accepted
            at = end


def _end_of_run(text: str, start: int) -> int | None:
    """Where the run of declarations that begins here ends; None where not even one is whole."""
    end = None
    at = start
    while (after := _end_of_declaration(text, at)) is not None:
        end = after
        rest = text[after:]
        following = _BEGINNING.match(rest.lstrip())
        if following is None:
            return end
        at = after + len(rest) - len(rest.lstrip())
    return end


def _end_of_declaration(text: str, start: int) -> int | None:
    """The end of one declaration: its closing brace, or a semicolon outside of all brackets."""
    depth = 0
    for token in scan(text[start:], decoded=False):
        if token.kind is not TokenKind.OPERATOR:
            continue
        depth += (token.text in "({[") - (token.text in ")}]")
        if depth < 0:
            return None
        if depth == 0 and token.text in {"}", ";"} and not _goes_on(text, start, token):
            return start + token.start + 1
    return None


def _goes_on(text: str, start: int, token: Token) -> bool:
    """`@A({…}) void f()` and `int[] a = {…};` go on after their first brace."""
    rest = text[start + token.start + 1 :].lstrip()
    return token.text == "}" and rest[:1] in {";", ",", ")"}
