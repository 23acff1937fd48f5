"""The smallest class files."""

import struct


def class_file(name: str, *, java: int = 8) -> bytes:
    """A class below Object without members."""
    head = struct.pack(">IHHH", 0xCAFEBABE, 0, 44 + java, 5)
    pool = _text(name) + b"\x07\x00\x01" + _text("java/lang/Object") + b"\x07\x00\x03"
    return head + pool + struct.pack(">HHHHHHH", 1, 2, 4, 0, 0, 0, 0)


def _text(text: str) -> bytes:
    return struct.pack(">BH", 1, len(text.encode())) + text.encode()
