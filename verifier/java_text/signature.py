"""The parameter types of a method as its declaration writes them, with the names of type variables."""

from collections.abc import Sequence

from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.java_text.annotations import behind_annotation
from verifier.java_text.brackets import closing
from verifier.java_text.tokens import Token, scan


def read_parameters(declaration: str, name: str) -> tuple[str, ...]:
    """Return the canonical parameter types in the declaration of a method or constructor.

    `name` is the name before the parameters: the class's name for a constructor. A type variable is
    returned as `A`, not as its bound `Appendable`. A receiver parameter does not count. Returns
    nothing if there is no parameter list.
    """
    tokens = list(scan(declaration))
    words = [token.text for token in tokens]
    opening = _list_of(tokens, name)
    if opening is None:
        return ()
    inside = " ".join(words[opening + 1 : closing(words, opening)])
    written = tuple(parameters_in(inside))
    if written and written[0].split()[-1] == "this":
        written = written[1:]
    return tuple(map(canonical_type, written))


def _list_of(tokens: Sequence[Token], name: str) -> int | None:
    """Return the index of the parenthesis after the declared name; annotations before it may have their own."""
    at = 0
    while at + 1 < len(tokens):
        if tokens[at].text == "@":
            at = behind_annotation(tokens, at)
        elif tokens[at].text == name and tokens[at + 1].text == "(":
            return at + 1
        else:
            at += 1
    return None
