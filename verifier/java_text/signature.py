"""The parameter types of a method as its declaration writes them, type variables by their names."""

from collections.abc import Sequence

from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.java_text.tokens import Token, TokenKind, scan


def written_parameters(declaration: str, name: str) -> tuple[str, ...]:
    """The canonical types of the parameters of a method's or constructor's declaration.

    `name` is what stands in front of its parameters: the class's name for a constructor. Where a
    bound or an erasure would say `Appendable`, this says `A`. A receiver parameter is none.
    Without such a list it is empty.
    """
    tokens = list(scan(declaration))
    opening = _list_of(tokens, name)
    if opening is None:
        return ()
    inside = " ".join(t.text for t in tokens[opening + 1 : _closing(tokens, opening)])
    written = tuple(parameters_in(inside))
    if written and written[0].split()[-1] == "this":
        written = written[1:]
    return tuple(map(canonical_type, written))


def _list_of(tokens: Sequence[Token], name: str) -> int | None:
    """Where the bracket after the declared name opens; an annotation's own brackets come before."""
    at = 0
    while at + 1 < len(tokens):
        if tokens[at].text == "@":
            at = _after_annotation(tokens, at + 1)
        elif tokens[at].text == name and tokens[at + 1].text == "(":
            return at + 1
        else:
            at += 1
    return None


def _after_annotation(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and (tokens[at].kind is TokenKind.WORD or tokens[at].text == "."):
        # `@A void m(…)`: two names without a dot between them are not one annotation's name.
        if tokens[at].kind is TokenKind.WORD and (
            at + 1 >= len(tokens) or tokens[at + 1].text != "."
        ):
            at += 1
            break
        at += 1
    if at < len(tokens) and tokens[at].text == "(":
        return _closing(tokens, at) + 1
    return at


def _closing(tokens: Sequence[Token], opening: int) -> int:
    """Where the bracket that opens here closes; the end of the text where it never does."""
    depth = 0
    for at in range(opening, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[at].text, 0)
        if depth == 0:
            return at
    return len(tokens)
