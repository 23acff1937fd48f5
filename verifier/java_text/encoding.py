"""A source file's bytes as text and back: encoding, byte-order mark and line ends are kept."""

import codecs
from dataclasses import dataclass

JAVA_ESCAPES = "refverify-java"
"""Name of the codec error handler that writes Java unicode escapes."""

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


def decode(content: bytes) -> SourceText:
    """Read a file as UTF-8, else as Latin-1, which keeps every byte."""
    marked = content.startswith(codecs.BOM_UTF8)
    body = content[3:] if marked else content
    try:
        text, encoding = body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        text, encoding = body.decode("latin-1"), "latin-1"
    windows = text.count("\r\n") * 2 > text.count("\n")
    return SourceText(
        text=text, encoding=encoding, marked=marked, newline="\r\n" if windows else "\n"
    )


def _java_escapes(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (int.from_bytes(units[i : i + 2], "big") for i in range(0, len(units), 2))
    return "".join(map(_ESCAPE.format, pairs)), error.end


codecs.register_error(JAVA_ESCAPES, _java_escapes)
