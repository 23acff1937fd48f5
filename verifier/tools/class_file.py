"""Read the outline of a class file without a JVM (Java Virtual Machine Specification, 4.1).

The lengths in the file reveal whether it is truncated or has another format.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError

MAGIC = b"\xca\xfe\xba\xbe"
_OLDEST = 44
"""A class file's major version minus this is the Java version that it needs."""
_UTF8, _CLASS = 1, 7
_METHODS, _OTHERS = frozenset({10, 11}), frozenset({9, 15, 16, 17, 18})
"""Method references of classes and interfaces; references to fields, and constants of dynamic calls."""
_ABSTRACT = 0x0400
_DESCRIPTOR = re.compile(r"L([^;:()<>\[]+);")
_NO_NAME, _DESCRIBED = re.compile(r"[;:()<>\[*+-]"), re.compile(r"^[BCDFIJSZ]*L")
CONSTANT_LENGTHS = {
    3: 4, 4: 4, 5: 8, 6: 8, _CLASS: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4,
    19: 2, 20: 2,
}  # fmt: skip
"""How many bytes follow the tag of a constant, by tag."""
TWO_PLACES = frozenset({5, 6})
"""Long and double take two entries in the constant pool."""
_U2, _U4 = struct.Struct(">H"), struct.Struct(">I")


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassFile:
    """The qualified name (`pkg.Outer$Inner`) of the class, and the oldest Java version that can
    load it.

    `superclass` is a qualified name too, empty for java.lang.Object and for a module; `abstract` is
    also True for interfaces.
    """

    name: str
    java: int
    superclass: str
    abstract: bool


def read_class_file(path: Path) -> ClassFile:
    """Read the outline of one file.

    Raises:
        InputError: it cannot be read, or is not a complete class file.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    return outline(content, str(path))


def outline(content: bytes, place: str) -> ClassFile:
    """Read the outline from a class file's bytes; `place` names it in errors.

    Raises:
        InputError: it is not a complete class file.
    """
    if not content.startswith(MAGIC):
        raise InputError(f"{place} is not a class file", hint="Compile the sources again.")
    try:
        return _outline(content)
    except (struct.error, KeyError, IndexError) as error:
        raise InputError(
            f"{place} is not a whole class file", hint="Compile the sources again."
        ) from error


def class_name(path: str) -> str:
    """Return the qualified name (`pkg.Outer$Inner`) of the class whose file has this path."""
    return path.removesuffix(".class").replace("/", ".")


def read_names(content: bytes) -> frozenset[str]:
    """Return the words in its constants that may be internal names (`pkg/Outer$Inner`); empty if it
    is not a class file.

    The result contains other words too.
    """
    if not content.startswith(MAGIC):
        return frozenset()
    try:
        texts = list(_texts(content))
    except (struct.error, KeyError, IndexError):
        return frozenset()
    words = {word for text in texts for word in _NO_NAME.split(text)}
    return frozenset(words | {_DESCRIBED.sub("", word) for word in words}) - {""}


@dataclass(frozen=True, kw_only=True, slots=True)
class References:
    """What a class file's constants refer to, by internal names (`pkg/Outer$Inner`).

    `types` are classes and the names in descriptors, `methods` are pairs of owner and method name.
    `others` says that there is more: a field, a dynamic call.
    """

    types: frozenset[str]
    methods: frozenset[tuple[str, str]]
    others: bool


def references(content: bytes) -> References | None:
    """Return what a class file refers to; None if it is incomplete.

    A string that looks like a descriptor counts as one.
    """
    try:
        _ = outline(content, "a class file")
        return _references(content)
    except (InputError, struct.error, KeyError, IndexError):
        return None


def _references(content: bytes) -> References:
    places, _ = _constants(content)
    tags = {number: content[at - 1] for number, at in places.items()}

    def text(at: int) -> str:
        """Return the text of the constant whose index is at this position."""
        return _text(content, places[_U2.unpack_from(content, at)[0]])

    def through(at: int) -> str:
        """Return the text that the constant at this index refers to: the name of a class, or of a member."""
        return text(places[_U2.unpack_from(content, at)[0]])

    texts = [_text(content, places[n]) for n, tag in tags.items() if tag == _UTF8]
    classes = [text(places[n]) for n, tag in tags.items() if tag == _CLASS]
    calls = [places[n] for n, tag in tags.items() if tag in _METHODS]
    return References(
        types=frozenset(name for name in classes if not name.startswith("["))
        | {name for each in texts for name in _DESCRIPTOR.findall(each)},
        methods=frozenset((through(at), through(at + 2)) for at in calls),
        others=not _OTHERS.isdisjoint(tags.values()),
    )


def _texts(content: bytes) -> Iterator[str]:
    places, end = _constants(content)
    if end > len(content):
        raise IndexError(end)
    return (_text(content, at) for at in places.values() if content[at - 1] == _UTF8)


def _text(content: bytes, at: int) -> str:
    """Return the text of a constant; `at` is the position after its tag."""
    length = _U2.unpack_from(content, at)[0]
    return content[at + 2 : at + 2 + length].decode("utf-8", "replace")


def _outline(content: bytes) -> ClassFile:
    java = _U2.unpack_from(content, 6)[0] - _OLDEST
    places, end = _constants(content)
    name = _class_name(content, places, end + 2)
    superclass = _class_name(content, places, end + 4)
    abstract = bool(_U2.unpack_from(content, end)[0] & _ABSTRACT)
    at = end + 8 + 2 * _U2.unpack_from(content, end + 6)[0]
    at = _members(content, _members(content, at))
    if _attributes(content, at) != len(content):
        raise IndexError(at)
    return ClassFile(name=name, java=java, superclass=superclass, abstract=abstract)


def _class_name(content: bytes, places: dict[int, int], at: int) -> str:
    """Return the name of the class whose index in the constant pool is at this position; empty for index 0."""
    number = _U2.unpack_from(content, at)[0]
    if number == 0:
        return ""
    text_at = places[_U2.unpack_from(content, places[number])[0]]
    return _text(content, text_at).replace("/", ".")


def _constants(content: bytes) -> tuple[dict[int, int], int]:
    """Return the positions of the pool's constants after their tags, by index, and the position of its end."""
    count = _U2.unpack_from(content, 8)[0]
    places: dict[int, int] = {}
    at, number = 10, 1
    while number < count:
        tag = content[at]
        places[number] = at + 1
        if tag == _UTF8:
            at += 3 + _U2.unpack_from(content, at + 1)[0]
        else:
            at += 1 + CONSTANT_LENGTHS[tag]
        number += 2 if tag in TWO_PLACES else 1
    return places, at


def _members(content: bytes, at: int) -> int:
    """Return the end of the fields or methods that begin here."""
    count = _U2.unpack_from(content, at)[0]
    at += 2
    for _ in range(count):
        at = _attributes(content, at + 6)
    return at


def _attributes(content: bytes, at: int) -> int:
    """Return the end of the attributes that begin here."""
    count = _U2.unpack_from(content, at)[0]
    at += 2
    for _ in range(count):
        at += 6 + _U4.unpack_from(content, at + 2)[0]
    return at
