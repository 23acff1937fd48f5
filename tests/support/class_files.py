"""The smallest class files."""

import struct


def class_file(
    name: str,
    *,
    java: int = 8,
    superclass: str = "java/lang/Object",
    abstract: bool = False,
    mentions: str = "",
) -> bytes:
    """A class without members; `mentions` is one more text in its constant pool."""
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 44 + java, 6)
    pool = _text(name) + b"\x07\x00\x01" + _text(superclass) + b"\x07\x00\x03" + _text(mentions)
    flags = 0x0401 if abstract else 1
    return head + pool + struct.pack(">HHHHHHH", flags, 2, 4, 0, 0, 0, 0)


def _text(text: str) -> bytes:
    return struct.pack(">BH", 1, len(text.encode())) + text.encode()
