"""What a Java text declares at its top level, read from its tokens without a parser.

This is enough to name a file as javac requires it, and to see the declarations of an incomplete
file. It never raises, whatever the text is; for members use a reader (quick_reader).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile, tee

from verifier.domain.source import Import, Span
from verifier.java_text.annotations import behind_annotations
from verifier.java_text.brackets import closing, depths
from verifier.java_text.tokens import Token, TokenKind, decode_escapes, scan

_KINDS = frozenset({"class", "interface", "enum", "record"})
_ENDS = frozenset({";", "{"})


@dataclass(frozen=True, kw_only=True, slots=True)
class PackageLine:
    """A package declaration; `line` counts from 1."""

    name: str
    line: int
    span: Span


@dataclass(frozen=True, kw_only=True, slots=True)
class OutermostType:
    """A top-level class, interface, enum, record or annotation; `line` is that of its name.

    `parameters` are its type parameters as written, for example `<T extends List<T>>`; may be
    empty.
    """

    name: str
    line: int
    public: bool
    parameters: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Outline:
    """The package (None for the unnamed one), imports and top-level types in order."""

    package_line: PackageLine | None
    imports: tuple[Import, ...]
    declared: tuple[OutermostType, ...]

    @property
    def package(self) -> str:
        """The package's name; empty for the unnamed one."""
        return self.package_line.name if self.package_line is not None else ""

    @property
    def types(self) -> tuple[str, ...]:
        """The names of the types."""
        return tuple(each.name for each in self.declared)

    @property
    def main(self) -> str:
        """The public type, otherwise the first one; empty if the text declares none."""
        public = (each.name for each in self.declared if each.public)
        return next(public, next(iter(self.types), ""))

    @property
    def class_name(self) -> str:
        """The main type's qualified name; empty if there is none."""
        return f"{self.package}.{self.main}" if self.package and self.main else self.main

    @property
    def path(self) -> str:
        """The path that javac requires for the file: `pkg/Main.java`."""
        return f"{self.class_name.replace('.', '/')}.java"


@lru_cache(maxsize=64)
def outline(text: str, *, decoded: bool = True) -> Outline:
    """Read a whole text; without `decoded`, spans count in the undecoded text (`tokens.scan`).

    The result is cached, because many predictions change the same file of a base.
    """
    written = decode_escapes(text) if decoded else text
    return _outline(_declarations(written), written)


def head(text: str, *, decoded: bool = True) -> Outline:
    """Return only package and imports: reading stops at the first other declaration."""
    written = decode_escapes(text) if decoded else text
    return _outline(takewhile(_is_of_head, _declarations(written)), written)


def imports_from(text: str, package: str) -> bool:
    """Whether a source imports anything from a package, or from one below it."""
    return any(f"{found.name}.".startswith(f"{package}.") for found in head(text).imports)


def read_declared_types(text: str) -> frozenset[str]:
    """Return the names of all types that a text declares, including nested and local ones."""
    tokens = list(scan(text))
    places = (find_declared_name(tokens, at) for at in range(len(tokens)))
    return frozenset(tokens[place].text for place in places if place is not None)


def _outline(declarations: Iterator[list[Token]], text: str) -> Outline:
    package: PackageLine | None = None
    imports: list[Import] = []
    types: list[OutermostType] = []
    for tokens in declarations:
        words = behind_annotations(tokens)
        span = Span(start=tokens[0].start, end=tokens[-1].end)
        name = "".join(w.text for w in words[1:] if w.text not in {";", "static"})
        if _begins(words, "package") and package is None:
            package = PackageLine(name=name, line=words[0].line, span=span)
        elif _begins(words, "import"):
            static = _begins(words[1:], "static")
            imports.append(Import(name=name, static=static, span=span))
        elif (declared := _type_of(tokens, text)) is not None:
            types.append(declared)
    return Outline(package_line=package, imports=tuple(imports), declared=tuple(types))


def _declarations(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each top-level declaration up to its semicolon or its opening brace.

    Leaves out the content of brackets. A body is only read when the next declaration is requested.
    """
    tokens, again = tee(scan(text, decoded=False))
    found: list[Token] = []
    for token, depth in zip(tokens, depths(t.text for t in again), strict=True):
        if depth < 0 or (depth == 0 and token.text == "}"):
            found = []
        elif depth == 0:
            found.append(token)
            if token.text in _ENDS:
                yield found
                found = []
    if found:
        yield found


def _is_of_head(tokens: list[Token]) -> bool:
    words = behind_annotations(tokens)
    return _begins(words, "package", "import") or tokens[0].text == ";"


def _begins(tokens: Sequence[Token], *words: str) -> bool:
    return bool(tokens) and tokens[0].kind is TokenKind.WORD and tokens[0].text in words


def _type_of(tokens: list[Token], text: str) -> OutermostType | None:
    places = (find_declared_name(tokens, at) for at in range(len(tokens)))
    at = next((place for place in places if place is not None), None)
    if at is None:
        return None
    words = [token.text for token in tokens]
    last = closing(words, at + 1, angles=True) if words[at + 1 : at + 2] == ["<"] else None
    return OutermostType(
        name=words[at],
        line=tokens[at].line,
        public="public" in words[:at],
        parameters="" if last is None else text[tokens[at + 1].start : tokens[last].end],
    )


def find_declared_name(tokens: Sequence[Token], at: int) -> int | None:
    """Return the index of the name that a type keyword at this index declares; None if it declares
    none.

    `A.class` has a dot before it, and `record` is a keyword only before a name and its components.
    """
    if tokens[at].text not in _KINDS or (at and tokens[at - 1].text == "."):
        return None
    following = tokens[at + 1 : at + 3]
    if not following or following[0].kind is not TokenKind.WORD:
        return None
    if tokens[at].text == "record" and not is_record_keyword(tokens, at):
        return None
    return at + 1


def is_record_keyword(tokens: Sequence[Token], at: int) -> bool:
    """Whether the word `record` at this place declares one: a name and its components follow."""
    return [t.text for t in tokens[at + 2 : at + 3]] in (["("], ["<"]) and (
        tokens[at + 1].kind is TokenKind.WORD
    )
