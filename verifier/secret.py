"""A secret in memory, such as the key of an endpoint for models."""

import re
from typing import NoReturn


class Secret:
    """A text that no record, message or traceback may show: as a text it is `***`."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "***"

    __str__ = __repr__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not written anywhere")

    def reveal(self) -> str:
        """Return the text itself."""
        return self._text

    def hide(self, text: str) -> str:
        """Return a foreign text without the secret."""
        return text.replace(self._text, "***")

    def hide_in(self, content: bytes) -> bytes:
        """Return foreign bytes without the secret, also if JSON escapes write some of its characters."""
        signs = (
            rf"(?:{re.escape(each)}|\\{re.escape(each)}|\\u(?i:{ord(each):04x}))"
            for each in self._text
        )
        return re.sub("".join(signs).encode("ascii"), b"***", content)
