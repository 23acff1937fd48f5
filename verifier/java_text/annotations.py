"""Annotations among tokens: they stand where names are looked for, and hold brackets of their own."""

from collections.abc import Sequence

from verifier.java_text.brackets import closing
from verifier.java_text.tokens import Texts, Token, TokenKind


def behind_annotation(tokens: Sequence[Token], at: int) -> int:
    """The place behind `@A`, `@p.A` or `@A(…)` whose `@` is at `at`; at most the number of tokens.

    `@A void m(…)`: two names without a dot between them are not one annotation's name.
    """
    at += 1
    while at + 1 < len(tokens) and tokens[at + 1].text == ".":
        at += 2
    if at < len(tokens) and tokens[at].kind is TokenKind.WORD:
        at += 1
    if at < len(tokens) and tokens[at].text == "(":
        end = closing(Texts(tokens), at)
        return len(tokens) if end is None else end + 1
    return at


def behind_annotations(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens from behind the annotations on that they begin with; `@interface` is none."""
    at = 0
    while at < len(tokens) and tokens[at].text == "@" and not _is_keyword(tokens, at + 1):
        at = behind_annotation(tokens, at)
    return tokens[at:]


def _is_keyword(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].text == "interface"
