"""Minimal class files."""

import struct
from collections.abc import Sequence


def class_file(
    name: str,
    *,
    java: int = 8,
    superclass: str = "java/lang/Object",
    abstract: bool = False,
    mentions: str = "",
    constants: Sequence[bytes] = (),
) -> bytes:
    """A class without members. `mentions` is an additional text in its constant pool, before more
    `constants`.
    """
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 44 + java, _FIRST + len(constants))
    pool = _text(name) + b"\x07\x00\x01" + _text(superclass) + b"\x07\x00\x03" + _text(mentions)
    flags = 0x0401 if abstract else 1
    return head + pool + b"".join(constants) + struct.pack(">HHHHHHH", flags, 2, 4, 0, 0, 0, 0)


_FIRST = 6
"""The number of the first additional constant."""


def constants(
    *texts: str, calls: Sequence[str] = (), fields: Sequence[str] = ()
) -> tuple[bytes, ...]:
    """Constants of a class: texts, and members as `pkg/Class.name`."""
    found = [_text(text) for text in texts]
    for tag, members in ((10, calls), (9, fields)):
        for owner, _, name in (member.rpartition(".") for member in members):
            at = _FIRST + len(found)
            found += [_text(owner), struct.pack(">BH", 7, at), _text(name), _text("()V")]
            found += [struct.pack(">BHH", 12, at + 2, at + 3)]
            found += [struct.pack(">BHH", tag, at + 1, at + 4)]
    return tuple(found)


def _text(text: str) -> bytes:
    return struct.pack(">BH", 1, len(text.encode())) + text.encode()
