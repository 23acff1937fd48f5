"""What a Java source file declares at its top: package and types, read without a parser.

Enough to name the file as javac wants it, and to see that two files declare the same class.
"""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])+'"
    r"|(?P<word>[^\W\d][\w$]*)|(?P<mark>[{}();.@])",
    re.DOTALL,
)
_KINDS = frozenset({"class", "interface", "enum", "record"})
_OPENING, _CLOSING = "{(", "})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """The package (empty for the unnamed one) and the top-level types in their order.

    `main` is the public type, else the first; empty where the text declares none.
    """

    package: str
    types: tuple[str, ...]
    main: str

    @property
    def class_name(self) -> str:
        """The main type's full name; empty where there is none."""
        return f"{self.package}.{self.main}" if self.package and self.main else self.main

    @property
    def path(self) -> str:
        """Where javac wants the file: `pkg/Main.java`."""
        return f"{self.class_name.replace('.', '/')}.java"


def outline(text: str) -> Outline:
    """Read the declarations outside all braces; never raises, whatever the text is."""
    words = _top_level_words(text)
    types: list[str] = []
    public = ""
    is_public = False
    for at, word in enumerate(words):
        if word in {";", "}"}:
            is_public = False
        is_public = is_public or word == "public"
        follows = words[at + 1] if at + 1 < len(words) else ""
        if word in _KINDS and follows.isidentifier() and words[at - 1 : at] != ["."]:
            types.append(follows)
            public = public or (follows if is_public else "")
    main = public or (types[0] if types else "")
    return Outline(package=_package(words), types=tuple(types), main=main)


def _top_level_words(text: str) -> list[str]:
    """Words and marks outside braces and parentheses; a closed block leaves its `}`."""
    depth = 0
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        mark, word = match["mark"], match["word"]
        if mark and mark in _CLOSING:
            depth = max(0, depth - 1)
        if depth == 0 and (word or mark):
            found.append(word or mark)
        if mark and mark in _OPENING:
            depth += 1
    return found


def _package(words: list[str]) -> str:
    if "package" not in words:
        return ""
    start = words.index("package") + 1
    end = words.index(";", start) if ";" in words[start:] else start
    return "".join(words[start:end])
