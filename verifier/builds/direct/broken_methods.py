"""Break test methods in their class files: replace the body by one that throws an error with a word."""

import hashlib
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from verifier.tools.class_file import CONSTANT_LENGTHS, MAGIC, TWO_PLACES

_UTF8 = 1
_MOST_CONSTANTS = 0xFFFF
_NO_ARGUMENTS = "()V"


@dataclass(frozen=True, kw_only=True, slots=True)
class BrokenMethods:
    """Class files by path, and the ids of the tests whose methods are broken in them."""

    classes: Mapping[str, bytes]
    tests: tuple[str, ...]


def break_some(
    classes: Mapping[str, bytes], among: Iterable[str], *, seed: str, most: int, word: str
) -> BrokenMethods:
    """Break at most `most` of these tests; the same seed selects the same tests.

    A test can be broken if its id names exactly one method without parameters that its class file
    declares itself. If there are fewer such tests, fewer are broken.
    """
    found, tests = dict(classes), list[str]()
    for test in sorted(among, key=lambda test: hashlib.sha256(f"{seed}\0{test}".encode()).digest()):
        if len(tests) >= most:
            break
        name, _, method = test.partition("#")
        path = f"{name.replace('.', '/')}.class"
        made = with_broken_method(found[path], method, word) if path in found else None
        if made is not None:
            found[path] = made
            tests.append(test)
    return BrokenMethods(classes=found, tests=tuple(sorted(tests)))


def with_broken_method(content: bytes, method: str, word: str) -> bytes | None:
    """Return the class file in which this method throws an AssertionError with the word.

    Returns None if the class has no such method without parameters, several of that name, or an
    unknown format.
    """
    try:
        return _ClassFile(content).break_method(method, word)
    except (struct.error, IndexError, KeyError, UnicodeDecodeError):
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Code:
    """The position of a method's Code attribute; `locals` is its number of local variables."""

    start: int
    end: int
    locals: int


class _ClassFile:
    """Reads just enough of a class file to find its methods' code."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        magic, _, _, self._constants = struct.unpack_from(">4sHHH", content)
        if magic != MAGIC:
            raise KeyError(magic)
        self._names: dict[int, bytes] = {}
        self._pool_end = self._read_pool()

    def break_method(self, method: str, word: str) -> bytes | None:
        wanted = method.encode()
        named = [(d, code) for name, d, code in self._methods() if name == wanted]
        if len(named) != 1 or named[0][0] != _NO_ARGUMENTS.encode() or named[0][1] is None:
            return None
        code = named[0][1]
        pool = _pool(self._constants, word)
        count = self._constants + _ADDED
        if count > _MOST_CONSTANTS:
            return None
        body = _body(self._constants, max(1, code.locals))
        head = self._content[:8] + struct.pack(">H", count)
        old_pool = self._content[10 : self._pool_end]
        name = self._content[code.start : code.start + 2]
        attribute = name + struct.pack(">I", len(body)) + body
        rest = self._content[self._pool_end : code.start] + attribute + self._content[code.end :]
        return head + old_pool + pool + rest

    def _read_pool(self) -> int:
        at, number = 10, 1
        while number < self._constants:
            tag = self._content[at]
            if tag == _UTF8:
                (length,) = struct.unpack_from(">H", self._content, at + 1)
                self._names[number] = self._content[at + 3 : at + 3 + length]
                at += 3 + length
            else:
                at += 1 + CONSTANT_LENGTHS[tag]
            number += 2 if tag in TWO_PLACES else 1
        return at

    def _methods(self) -> Iterator[tuple[bytes, bytes, _Code | None]]:
        """Yield name, descriptor and code of each method; the code is None if it is abstract or native."""
        (interfaces,) = self._short(self._pool_end + 6)
        at = self._pool_end + 8 + 2 * interfaces
        (fields,) = self._short(at)
        at += 2
        for _ in range(fields):
            at, _code = self._attributes(at + 6)
        (methods,) = self._short(at)
        at += 2
        for _ in range(methods):
            name, descriptor = struct.unpack_from(">HH", self._content, at + 2)
            at, code = self._attributes(at + 6)
            yield self._names[name], self._names[descriptor], code

    def _attributes(self, at: int) -> tuple[int, _Code | None]:
        (count,) = self._short(at)
        at, code = at + 2, None
        for _ in range(count):
            name, length = struct.unpack_from(">HI", self._content, at)
            end = at + 6 + length
            if self._names[name] == b"Code":
                (most_locals,) = self._short(at + 8)
                code = _Code(start=at, end=end, locals=most_locals)
            at = end
        return at, code

    def _short(self, at: int) -> tuple[int]:
        found: tuple[int] = struct.unpack_from(">H", self._content, at)
        return found


_ADDED = 8


def _pool(first: int, word: str) -> bytes:
    """Return eight constants, numbered from `first`: the error's class, the word, the constructor."""

    def text(value: str) -> bytes:
        encoded = value.encode("ascii")
        return struct.pack(">BH", _UTF8, len(encoded)) + encoded

    return (
        text("java/lang/AssertionError")
        + struct.pack(">BH", 7, first)
        + text(word)
        + struct.pack(">BH", 8, first + 2)
        + text("<init>")
        + text("(Ljava/lang/Object;)V")
        + struct.pack(">BHH", 12, first + 4, first + 5)
        + struct.pack(">BHH", 10, first + 1, first + 6)
    )


def _body(first: int, most_locals: int) -> bytes:
    """`throw new AssertionError(word)`: no branch, so no stack map is needed."""
    code = (
        struct.pack(">BH", 0xBB, first + 1)  # new
        + b"\x59"  # dup
        + struct.pack(">BH", 0x13, first + 3)  # ldc_w
        + struct.pack(">BH", 0xB7, first + 7)  # invokespecial
        + b"\xbf"  # athrow
    )
    return struct.pack(">HHI", 3, most_locals, len(code)) + code + struct.pack(">HH", 0, 0)
