"""Parameter types as people write them, and one canonical form to compare them."""

from collections.abc import Iterator
from functools import lru_cache

_OPENING, _CLOSING = "<([", ">)]"


def parameters_in(text: str) -> Iterator[str]:
    """Yield the parameters of a comma-separated list.

    A comma inside `<…>` or `(…)` does not separate.
    """
    depth, start = 0, 0
    for position, character in enumerate(f"{text},"):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth <= 0:
            if part := text[start:position].strip():
                yield part
            start = position + 1


@lru_cache(maxsize=4096)
def canonical_type(text: str) -> str:
    """Return a type's simple erased name with its array dimensions, to compare different spellings.

    It removes annotations, `final`, type arguments, packages, outer classes (`Map.Entry`,
    `Map$Entry`) and the parameter's own name. A varargs parameter becomes an array. A type variable
    is only a name here; `verifier.predictions.wanted_method` reads its bound from the declaration.
    """
    plain = _without_arguments(_without_annotations(text)).replace("...", "[]")
    dimensions = plain.count("[")
    words = plain.replace("[", " ").replace("]", " ").replace(".", " . ").split()
    return _last_segment([word for word in words if word != "final"]) + "[]" * dimensions


def _last_segment(words: list[str]) -> str:
    """Return the last part of the leading dotted name. The words after it are the parameter's name."""
    last = 0
    while last + 2 < len(words) and words[last + 1] == ".":
        last += 2
    return words[last].rpartition("$")[2] if words else ""


def _without_arguments(text: str) -> str:
    """Return a text without type arguments: everything between `<` and `>`."""
    depth, kept = 0, []
    for character in text:
        depth += character == "<"
        if depth == 0:
            kept.append(character)
        elif character == ">":
            depth -= 1
    return "".join(kept)


def _without_annotations(text: str) -> str:
    """Return a text without `@Name` and `@Name(…)`. Spaces are allowed before the bracket."""
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
    """Return the number of characters of the qualified name at the start of a text."""
    name = (c.isalnum() or c in "_$." for c in text)
    return next((i for i, part in enumerate(name) if not part), len(text))


def _after_bracket(text: str) -> str:
    """Return the text after the bracket that it begins with; empty if the bracket is never closed."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[position + 1 :]
    return ""
