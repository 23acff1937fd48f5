"""Skip annotations in a token list: they are in places where names are expected, and contain brackets."""

from collections.abc import Sequence

from verifier.java_text.brackets import closing
from verifier.java_text.tokens import Texts, Token, TokenKind


def behind_annotation(tokens: Sequence[Token], at: int) -> int:
    """Return the index after `@A`, `@p.A` or `@A(…)` whose `@` is at `at`; at most the number of
    tokens.

    In `@A void m(…)` the annotation's name is only `A`: two names without a dot between them are
    separate.
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
    """Return the tokens without leading annotations; `@interface` is not an annotation."""
    at = 0
    while at < len(tokens) and tokens[at].text == "@" and not _is_keyword(tokens, at + 1):
        at = behind_annotation(tokens, at)
    return tokens[at:]


def _is_keyword(tokens: Sequence[Token], at: int) -> bool:
    return at < len(tokens) and tokens[at].text == "interface"
