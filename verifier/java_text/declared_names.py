"""What a Java text declares, by class and member, each with its head.

It is parsed from tokens and never raises. A head contains what other classes depend on: visibility
and other modifiers, types, and exceptions. It excludes annotations and parameter names.
"""

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from verifier.java_text.annotations import behind_annotation, behind_annotations
from verifier.java_text.brackets import OPENING, behind, is_nested_deeper, parts
from verifier.java_text.outline import find_declared_name, head
from verifier.java_text.tokens import Texts, Token, TokenKind, scan

_ENDS = frozenset({";", "{", "="})
_DEEPEST = 200
_OWN = frozenset({"final", "synchronized", "strictfp"})

CONSTRUCTOR = "<init>"
FINAL = "final "


class _Found(NamedTuple):
    """A declaration with its head, the names of its annotations as they are written, and whether it is final."""

    declared: "DeclaredMember"
    head: str
    annotations: frozenset[str] = frozenset()
    final: bool = False


class DeclaredMember(NamedTuple):
    """A member and the qualified name of its class; for a top-level class `owner` is its package."""

    owner: str
    name: str
    is_type: bool

    @property
    def full_name(self) -> str:
        """The owner and the name, with dots."""
        return f"{self.owner}.{self.name}".lstrip(".")


def read_declared_names(text: str) -> Mapping[DeclaredMember, frozenset[str]]:
    """Return the heads of each declaration; the name of several methods has several.

    Constructors, and declarations inside methods, are left out. Returns nothing for a text whose
    brackets are nested too deeply for any compiler.
    """
    found = defaultdict[DeclaredMember, set[str]](set)
    for each in _of_text(text):
        if each.declared.name != CONSTRUCTOR:
            found[each.declared].add(each.head)
    return {declared: frozenset(heads) for declared, heads in found.items()}


def api_names(text: str) -> Mapping[DeclaredMember, frozenset[str]]:
    """Return the same with constructors, and with `final` first in heads: who extends a class sees both."""
    found = defaultdict[DeclaredMember, set[str]](set)
    for each in _of_text(text):
        found[each.declared].add(f"{FINAL if each.final else ''}{each.head}")
    return {declared: frozenset(heads) for declared, heads in found.items()}


def annotations_of(text: str) -> Mapping[str, AbstractSet[str]]:
    """Return the annotations of each type, its fields, components and constants, by the type's full name.

    The names are as written. Types without annotations are left out.
    """
    found = defaultdict[str, set[str]](set)
    for each in _of_text(text):
        if each.annotations:
            declared = each.declared
            found[declared.full_name if declared.is_type else declared.owner] |= each.annotations
    return found


def _of_text(text: str) -> Iterator[_Found]:
    tokens = list(scan(text))
    if not is_nested_deeper(Texts(tokens), _DEEPEST):
        yield from _members(tokens, head(text).package, kind="")


def _members(tokens: Sequence[Token], owner: str, *, kind: str) -> Iterator[_Found]:
    """Yield the declarations inside the braces of a type; `kind` is the type's keyword, empty for a file."""
    words, at = Texts(tokens), 0
    if kind == "enum":
        at = yield from _constants(tokens, owner)
    while at < len(tokens):
        end = _end_of_head(tokens, at)
        written = tokens[at:end]
        closed = end + 1
        if end < len(tokens) and words[end] == "{":
            closed = behind(words, end)
        elif end < len(tokens) and words[end] == "=":
            closed = _end_of_value(words, end)
        body = tokens[end + 1 : closed - 1]
        yield from _declaration(written, tokens[at:closed], body, owner)
        at = max(closed, at + 1)


def _end_of_head(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the brace, semicolon or equals sign that ends a head."""
    words = Texts(tokens)
    while at < len(tokens) and words[at] not in _ENDS:
        if _is_annotation(tokens, at):
            at = behind_annotation(tokens, at)
        else:
            at = behind(words, at) if words[at] in OPENING else at + 1
    return at


def _end_of_value(words: Sequence[str], at: int) -> int:
    """Return the index after the semicolon of a field."""
    while at < len(words) and words[at] != ";":
        at = behind(words, at) if words[at] in OPENING else at + 1
    return at + 1


def _declaration(
    written: Sequence[Token], whole: Sequence[Token], body: Sequence[Token], owner: str
) -> Iterator[_Found]:
    plain = behind_annotations(written)
    if not plain or plain[0].text in {"package", "import"}:
        return
    at = next(
        (n for p in range(len(plain)) if (n := find_declared_name(plain, p)) is not None), None
    )
    name = _method_name(plain)
    if at is not None and (name is None or plain[at - 1].text == "record"):
        yield from _type(written, plain[at], body, owner)
    elif name is not None:
        own = CONSTRUCTOR if name == owner.rpartition(".")[2] else name
        before = plain[: next(place for place, token in enumerate(plain) if token.text == "(")]
        declared = DeclaredMember(owner, own, is_type=False)
        yield _Found(declared, _method_head(plain), final=_is_final(before))
    else:
        yield from _fields(written, whole, owner)


def _type(
    tokens: Sequence[Token], name: Token, body: Sequence[Token], owner: str
) -> Iterator[_Found]:
    """Yield a type and its members; its head excludes what it extends."""
    at = next(place for place, token in enumerate(tokens) if token is name)
    found = DeclaredMember(owner, name.text, is_type=True)
    kind = tokens[at - 1].text
    inside = _components(tokens, at) if kind == "record" else []
    marks = _annotations(tokens[:at]) | _annotations(inside)
    yield _Found(found, _join(tokens[: at + 1]), marks, _is_final(tokens[:at]))
    for each in parts(Texts(inside), angles=True):
        yield _Found(DeclaredMember(found.full_name, each[-1], is_type=False), " ".join(each))
    yield from _members(body, found.full_name, kind=kind)


def _components(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    words = Texts(tokens)
    start = next((p for p in range(at, len(tokens)) if words[p] == "("), len(tokens))
    return tokens[start + 1 : behind(words, start) - 1] if start < len(tokens) else []


def _annotations(tokens: Sequence[Token]) -> frozenset[str]:
    """The names of all annotations among tokens."""
    found, at = set[str](), 0
    while at < len(tokens):
        if _is_annotation(tokens, at):
            end = behind_annotation(tokens, at)
            words = Texts(tokens)[at + 1 : end]
            found.add("".join(words[: words.index("(")] if "(" in words else words))
            at = end
        else:
            at += 1
    return frozenset(found - {""})


def _is_annotation(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].text == "@" and [t.text for t in tokens[at + 1 : at + 2]] != ["interface"]


def _method_name(tokens: Sequence[Token]) -> str | None:
    """Return the word before the first parenthesis; None if the declaration has no parameters."""
    at = 0
    while at < len(tokens):
        if tokens[at].text == "@":
            at = behind_annotation(tokens, at)
        elif tokens[at].text == "(":
            word = tokens[at - 1] if at else None
            return word.text if word is not None and word.kind is TokenKind.WORD else None
        else:
            at += 1
    return None


def _method_head(tokens: Sequence[Token]) -> str:
    """Return the head with only the types of the parameters."""
    words = _plain(tokens)
    start = words.index("(")
    end = behind(words, start)
    types = [each[:-1] for each in parts(words[start + 1 : end - 1], angles=True)]
    inside = ",".join(" ".join(each) for each in types)
    return f"{' '.join(words[:start])}({inside}){' '.join(words[end:])}"


def _fields(written: Sequence[Token], whole: Sequence[Token], owner: str) -> Iterator[_Found]:
    """Yield the names in a declaration such as `int a = 1, b[]`; none for an initialiser."""
    if len(behind_annotations(written)) < 2:  # noqa: PLR2004  # a type and a name
        return
    words = [token.text for token in whole if token.text != ";"]
    for each in parts(words, angles=True):
        until = each.index("=") if "=" in each else len(each)
        names = [word for word in each[:until] if word not in {"[", "]"}]
        if names:
            declared = DeclaredMember(owner, names[-1], is_type=False)
            yield _Found(declared, _join(written), _annotations(written), _is_final(written))


def _is_final(tokens: Sequence[Token]) -> bool:
    return "final" in Texts(tokens)


def _constants(tokens: Sequence[Token], owner: str) -> Generator[_Found, None, int]:
    """Yield the constants of an enum; return the index after them."""
    words, at = Texts(tokens), 0
    marks = frozenset[str]()
    while at < len(tokens) and words[at] != ";":
        if words[at] == "@":
            end = behind_annotation(tokens, at)
            marks |= _annotations(tokens[at:end])
            at = end
        elif words[at] in OPENING:
            at = behind(words, at)
        else:
            if tokens[at].kind is TokenKind.WORD:
                yield _Found(DeclaredMember(owner, words[at], is_type=False), "", marks)
                marks = frozenset()
            at += 1
    return at + 1


def _join(tokens: Sequence[Token]) -> str:
    return " ".join(_plain(tokens))


def _plain(tokens: Sequence[Token]) -> list[str]:
    """Return the words without annotations and without modifiers that only concern the declaring class."""
    found, at = list[str](), 0
    while at < len(tokens):
        if _is_annotation(tokens, at):
            at = behind_annotation(tokens, at)
            continue
        if tokens[at].text not in _OWN:
            found.append(tokens[at].text)
        at += 1
    return found
