"""Parameter types as people write them, and the one form in which two of them are compared."""

from collections.abc import Iterator
from functools import lru_cache

_OPENING, _CLOSING = "<([", ">)]"


def parameters_in(text: str) -> Iterator[str]:
    """The parameters of a list, between its commas; a comma in `<…>` or `(…)` divides nothing."""
    depth, start = 0, 0
    for position, character in enumerate(f"{text},"):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth <= 0:
            if part := text[start:position].strip():
                yield part
            start = position + 1


@lru_cache(maxsize=4096)
def canonical_type(text: str) -> str:
    """The simple erased name of a type with its dimensions: what two spellings are compared by.

    Annotations, `final`, type arguments, packages, outer classes (`Map.Entry`, `Map$Entry`) and the
    parameter's own name go; a varargs parameter is an array. A type variable is only a name here:
    its bound stands in the declaration, see `verifier.predictions.wanted_method`.
    """
    plain = _without_arguments(_without_annotations(text)).replace("...", "[]")
    dimensions = plain.count("[")
    words = plain.replace("[", " ").replace("]", " ").replace(".", " . ").split()
    return _last_segment([word for word in words if word != "final"]) + "[]" * dimensions


def _last_segment(words: list[str]) -> str:
    """The last name of the dotted one that comes first; what follows is the parameter's name."""
    last = 0
    while last + 2 < len(words) and words[last + 1] == ".":
        last += 2
    return words[last].rpartition("$")[2] if words else ""


def _without_arguments(text: str) -> str:
    """A text without what stands between `<` and `>`."""
    depth, kept = 0, []
    for character in text:
        depth += character == "<"
        if depth == 0:
            kept.append(character)
        elif character == ">":
            depth -= 1
    return "".join(kept)


def _without_annotations(text: str) -> str:
    """A text without `@Name` and `@Name(…)`; blanks may stand before the bracket."""
    kept, rest = "", text
    while "@" in rest:
        before, _, rest = rest.partition("@")
        kept += before + " "
        rest = rest.lstrip()
        rest = rest[_length_of_name(rest) :]
        if rest.lstrip().startswith("("):
            rest = _after_bracket(rest.lstrip())
    return kept + rest


def _length_of_name(text: str) -> int:
    """How many characters a qualified name at the start of a text has."""
    name = (c.isalnum() or c in "_$." for c in text)
    return next((i for i, part in enumerate(name) if not part), len(text))


def _after_bracket(text: str) -> str:
    """What follows the bracket that a text begins with; nothing where it is never closed."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[position + 1 :]
    return ""
