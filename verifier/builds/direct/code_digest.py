"""Digest what a class file does, without what only debuggers read (Java Virtual Machine
Specification, 4).

Files with equal digests have the same fields, methods, instructions and attributes; names of local
variables, line numbers, source files and the order of constants may differ. The verifier's stack
map frames are ignored too: they follow from the code and do not influence it.
"""

import hashlib
import struct
from collections.abc import Callable, Mapping
from typing import Any

from verifier.tools.class_file import CONSTANT_LENGTHS, MAGIC, TWO_PLACES

_SET_ASIDE = frozenset(
    {
        b"LineNumberTable",
        b"LocalVariableTable",
        b"LocalVariableTypeTable",
        b"SourceDebugExtension",
        b"SourceFile",
        b"StackMapTable",
    }
)
_POOL_BYTE = frozenset({0x12})
_BEHIND_POOL = {
    **dict.fromkeys((0x13, 0x14, *range(0xB2, 0xB9), 0xBB, 0xBD, 0xC0, 0xC1), 0),
    **dict.fromkeys((0xB9, 0xBA), 2),
    0xC5: 1,
}
"""Instructions that refer to a constant, with the number of bytes after the reference."""
_ONE = frozenset({0x10, *range(0x15, 0x1A), *range(0x36, 0x3B), 0xA9, 0xBC})
_TWO = frozenset({0x11, 0x84, *range(0x99, 0xA9), 0xC6, 0xC7})
_FOUR = frozenset({0xC8, 0xC9})
_TABLESWITCH, _LOOKUPSWITCH, _WIDE, _IINC = 0xAA, 0xAB, 0xC4, 0x84
_LAST = 0xC9
_UTF8, _METHOD_HANDLE = 1, 15
_DYNAMIC = frozenset({17, 18})


def method_digests(content: bytes) -> tuple[str, Mapping[str, str]] | None:
    """Hash the class apart from its methods and attributes, and each method (`name(I)V`).

    Returns None if the class contains anything that is unknown here.
    """
    found = _read(content)
    if found is None:
        return None
    head, interfaces, fields, methods, _ = found
    named = {
        _text(name) + _text(shape): _hash((access, rest)) for access, name, shape, *rest in methods
    }
    return _hash((head, interfaces, fields)), named


def _read(content: bytes) -> Any:
    try:
        reader = _DigestReader(content)
        found = reader.whole()
    except (struct.error, IndexError, KeyError, RecursionError, _UnknownError):
        return None
    return found if reader.at == len(content) else None


def _hash(found: Any) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()


def _text(constant: tuple[int, bytes]) -> str:
    return constant[1].decode("utf-8", "replace")


class _UnknownError(Exception):
    pass


class _DigestReader:
    def __init__(self, content: bytes) -> None:
        self._content, self.at = content, 0
        self._pool: dict[int, tuple[int, bytes]] = {}

    def whole(self) -> Any:
        if self._bytes(4) != MAGIC:
            raise _UnknownError
        version = self._bytes(4)
        self._read_pool()
        head = (version, self._u2(), self._ref(), self._ref())
        interfaces = self._refs()
        return head, interfaces, self._members(), self._members(), self._attributes()

    def _read_pool(self) -> None:
        count, number = self._u2(), 1
        while number < count:
            tag = self._u1()
            length = self._u2() if tag == _UTF8 else CONSTANT_LENGTHS[tag]
            self._pool[number] = tag, self._bytes(length)
            number += 2 if tag in TWO_PLACES else 1

    def _constant(self, number: int) -> Any:
        """Return a constant with everything that it refers to; None for index 0."""
        if number == 0:
            return None
        tag, data = self._pool[number]
        if tag in {7, 8, 16, 19, 20}:
            return tag, self._constant(_short(data, 0))
        if tag in {9, 10, 11, 12}:
            return tag, self._constant(_short(data, 0)), self._constant(_short(data, 2))
        if tag == _METHOD_HANDLE:
            return tag, data[0], self._constant(_short(data, 1))
        if tag in _DYNAMIC:
            return tag, _short(data, 0), self._constant(_short(data, 2))
        return tag, data

    def _members(self) -> list[Any]:
        return self._list(lambda: (self._u2(), self._ref(), self._ref(), self._attributes()))

    def _attributes(self) -> list[Any]:
        found = (self._attribute() for _ in range(self._u2()))
        return [each for each in found if each is not None]

    def _attribute(self) -> Any:
        _, name = self._pool[self._u2()]
        end = self._u4() + self.at
        if name in _SET_ASIDE:
            self.at = end
            return None
        read = self._by_name().get(name)
        if read is None:
            raise _UnknownError
        value = read()
        if self.at != end:
            raise _UnknownError
        return name, value

    def _by_name(self) -> dict[bytes, Callable[[], Any]]:
        annotations = lambda: self._list(self._annotation)  # noqa: E731 - one word for four entries
        return {
            b"AnnotationDefault": self._element,
            b"BootstrapMethods": lambda: self._list(lambda: (self._ref(), self._refs())),
            b"Code": self._code,
            b"ConstantValue": self._ref,
            b"Deprecated": tuple,
            b"EnclosingMethod": lambda: (self._ref(), self._ref()),
            b"Exceptions": self._refs,
            b"InnerClasses": lambda: self._list(
                lambda: (self._ref(), self._ref(), self._ref(), self._u2())
            ),
            b"MethodParameters": lambda: [(self._ref(), self._u2()) for _ in range(self._u1())],
            b"NestHost": self._ref,
            b"NestMembers": self._refs,
            b"PermittedSubclasses": self._refs,
            b"Record": lambda: self._list(lambda: (self._ref(), self._ref(), self._attributes())),
            b"RuntimeInvisibleAnnotations": annotations,
            b"RuntimeVisibleAnnotations": annotations,
            b"RuntimeInvisibleParameterAnnotations": self._of_parameters,
            b"RuntimeVisibleParameterAnnotations": self._of_parameters,
            b"Signature": self._ref,
            b"Synthetic": tuple,
        }

    def _of_parameters(self) -> list[Any]:
        return [self._list(self._annotation) for _ in range(self._u1())]

    def _annotation(self) -> Any:
        return self._ref(), self._list(lambda: (self._ref(), self._element()))

    def _element(self) -> Any:
        tag = self._bytes(1)
        if tag == b"e":
            return tag, self._ref(), self._ref()
        if tag == b"@":
            return tag, self._annotation()
        if tag == b"[":
            return tag, self._list(self._element)
        return tag, self._ref()

    def _code(self) -> Any:
        head, length = (self._u2(), self._u2()), self._u4()
        start, found = self.at, []
        while self.at < start + length:
            found.append(self._instruction(start))
        handlers = self._list(lambda: (self._bytes(6), self._ref()))
        return head, found, handlers, self._attributes()

    def _instruction(self, start: int) -> Any:
        place = self.at - start
        code = self._u1()
        if code > _LAST:
            raise _UnknownError
        if code in _POOL_BYTE:
            return code, self._constant(self._u1())
        if code in _BEHIND_POOL:
            return code, self._ref(), self._bytes(_BEHIND_POOL[code])
        if code == _WIDE:
            return code, self._bytes(5 if self._content[self.at] == _IINC else 3)
        if code in {_TABLESWITCH, _LOOKUPSWITCH}:
            return code, self._switch(code, place)
        return code, self._bytes(1 if code in _ONE else 2 if code in _TWO else 4 * (code in _FOUR))

    def _switch(self, code: int, place: int) -> bytes:
        self._bytes(3 - place % 4)
        start = self.at
        self._bytes(4)
        if code == _TABLESWITCH:
            low, high = struct.unpack(">ii", self._bytes(8))
            self._bytes(4 * (high - low + 1))
        else:
            self._bytes(8 * self._u4())
        return self._content[start : self.at]

    def _list(self, read: Callable[[], Any]) -> list[Any]:
        return [read() for _ in range(self._u2())]

    def _refs(self) -> list[Any]:
        return self._list(self._ref)

    def _ref(self) -> Any:
        return self._constant(self._u2())

    def _u1(self) -> int:
        return self._bytes(1)[0]

    def _u2(self) -> int:
        return int.from_bytes(self._bytes(2), "big")

    def _u4(self) -> int:
        return int.from_bytes(self._bytes(4), "big")

    def _bytes(self, length: int) -> bytes:
        found = self._content[self.at : self.at + length]
        if length < 0 or len(found) != length:
            raise IndexError(length)
        self.at += length
        return found


def _short(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")
