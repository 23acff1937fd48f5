"""Split a raw LLM answer into pieces and classify each piece, even if the format is damaged."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from verifier.domain.source import CompilationUnit, Import, Span, TypeDeclaration
from verifier.java_text.names import outermost, simple_name
from verifier.java_text.outline import outline
from verifier.java_text.tokens import token_texts
from verifier.predictions.answers.answer_diff import parts_around_diffs
from verifier.predictions.answers.code_regions import code_regions
from verifier.predictions.answers.cutting import cut, holds_delimiter, with_plain_lines
from verifier.predictions.answers.wrapping import without_line_numbers

MOST_CHARACTERS = 400_000

_PLACEHOLDER = re.compile(
    r"^[\s{<\[(`*\"']*(?:the[ _])?(?:refactored|moved|extracted|inlined|original|target)"
    r"(?:\\?[_ ](?:method|class|file|code|path))+[\s}>\])`*\"':.]*$",
    re.IGNORECASE,
)
_PATH = re.compile(r"(?<![\w$@~+./\\:-])[\w$@~+./\\:-]*[\w$-]\.java")
_PATH_COMMENT = re.compile(
    r"^\s*+(?://|/?\*++|#)\s*+(?:[\w ]++:\s*+)?(?P<path>[\w$./\\-]+/[\w$-]+\.java)\s*+(?:\*/\s*+)?$"
)
_REFUSAL = re.compile(
    r"\bno\s+(?:further\s+|additional\s+)?(?:refactor\w*|changes?)\b[^.\n]{0,40}?"
    r"(?:needed|required|necessary|performed|possible|applicable|applied|can be|to be|was|is|in this)"
    r"|\b(?:does|do|did)\s+not\s+(?:need|require)\s+(?:any\s+)?(?:further\s+)?(?:refactor\w*|changes?)"
    r"|\brefactor\w*\s+(?:is|was|are)\s+not\s+\w+"
    r"|\b(?:is|are)\s+already\s+(?:well[- ])?(?:refactored|optimal|concise|clean)"
    r"|\bno\s+refactoring[ \t]*+(?:[.!][ \t]*+)?$",
    re.IGNORECASE | re.MULTILINE,
)

_NO_PATH = ("//", "/*", "*", "--- ", "+++ ", "diff ")
"""How a first line with a path begins if it belongs to the code or to a diff."""
_ENTITIES = ("&lt;", "&gt;", "&amp;", "&quot;")

Parse = Callable[[str], CompilationUnit]


class PieceKind(StrEnum):
    """The kind of a piece of an answer."""

    TYPES = "types"
    MEMBERS = "members"
    PATH = "path"
    PLACEHOLDER = "placeholder"
    DIFF = "diff"
    REFUSAL = "refusal"
    PROSE = "prose"


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerReader:
    """What reading an answer needs to know about the base.

    `wrapper` is the header of a class for bare members: with their own class's name, so that
    constructors are recognised, and its type variables. `outermost` are the simple names of the
    base's top-level classes. `sought` are the names of the methods whose new versions are expected.
    A type next to bare members that has neither such a name nor such a method is a member too.
    """

    parse: Parse
    wrapper: str
    outermost: frozenset[str]
    sought: frozenset[str]

    def is_outermost(self, declared: TypeDeclaration) -> bool:
        """Tell whether an answer's type is one of the base's top-level types, perhaps renamed."""
        nested = outermost(declared.class_name) != declared.class_name
        named = not nested and simple_name(declared.class_name) in self.outermost
        methods = {m.method.name for m in declared.members if m.method is not None}
        return named or bool(methods & self.sought)


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerPiece:
    """One piece, in the answer's order; all pieces of one stretch share a number.

    `source` is the text that `unit` was parsed from; for bare members it is the text inside a
    class. `path` is the file that the piece names; empty if it names none.
    """

    number: int
    kind: PieceKind
    text: str
    source: str = ""
    unit: CompilationUnit | None = None
    path: str = ""

    @property
    def is_java(self) -> bool:
        """Tell whether declarations were read from it."""
        return self.unit is not None

    def __str__(self) -> str:
        if self.unit is None:
            return f"piece {self.number}: {self.kind}"
        names = [n for t in self.unit.types for m in t.members for n in m.names]
        shown = ", ".join(dict.fromkeys(names)) or "nothing"
        return f"piece {self.number}: {self.kind} ({shown[:200]})"


def read_pieces(answer: str, reader: AnswerReader) -> tuple[AnswerPiece, ...]:
    """Cut the answer at delimiters and fences, and read every stretch.

    Empty stretches are left out.
    """
    plain = without_line_numbers(with_plain_lines(answer))
    texts = cut(plain, lambda text: _goes_on_across(text, reader))
    stretches = (stretch for text in texts for stretch in _read(text, reader))
    return tuple(
        AnswerPiece(
            number=number,
            kind=kind,
            text=text,
            source=source,
            unit=unit,
            path=_path_of(text, kind),
        )
        for number, stretch in enumerate(stretches, start=1)
        for kind, source, unit, text in stretch
    )


def _goes_on_across(text: str, reader: AnswerReader) -> bool:
    """Tell whether a text contains declarations that continue across a delimiter."""
    read = (part for stretch in _read(text, reader) for part in stretch)
    return any(unit is not None and holds_delimiter(code) for _, _, unit, code in read)


_Read = tuple[PieceKind, str, CompilationUnit | None, str]


def _read(written: str, reader: AnswerReader) -> Iterator[list[_Read]]:
    text = without_line_numbers(written)
    if _PLACEHOLDER.match(text):
        yield [(PieceKind.PLACEHOLDER, "", None, text)]
        return
    if _lone_path(text):
        yield [(PieceKind.PATH, "", None, text)]
        return
    # A path in the first line of a fence does not belong to the code.
    first, _, rest = text.strip().partition("\n")
    if rest and _lone_path(first) and not first.lstrip().startswith(_NO_PATH):
        yield [(PieceKind.PATH, "", None, first)]
        yield from _read(rest, reader)
        return
    whole = _region(text, reader)
    if whole:
        yield whole
        return
    for is_diff, part in parts_around_diffs(text):
        if is_diff:
            yield [(PieceKind.DIFF, "", None, part)]
        else:
            yield from _read_between(part, reader)


def _read_between(text: str, reader: AnswerReader) -> Iterator[list[_Read]]:
    """Read declarations between prose."""
    regions = list(code_regions(text, lambda part: _region(part, reader)))
    yield from regions
    if not regions:
        yield [(PieceKind.REFUSAL if _REFUSAL.search(text) else PieceKind.PROSE, "", None, text)]


def _region(text: str, reader: AnswerReader) -> list[_Read] | None:
    return [(*part, text) for part in _declarations(text, reader)] or None


_Declarations = list[tuple[PieceKind, str, CompilationUnit]]


def _declarations(text: str, reader: AnswerReader, *, plain: bool = False) -> _Declarations:
    """Read a text as types, as members, or as types with members next to them; empty otherwise."""
    if (
        "{" not in text and ";" not in text
    ):  # prose, which would otherwise cost a run of both parsers
        return []
    unit = reader.parse(text)
    # Methods next to a class make it a Java 25 program; its unnamed class is not a type here.
    named = [t for t in unit.types if not t.class_name.startswith("$")]
    if named and not unit.problems:
        return _types_and_members(text, replace(unit, types=tuple(named)), reader)
    members = _members(text, reader)
    # Some answers passed through a web page, so their angle brackets are entities.
    if not plain and not members and any(entity in text for entity in _ENTITIES):
        return _declarations(html.unescape(text), reader, plain=True)
    return members


def _types_and_members(text: str, unit: CompilationUnit, reader: AnswerReader) -> _Declarations:
    """Return the top-level classes, and the members next to them with the types that belong to
    these.

    Models write a method and then the enum that it uses, as both would be in the class. In a file
    of its own such a type would be lost, or taken for the class under another name.
    """
    if not token_texts(_without(text, unit.types, unit.imports)):
        return [(PieceKind.TYPES, text, unit)]
    known = {outermost(t.class_name) for t in unit.types if reader.is_outermost(t)}
    own = [t for t in unit.types if outermost(t.class_name) in known]
    members = _members(_without(text, own), reader)
    if not members:
        return [(PieceKind.TYPES, text, unit)]
    return [*([(PieceKind.TYPES, text, replace(unit, types=tuple(own)))] if own else []), *members]


def _members(text: str, reader: AnswerReader) -> _Declarations:
    source = _wrap(text, reader.wrapper)
    unit = reader.parse(source)
    if unit.problems or not any(declared.members for declared in unit.types):
        return []
    return [(PieceKind.MEMBERS, source, unit)]


def _without(text: str, *declarations: Iterable[TypeDeclaration | Import]) -> str:
    """Return a text with its package line and these declarations blanked."""
    package = outline(text, decoded=False).package_line
    spans = [each.span for group in declarations for each in group]
    return _blank(text, [*spans, *([package.span] if package is not None else [])])


def _wrap(text: str, wrapper: str) -> str:
    """Put members into a class; imports among them move to the front."""
    found = outline(text, decoded=False)
    package = [found.package_line.span] if found.package_line is not None else []
    imports = [text[i.span.start : i.span.end] for i in found.imports]
    body = _blank(text, [*package, *(i.span for i in found.imports)])
    return "\n".join([*imports, wrapper + " {", body, "}"])


def _blank(text: str, spans: Iterable[Span]) -> str:
    """Blank the spans, including line breaks: only the other declarations are read afterwards."""
    rest = list(text)
    for span in spans:
        rest[span.start : span.end] = " " * (span.end - span.start)
    return "".join(rest)


def _lone_path(text: str) -> bool:
    """Tell whether a text is only a path, with a label or in quotes, on one or two short lines."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if len(lines) > 2 or any(c in text for c in "{};()"):  # noqa: PLR2004 - a label and the path
        return False
    last = lines[-1].strip().strip("`*\"' ")
    return bool(_PATH.fullmatch(last.rpartition(" ")[2].strip("`*\"'")))


def _path_of(text: str, kind: PieceKind) -> str:
    """Return the file that a piece names: the whole piece, a comment in its first lines, or its
    prose.
    """
    if kind is PieceKind.PROSE:
        named = {path for path in _PATH.findall(text) if "/" in path}
        return named.pop() if len(named) == 1 else ""
    if kind is PieceKind.PATH:
        found = _PATH.findall(text)
        return found[-1] if found else ""
    if kind in {PieceKind.TYPES, PieceKind.MEMBERS}:
        for line in text.strip().splitlines()[:2]:
            comment = _PATH_COMMENT.match(line)
            if comment is not None:
                return comment["path"]
    return ""
