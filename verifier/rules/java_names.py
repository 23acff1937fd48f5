"""What a Java method's body uses by name: calls, creations, arrays, fields, control structures, others."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class UseKind(StrEnum):
    """What is used, from the most telling to the least."""

    CALL = "call"
    CREATION = "creation"
    ARRAY = "array"
    FIELD = "field"
    CONSTRUCT = "construct"
    NAME = "name"


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """One thing that a body uses; `name` is a method, a type, a field, a keyword or any other name."""

    kind: UseKind
    name: str


_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double"
    " else enum extends final finally float for goto if implements import instanceof int interface"
    " long native new package private protected public return short static strictfp super switch"
    " synchronized this throw throws transient try void volatile while true false null var"
    " record sealed permits yield"
)
KEYWORDS = frozenset(_WORDS.split())
DELEGATIONS = frozenset({"this", "super"})
CONSTRUCTS = (
    *("for", "while", "do", "try", "throw", "synchronized", "if", "return"),
    *("||", "&&", "==", "!=", "+"),
)
_SILENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|@\w[\w.]*',
    re.DOTALL,
)
_CREATION = re.compile(r"\bnew\s+([\w$.]+)\s*(?:<[^(){};]*>)?\s*\(")
_ARRAY = re.compile(r"\bnew\s+([\w$.]+)\s*(?:<[^(){};]*>)?\s*\[")
_CALL = re.compile(r"([A-Za-z_$][\w$]*)\s*\(")
_NAME = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$]*(?![\w$]*\s*[(\w$])")
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+([A-Za-z_$][\w$]*)")
_FIELD = re.compile(r"\.\s*([A-Za-z_$][\w$]*)(?![\w$]*\s*[(\w$])")


def uses(method: str) -> Counter[Use]:
    """How often the body of a method's text uses what, the most telling first.

    Comments, literals and annotations count for nothing. A text without a body uses nothing.
    """
    return Counter(_uses(_SILENT.sub(" ", method).partition("{")[2]))


def _uses(body: str) -> Iterator[Use]:
    created = [match[1] for match in _CREATION.finditer(body)]
    rest = _CREATION.sub(" (", body)
    called = [m[1] for m in _CALL.finditer(rest) if m[1] not in KEYWORDS or m[1] in DELEGATIONS]
    words = re.findall(r"\b[a-z]+\b|\|\||&&|==|!=|(?<!\+)\+(?!\+|=)", body)
    yield from (Use(kind=UseKind.CALL, name=name) for name in called)
    yield from (Use(kind=UseKind.CREATION, name=name) for name in created)
    yield from (Use(kind=UseKind.ARRAY, name=name) for name in _ARRAY.findall(rest))
    yield from (Use(kind=UseKind.FIELD, name=name) for name in _FIELD.findall(rest))
    yield from (Use(kind=UseKind.CONSTRUCT, name=name) for name in words if name in CONSTRUCTS)
    for name in _NAME.findall(rest):
        if name not in KEYWORDS and name not in called:
            yield Use(kind=UseKind.NAME, name=name)


def declared_types(text: str) -> frozenset[str]:
    """The named types that a text declares."""
    return frozenset(_TYPE.findall(_SILENT.sub(" ", text)))
