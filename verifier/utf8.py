"""Remove the byte-order mark from a given text, and refuse or replace half characters."""

import codecs
import re

from verifier.errors import InputError

_LOOKED_AT = 4
"""Bytes in which a text in UTF-16 or UTF-32 has a zero byte, with or without a mark."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SURROGATE = re.compile("[\ud800-\udfff]")


def is_utf8(text: str) -> bool:
    """Tell whether a text has no half characters, which JSON readers refuse."""
    return _SURROGATE.search(text) is None


def without_surrogates(text: str) -> str:
    """Return a text with U+FFFD in place of each half character, which JSON readers refuse."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def without_mark(content: bytes, source: object) -> bytes:
    """Return a text without a leading UTF-8 byte-order mark.

    Windows shells and editors write the mark, and RFC 8259 lets readers of JSON ignore it.

    Raises:
        InputError: the text is in UTF-16 or UTF-32; the message names its `source`.
    """
    if content.startswith(_UTF_16) or b"\0" in content[:_LOOKED_AT]:
        raise InputError(
            f"{source} is in UTF-16 or UTF-32, and not in UTF-8",
            hint="Write it as UTF-8: `Out-File -Encoding utf8`, or `iconv -f UTF-16 -t UTF-8`.",
        )
    return content.removeprefix(codecs.BOM_UTF8)
