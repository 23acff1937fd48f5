"""A source file's bytes as text, for two purposes that need two rules.

`decode` is for editing: one encoding for the whole file, so that what was not edited is written
back byte for byte. `comparable` is for both sides of a comparison: byte by byte where they are no
UTF-8, so that a file that mixes encodings, or gets one letter of another encoding, still reads the
same in all its untouched parts. It cannot be written back.

Both take the encoding that the build declares, in its Java name. It goes first, since the compiler
reads by it: in Shift-JIS the last byte of a letter may be a backslash or a quote, and any other
reading sees other tokens. Where it is unknown here, or does not give the same bytes back, the file
is read as if none were declared.
"""

import codecs
from dataclasses import dataclass

JAVA_ESCAPES = "refverify-java"
"""Name of the codec error handler that writes Java unicode escapes."""

_BYTEWISE = "refverify-latin1"
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
    choices = ("utf-8",) if marked else (declared, "utf-8")
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
    """Read a file in the declared encoding, else as UTF-8 with every other byte as Latin-1.

    No byte is lost or merged with another.
    """
    text = _kept(content, declared) if declared else None
    return content.decode("utf-8", _BYTEWISE) if text is None else text


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
