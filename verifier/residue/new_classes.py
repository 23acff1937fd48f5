"""Constants that moved along with a method, and new classes that hold nothing but what moved.

Moving a method to a new class makes that class: its declaration, a private constructor that keeps
others from making objects of it, and the constants that only the method used.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from verifier.java_text.jdk_names import JAVA_LANG, JDK_TYPES
from verifier.java_text.keywords import PRIMITIVES
from verifier.java_text.names import dotted, simple_name
from verifier.residue.members import Part, PartKey, PartKind, Side

_VISIBILITY = frozenset({"public", "protected", "private"})
_OF_A_CLASS = _VISIBILITY | {"static", "final"}
_CONSTANT = frozenset({"static", "final"})
_LITERALS = frozenset("0123456789\"'.")


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedConstant:
    """A constant that stands in another class than before."""

    before: PartKey
    after: PartKey

    @property
    def origin(self) -> str:
        """The class that it stood in, with dots."""
        return dotted(self.before.owner)


def moved_constants(before: Side, after: Side) -> Iterator[MovedConstant]:
    """Private constants that left one class for a new one, with the same type and literal value.

    Such a value is put wherever it is read when the code is compiled, so neither the moment at
    which a class is initialised nor the object counts. Private, because others might read it where
    it was; a new class, because in an old one its name might be taken for another.
    """
    gone = {k: p for k, p in before.parts.items() if k not in after.parts and _is_constant(p)}
    come = {k: p for k, p in after.parts.items() if k not in before.parts and _is_constant(p)}
    for old, left in gone.items():
        # Another variable of that name would now be read where the constant was.
        if "private" not in left.words or _is_named(after, old):
            continue
        for new, arrived in come.items():
            same = old.name == new.name and _without_visibility(left) == _without_visibility(
                arrived
            )
            if same and _header(new.owner) not in before.parts:
                yield MovedConstant(before=old, after=new)
                break


def origins_of(constants: Iterable[MovedConstant]) -> dict[str, dict[str, str]]:
    """By class and name: the class that each of them stood in before."""
    found: dict[str, dict[str, str]] = {}
    for each in constants:
        found.setdefault(each.after.owner, {})[each.after.name] = each.origin
    return found


def new_holders(before: Side, after: Side, accounted: Collection[PartKey]) -> Iterator[PartKey]:
    """The declarations and empty constructors of new classes all of whose members are accounted for.

    A class that extends or implements something, that code of the changed files already names, or
    that has the name of a well-known class, may mean more than a place for what moved.
    """
    for key, part in after.parts.items():
        if key.kind is not PartKind.HEADER or key in before.parts:
            continue
        members = {k for k in after.parts if k.owner == key.owner and k != key}
        made = {k for k in members if _makes_nothing(k, after.parts[k])}
        # An empty class, or one with a constructor alone, holds nothing that moved.
        holds = bool(members - made) and members - made <= set(accounted)
        if holds and _is_plain(key, part) and not _is_known(before, simple_name(key.owner)):
            yield key
            yield from made


def _is_constant(part: Part) -> bool:
    """`static final` with a primitive or a String, and one literal as its value."""
    words = part.words
    if part.method is not None or "=" not in words or not set(words) >= _CONSTANT:
        return False
    declared, value = words[: words.index("=")], words[words.index("=") + 1 :]
    kind = [w for w in declared if w not in _OF_A_CLASS][:-1]
    # `-1` is two tokens, and a constant for the compiler all the same.
    if value[:1] == ("-",):
        value = value[1:]
    literal = len(value) == 2 and (value[0][0] in _LITERALS or value[0] in {"true", "false"})  # noqa: PLR2004 - the literal and `;`
    return literal and len(kind) == 1 and (kind[0] in PRIMITIVES or kind[0] == "String")


def _without_visibility(part: Part) -> list[str]:
    return [word for word in part.words if word not in _VISIBILITY]


def _is_named(side: Side, constant: PartKey) -> bool:
    """Whether the class that lost a constant still has a word of its name, for another variable."""
    top = constant.owner.partition("$")[0]
    return any(
        constant.name in part.words
        for key, part in side.parts.items()
        if key.owner.partition("$")[0] == top
    )


def _makes_nothing(key: PartKey, part: Part) -> bool:
    """Whether this is `private Name() {}`."""
    name = simple_name(key.owner)
    return key.kind is PartKind.CONSTRUCTOR and part.words == ("private", name, "(", ")", "{", "}")


def _is_plain(key: PartKey, part: Part) -> bool:
    """Whether a header has nothing but modifiers and the name; an inner class must be static."""
    *modifiers, word, name = part.words
    nested = "$" in key.owner
    return (
        word == "class"
        and name == simple_name(key.owner)
        and set(modifiers) <= _OF_A_CLASS
        and (not nested or "static" in modifiers)
    )


def _is_known(before: Side, name: str) -> bool:
    """Whether code may already mean another class by this name."""
    used = any(name in part.words for part in before.parts.values())
    return used or name in JAVA_LANG or name in JDK_TYPES


def _header(owner: str) -> PartKey:
    return PartKey(owner=owner, kind=PartKind.HEADER)
