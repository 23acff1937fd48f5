"""Decode a source file's bytes, with two rules for two purposes.

`decode` is for editing: one encoding for the whole file, so that unedited parts are written back
byte for byte. `comparable` is for judging: bytes that are invalid in the encoding are decoded one
by one, so a file with mixed encodings, or with one character in another encoding, still gives the
same text in all unchanged parts. Its result cannot be written back.

Both take the encoding that the build declares, by its Java name. It comes first because the
compiler uses it: in Shift-JIS the last byte of a character may be a backslash or a quote, so any
other encoding gives other tokens. A single invalid byte must not make the whole text differ from
the compiler's, so `comparable` keeps the declared encoding even then. If Python does not know the
encoding, the file is decoded as if none were declared.
"""

import codecs
from dataclasses import dataclass

from verifier.java_text.tokens import same_code

JAVA_ESCAPES = "refverify-java"
"""Name of the codec error handler that writes Java Unicode escapes."""

_BYTEWISE = "refverify-latin1"
_JAVA_NAMES = {
    "windows-31j": "cp932",
    "cswindows31j": "cp932",
    "x-sjis": "shift_jis",
    "8859_1": "latin-1",
}
"""Names of encodings that Java knows and Python does not."""
_OF_PYTHON = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape"})
"""Codecs that no compiler uses for sources; some accept no error handler, some take quadratic time."""
_SHIFTS = (b"\0", b"\x0e", b"\x1b")
"""Bytes that change the meaning of following ASCII bytes in some encodings."""
_ESCAPE = "\\u{:04x}"


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceText:
    """The decoded text of a file, and what is needed to encode another text in the same way.

    `text` has the file's own line ends; `newline` is the most frequent one.
    """

    text: str
    encoding: str
    marked: bool
    newline: str

    def encode(self, text: str) -> bytes:
        """Encode a text like this file; a character that the encoding lacks becomes a Java Unicode escape."""
        body = text.encode(self.encoding, JAVA_ESCAPES)
        return codecs.BOM_UTF8 + body if self.marked else body

    def with_own_newlines(self, text: str) -> str:
        """Return a text with this file's line ends."""
        return text.replace("\r\n", "\n").replace("\n", self.newline)


def decode(content: bytes, declared: str = "") -> SourceText:
    """Decode a file in the declared encoding, otherwise as UTF-8, otherwise as Latin-1, which keeps every byte."""
    marked = content.startswith(codecs.BOM_UTF8)
    body = content[3:] if marked else content
    choices = ("utf-8",) if marked else (_codec(declared, body), "utf-8")
    readings = ((_decode_exactly(body, encoding), encoding) for encoding in choices if encoding)
    text, encoding = next(
        ((text, encoding) for text, encoding in readings if text is not None),
        (body.decode("latin-1"), "latin-1"),
    )
    windows = text.count("\r\n") * 2 > text.count("\n")
    return SourceText(
        text=text, encoding=encoding, marked=marked, newline="\r\n" if windows else "\n"
    )


def comparable(content: bytes, declared: str = "") -> str:
    """Decode a file in the declared encoding, otherwise as UTF-8; invalid bytes are decoded as
    Latin-1.

    A UTF-8 byte-order mark is dropped. No other byte is lost.
    """
    marked = content.startswith(codecs.BOM_UTF8)
    body = content[3:] if marked else content
    codec = "utf-8" if marked else _codec(declared, body) or "utf-8"
    try:
        return body.decode(codec, _BYTEWISE)
    except UnicodeError:  # a codec that ignores error handlers
        return body.decode("utf-8", _BYTEWISE)


def encode(text: str, declared: str = "") -> bytes:
    """Encode a whole new file in the declared encoding; a character that it lacks becomes a Java
    Unicode escape.

    Without a declaration it is UTF-8. If the text contains bytes as surrogate escapes, these are
    written unchanged, and the rest as UTF-8.

    Raises:
        UnicodeEncodeError: no encoding is declared, and the text contains half a character.
    """
    codec = _codec(declared, b"")
    if not codec or any("\udc80" <= letter <= "\udcff" for letter in text):
        return text.encode("utf-8", "surrogateescape")
    return text.encode(codec, JAVA_ESCAPES)


def is_plain(content: bytes) -> bool:
    """Whether a file is the same text in every encoding that a build may declare."""
    return content.isascii() and not any(shift in content for shift in _SHIFTS)


def is_utf_8(declared: str) -> bool:
    """Whether a declared encoding is UTF-8, or none is declared."""
    return not declared or _codec(declared, b"") == "utf-8"


def reads_alike(content: bytes, one: str, other: str) -> bool:
    """Whether two encodings give a file the same code, ignoring characters beyond ASCII.

    Those only occur in names, literals and comments. If an encoding is unknown here, only a plain
    ASCII file counts as the same.
    """
    if any(name and not _codec(name, content) for name in (one, other)):
        return is_plain(content)
    first, second = (comparable(content, name) for name in (one, other))
    return same_code(_ascii(first), _ascii(second))


def _ascii(text: str) -> str:
    return "".join(filter(str.isascii, text))


def _codec(declared: str, body: bytes) -> str:
    """Return Python's name of an encoding with a Java name; empty if Python does not know it."""
    try:
        name = codecs.lookup(_JAVA_NAMES.get(declared.strip().lower(), declared.strip())).name
        "".encode(name)  # raises an error if it is not a text codec
    except (ValueError, LookupError):
        return ""
    if name.replace("_", "-") in _OF_PYTHON:
        return ""
    # Without a mark, UTF-16 is big-endian in Java, and the machine's byte order in Python.
    marked = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return "utf-16-be" if name == "utf-16" and not marked else name


def _decode_exactly(content: bytes, encoding: str) -> str | None:
    """Return the decoded text if encoding it gives the same bytes back; otherwise None."""
    try:
        text = content.decode(encoding)
        return text if text.encode(encoding) == content else None
    except (ValueError, LookupError):
        return None


def _latin1(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


def _java_escapes(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (int.from_bytes(units[i : i + 2], "big") for i in range(0, len(units), 2))
    return "".join(map(_ESCAPE.format, pairs)), error.end


codecs.register_error(JAVA_ESCAPES, _java_escapes)
codecs.register_error(_BYTEWISE, _latin1)
