"""A source file's bytes as text, for two purposes that need two rules.

`decode` is for editing: one encoding for the whole file, so that what was not edited is written
back byte for byte. `comparable` is for judging: what is no text in its encoding is read byte by
byte, so that a file that mixes encodings, or gets one letter of another encoding, still reads the
same in all its untouched parts. It cannot be written back.

Both take the encoding that the build declares, in its Java name. It goes first, since the compiler
reads by it: in Shift-JIS the last byte of a letter may be a backslash or a quote, and any other
reading sees other tokens. One byte that does not fit must not turn the whole file into another
text than the compiler's, so `comparable` stays with the declared encoding even then. Where that is
unknown here, the file is read as if none were declared.
"""

import codecs
from dataclasses import dataclass

from verifier.java_text.tokens import same_code

JAVA_ESCAPES = "refverify-java"
"""Name of the codec error handler that writes Java unicode escapes."""

_BYTEWISE = "refverify-latin1"
_JAVA_NAMES = {
    "windows-31j": "cp932",
    "cswindows31j": "cp932",
    "x-sjis": "shift_jis",
    "8859_1": "latin-1",
}
"""Names of encodings that Java knows and Python does not."""
_OF_PYTHON = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape"})
"""Codecs that no compiler reads sources by; some take no error handler, some the square of a text's length."""
_SHIFTS = (b"\0", b"\x0e", b"\x1b")
"""Bytes by which an encoding gives those of ASCII another meaning."""
_ESCAPE = "\\u{:04x}"


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceText:
    """The decoded text of a file and what is needed to write another text the same way.

    `text` has the file's own line ends; `newline` is the one that is most frequent in it.
    """

    text: str
    encoding: str
    marked: bool
    newline: str

    def encode(self, text: str) -> bytes:
        """Write a text like this file; what the encoding lacks becomes a Java unicode escape."""
        body = text.encode(self.encoding, JAVA_ESCAPES)
        return codecs.BOM_UTF8 + body if self.marked else body

    def with_own_newlines(self, text: str) -> str:
        """A text with this file's line ends."""
        return text.replace("\r\n", "\n").replace("\n", self.newline)


def decode(content: bytes, declared: str = "") -> SourceText:
    """Read a file in the declared encoding, else as UTF-8, else as Latin-1, which keeps every byte."""
    marked = content.startswith(codecs.BOM_UTF8)
    body = content[3:] if marked else content
    choices = ("utf-8",) if marked else (_codec(declared, body), "utf-8")
    readings = ((_kept(body, encoding), encoding) for encoding in choices if encoding)
    text, encoding = next(
        ((text, encoding) for text, encoding in readings if text is not None),
        (body.decode("latin-1"), "latin-1"),
    )
    windows = text.count("\r\n") * 2 > text.count("\n")
    return SourceText(
        text=text, encoding=encoding, marked=marked, newline="\r\n" if windows else "\n"
    )


def comparable(content: bytes, declared: str = "") -> str:
    """Read a file in the declared encoding, else as UTF-8; bytes that are none of it as Latin-1.

    A byte-order mark of UTF-8 is no text. No other byte is lost.
    """
    marked = content.startswith(codecs.BOM_UTF8)
    body = content[3:] if marked else content
    codec = "utf-8" if marked else _codec(declared, body) or "utf-8"
    try:
        return body.decode(codec, _BYTEWISE)
    except UnicodeError:  # a codec that asks no error handler
        return body.decode("utf-8", _BYTEWISE)


def encoded(text: str, declared: str = "") -> bytes:
    """A whole new file in the declared encoding; what that lacks becomes a Java unicode escape.

    Undeclared it is UTF-8. Bytes that stand in the text as surrogate escapes are written as they
    are, with the rest as UTF-8.

    Raises:
        UnicodeEncodeError: undeclared, and the text holds half a character.
    """
    codec = _codec(declared, b"")
    if not codec or any("\udc80" <= letter <= "\udcff" for letter in text):
        return text.encode("utf-8", "surrogateescape")
    return text.encode(codec, JAVA_ESCAPES)


def is_plain(content: bytes) -> bool:
    """Whether a file is the same text in every encoding that a build may declare."""
    return content.isascii() and not any(shift in content for shift in _SHIFTS)


def is_utf_8(declared: str) -> bool:
    """Whether a declared encoding, or none, leaves a file to be read as UTF-8."""
    return not declared or _codec(declared, b"") == "utf-8"


def reads_alike(content: bytes, one: str, other: str) -> bool:
    """Whether two encodings give a file the same code, but for letters beyond ASCII.

    Those only fill names, literals and comments. An encoding that is unknown here is like any
    other for a file of ASCII alone.
    """
    if any(name and not _codec(name, content) for name in (one, other)):
        return is_plain(content)
    first, second = (comparable(content, name) for name in (one, other))
    return same_code(_ascii(first), _ascii(second))


def _ascii(text: str) -> str:
    return "".join(filter(str.isascii, text))


def _codec(declared: str, body: bytes) -> str:
    """Python's name of an encoding that Java names; empty where it knows none."""
    try:
        name = codecs.lookup(_JAVA_NAMES.get(declared.strip().lower(), declared.strip())).name
        "".encode(name)  # refused where it is a codec, but not one of texts
    except (ValueError, LookupError):
        return ""
    if name.replace("_", "-") in _OF_PYTHON:
        return ""
    # Without a mark Java's UTF-16 is big-endian, and Python's is the machine's.
    marked = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return "utf-16-be" if name == "utf-16" and not marked else name


def _kept(content: bytes, encoding: str) -> str | None:
    """The text in an encoding that gives the same bytes back; None where it does not."""
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
