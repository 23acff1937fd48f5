"""Takes the byte-order mark from a text that people hand in, and refuses UTF-16."""

import codecs

from verifier.errors import InputError

_LOOKED_AT = 4
"""Bytes in which a text of UTF-16 or UTF-32 shows a zero byte, mark or not."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def without_mark(content: bytes, source: object) -> bytes:
    """A text without the byte-order mark of UTF-8 that it may begin with.

    Windows shells and editors write the mark, and RFC 8259 lets readers of JSON pass over it.

    Raises:
        InputError: the text is in UTF-16 or UTF-32; the message names its `source`.
    """
    if content.startswith(_UTF_16) or b"\0" in content[:_LOOKED_AT]:
        raise InputError(
            f"{source} is in UTF-16 or UTF-32, and not in UTF-8",
            hint="Write it as UTF-8: `Out-File -Encoding utf8`, or `iconv -f UTF-16 -t UTF-8`.",
        )
    return content.removeprefix(codecs.BOM_UTF8)
