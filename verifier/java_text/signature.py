"""The parameter types of a method as its declaration writes them, type variables by their names."""

from collections.abc import Sequence

from verifier.domain.parameter_type import canonical_type, parameters_in
from verifier.java_text.annotations import behind_annotation
from verifier.java_text.brackets import closing
from verifier.java_text.tokens import Token, scan


def written_parameters(declaration: str, name: str) -> tuple[str, ...]:
    """The canonical types of the parameters of a method's or constructor's declaration.

    `name` is what stands in front of its parameters: the class's name for a constructor. Where a
    bound or an erasure would say `Appendable`, this says `A`. A receiver parameter is none.
    Without such a list it is empty.
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
    """Where the bracket after the declared name opens; an annotation's own brackets come before."""
    at = 0
    while at + 1 < len(tokens):
        if tokens[at].text == "@":
            at = behind_annotation(tokens, at)
        elif tokens[at].text == name and tokens[at + 1].text == "(":
            return at + 1
        else:
            at += 1
    return None
