"""Class files that no compiler made: a real one with changed bytes, lengths, indices and names."""

import random
import struct
from collections.abc import Sequence

from verifier.tools.class_file import CONSTANT_LENGTHS, TWO_PLACES

_ODD = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF)
_NAMES = (
    b"p/A", b"p/B", b"p/I", b"p/T", b"java/lang/Object", b"", b"[", b"()V", b"L", b"[[[Lp/A;", b"(",
    b"(((", b"Lp/A", b"<init>", b"<clinit>", b"Code", b"StackMapTable", b"Record", b"BootstrapMethods",
    b"a" * 2000, b"\xed\xa0\x80", b"\xff\xfe", b"[" * 300 + b"I", b"(" + b"I" * 300 + b")V", b"/", b"..",
)  # fmt: skip


def mutate(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Make one to eight changes in a class file. `others` provide pieces to insert."""
    for _ in range(1 << chance.randrange(4)):
        file = chance.choice(_CHANGES)(file, others, chance)
    return file


def _bytes(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    del others
    at = chance.randrange(len(file) + 1)
    return file[:at] + bytes([chance.randrange(256)]) + file[at + 1 :]


def _number(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Change two bytes anywhere: an index, a length, a count or an instruction."""
    del others
    at = chance.randrange(max(1, len(file) - 1))
    value = chance.choice((*_ODD, chance.randrange(120)))
    return file[:at] + struct.pack(">H", value) + file[at + 2 :]


def _name(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Replace a text in the constant pool: classes extend themselves, descriptors become invalid."""
    del others
    texts = _texts(file)
    if not texts:
        return file
    at, length = chance.choice(texts)
    known = [file[a + 2 : a + 2 + n] for a, n in texts]
    text = chance.choice((*_NAMES, *known))
    return file[:at] + struct.pack(">H", len(text)) + text + file[at + 2 + length :]


def _stretch(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Insert a piece of this or another file, or replace something with it."""
    other = chance.choice((file, *others))
    start, at = chance.randrange(len(other) + 1), chance.randrange(len(file) + 1)
    length = chance.choice((1, 2, 4, 8, 16, 64, 256))
    gone = chance.choice((0, length))
    return file[:at] + other[start : start + length] + file[at + gone :]


def _cut(file: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    del others
    return file[: chance.randrange(len(file) + 1)]


_CHANGES = (_bytes, _number, _number, _name, _name, _name, _stretch, _cut)


def _texts(file: bytes) -> list[tuple[int, int]]:
    """Positions of the text lengths in the constant pool, with these lengths."""
    found: list[tuple[int, int]] = []
    try:
        count, at, number = struct.unpack_from(">H", file, 8)[0], 10, 1
        while number < count:
            tag = file[at]
            if tag == 1:
                length = struct.unpack_from(">H", file, at + 1)[0]
                found.append((at + 1, length))
                at += 3 + length
            else:
                at += 1 + CONSTANT_LENGTHS[tag]
            number += 2 if tag in TWO_PLACES else 1
    except (struct.error, KeyError, IndexError):
        pass
    return found
