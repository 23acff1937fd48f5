"""Remove from a moved method what the move requires: its receiver, and classes before its members."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from verifier.domain.refactoring import MethodId
from verifier.java_text.brackets import between_commas
from verifier.java_text.names import simple_name
from verifier.residue.text.declaration import word_of
from verifier.residue.text.words import Word


def without_traded(
    old: Sequence[Word], new: Sequence[Word], ids: tuple[MethodId, MethodId]
) -> tuple[list[Word], list[Word]]:
    """Return both sides without the parameters that exchanged places with `this`.

    `ids` are the method before and after. Nothing is removed if the method stays in its class.
    """
    before, after = ids
    if before.class_name == after.class_name:
        return list(old), list(new)
    classes = {simple_name(before.class_name), simple_name(after.class_name)}
    # Both sides call the method by its new name.
    places = [_parameters(side, word_of(after)) for side in (old, new)]
    lost = _of_type(old, places[0], simple_name(after.class_name))
    gained = _of_type(new, places[1], simple_name(before.class_name))
    if len(places[0]) - bool(lost) != len(places[1]) - bool(gained):
        return list(old), list(new)
    return _bare(old, places[0], lost, classes), _bare(new, places[1], gained, classes)


def _parameters(words: Sequence[Word], name: str) -> list[range]:
    for at, word in enumerate(words[:-1]):
        if word == name and words[at + 1] == "(":
            return between_commas(words, at + 1, angles=True)[0]
    return []


def _of_type(words: Sequence[Word], places: Sequence[range], kind: str) -> str:
    """Return the name of the only parameter of a type; empty if there is none or more than one."""
    found = [
        str(words[p[-1]]) for p in places if words[p[0]] == kind and len(p) == len(["type", "name"])
    ]
    return found[0] if len(found) == 1 else ""


def _bare(
    words: Sequence[Word], places: Sequence[range], traded: str, classes: AbstractSet[str]
) -> list[Word]:
    gone = set[int]()
    for place in places:
        if traded and words[place[-1]] == traded:
            comma = place.stop if words[place.stop] == "," else place.start - 1
            gone |= {*place, *([comma] if words[comma] == "," else [])}
    end = places[-1].stop if places else 0
    for at in range(end, len(words) - 1):
        is_owner = words[at] == traded or words[at] in classes
        if is_owner and words[at + 1] == "." and (at == 0 or words[at - 1] != "."):
            gone |= {at, at + 1}
    return [word for at, word in enumerate(words) if at not in gone]
