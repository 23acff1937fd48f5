"""Constants that moved with a method, and new classes that contain only moved members.

Moving a method to a new class creates that class: its declaration, perhaps a private constructor
that prevents instances, and the constants that only the method used.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from verifier.java_text.jdk_names import JAVA_LANG, JDK_TYPES
from verifier.java_text.keywords import PRIMITIVES
from verifier.java_text.names import simple_name, to_dotted
from verifier.residue.text.members import FileSide, MemberPart, PartKey, PartKind

_VISIBILITY = frozenset({"public", "protected", "private"})
_OF_A_CLASS = _VISIBILITY | {"static", "final"}
_CONSTANT = frozenset({"static", "final"})
_LITERALS = frozenset("0123456789\"'.")


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedConstant:
    """A constant that moved to another class."""

    before: PartKey
    after: PartKey

    @property
    def origin(self) -> str:
        """The former class of the constant, with dots."""
        return to_dotted(self.before.owner)


def find_moved_constants(before: FileSide, after: FileSide) -> Iterator[MovedConstant]:
    """Yield private constants that moved to a new class with the same type and literal value.

    The compiler copies such a value to every place that reads it, so class initialisation and
    objects do not matter. The constant must be private, because other code might read it at its old
    place. The class must be new, because an existing class may use the name for something else.
    """
    gone = {k: p for k, p in before.parts.items() if k not in after.parts and _is_constant(p)}
    come = {k: p for k, p in after.parts.items() if k not in before.parts and _is_constant(p)}
    for old, left in gone.items():
        # Another variable of that name would now be read instead of the constant.
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
    """Return the former class of each constant, by class and name."""
    found: dict[str, dict[str, str]] = {}
    for each in constants:
        found.setdefault(each.after.owner, {})[each.after.name] = each.origin
    return found


def new_holders(
    before: FileSide, after: FileSide, accounted: Collection[PartKey]
) -> Iterator[PartKey]:
    """Yield the headers and empty constructors of new classes with only accounted members.

    A class does not count if it extends or implements something, if code of the changed files
    already uses its name, or if it has the name of a well-known class. Such a class may be more
    than a place for moved members.
    """
    for key, part in after.parts.items():
        if key.kind is not PartKind.HEADER or key in before.parts:
            continue
        members = {k for k in after.parts if k.owner == key.owner and k != key}
        made = {k for k in members if _makes_nothing(k, after.parts[k])}
        # An empty class, or one with only a constructor, contains nothing that moved.
        holds = bool(members - made) and members - made <= set(accounted)
        if holds and _is_plain(key, part) and not _is_known(before, simple_name(key.owner)):
            yield key
            yield from made


def _is_constant(part: MemberPart) -> bool:
    """Tell whether a part is `static final`, a primitive or a String, with one literal as its
    value.
    """
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


def _without_visibility(part: MemberPart) -> list[str]:
    return [word for word in part.words if word not in _VISIBILITY]


def _is_named(side: FileSide, constant: PartKey) -> bool:
    """Tell whether the class that lost a constant still uses its name, for another variable."""
    top = constant.owner.partition("$")[0]
    return any(
        constant.name in part.words
        for key, part in side.parts.items()
        if key.owner.partition("$")[0] == top
    )


def _makes_nothing(key: PartKey, part: MemberPart) -> bool:
    """Tell whether this is `private Name() {}`."""
    name = simple_name(key.owner)
    return key.kind is PartKind.CONSTRUCTOR and part.words == ("private", name, "(", ")", "{", "}")


def _is_plain(key: PartKey, part: MemberPart) -> bool:
    """Tell whether a header has only modifiers and the name; an inner class must be static."""
    *modifiers, word, name = part.words
    nested = "$" in key.owner
    return (
        word == "class"
        and name == simple_name(key.owner)
        and set(modifiers) <= _OF_A_CLASS
        and (not nested or "static" in modifiers)
    )


def _is_known(before: FileSide, name: str) -> bool:
    """Tell whether code may already use this name for another class."""
    used = any(name in part.words for part in before.parts.values())
    return used or name in JAVA_LANG or name in JDK_TYPES


def _header(owner: str) -> PartKey:
    return PartKey(owner=owner, kind=PartKind.HEADER)
