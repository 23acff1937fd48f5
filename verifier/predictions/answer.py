"""Cuts a raw LLM answer into pieces and says what each piece is, whatever became of its format."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from verifier.domain.source import CompilationUnit
from verifier.java_text.tokens import token_texts
from verifier.predictions.code_regions import code_regions

MOST_CHARACTERS = 400_000

_DELIMITER = re.compile(r"^[ \t>*]*#{5,}[ \t]*:?$")
_FENCE = re.compile(r"^[ \t>]*(```+|~~~+)[ \t]*[\w+#.-]*[ \t]*$")
_LONG_RUN = re.compile(r"(?:^[ \t]*|(?<=[;}\w)]))[ \t]*#{10,}[ \t]*")
_CONTROL = re.compile(
    "<[|\uff5c][^<>|\uff5c\n]{1,40}[|\uff5c]>"
    r"|\[/?INST\]|</s>|<</?SYS>>"
)
_PLACEHOLDER = re.compile(
    r"^[\s{<\[(`*\"']*(?:the[ _])?(?:refactored|moved|extracted|inlined|original|target)"
    r"(?:\\?[_ ](?:method|class|file|code|path))+[\s}>\])`*\"':.]*$",
    re.IGNORECASE,
)
_PATH = re.compile(r"[\w$@~+./\\:-]*[\w$-]\.java")
_PATH_COMMENT = re.compile(
    r"^\s*(?://|/?\*+|#)\s*(?:[\w ]+:\s*)?(?P<path>[\w$./\\-]+/[\w$-]+\.java)\s*(?:\*/)?\s*$"
)
_REFUSAL = re.compile(
    r"\bno\s+(?:further\s+|additional\s+)?(?:refactor\w*|changes?)\b[^.\n]{0,40}?"
    r"(?:needed|required|necessary|performed|possible|applicable|applied|can be|to be|was|is|in this)"
    r"|\b(?:does|do|did)\s+not\s+(?:need|require)\s+(?:any\s+)?(?:further\s+)?(?:refactor\w*|changes?)"
    r"|\brefactor\w*\s+(?:is|was|are)\s+not\s+\w+"
    r"|\b(?:is|are)\s+already\s+(?:well[- ])?(?:refactored|optimal|concise|clean)"
    r"|\bno\s+refactoring\s*[.!]?\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_DEPENDENCY_LINES = re.compile(r"^[ \t]*(?:package|import)\s[^;\n]*;[^\n]*$", re.MULTILINE)

Parse = Callable[[str], CompilationUnit]


class PieceKind(StrEnum):
    """What a piece of an answer turned out to be."""

    TYPES = "types"
    MEMBERS = "members"
    PATH = "path"
    PLACEHOLDER = "placeholder"
    REFUSAL = "refusal"
    PROSE = "prose"


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """One piece in the answer's order.

    `source` is what `unit` was parsed from: for bare members the text inside a class. `path` is the file that the piece names, where it names one.
    """

    number: int
    kind: PieceKind
    text: str
    source: str = ""
    unit: CompilationUnit | None = None
    path: str = ""

    @property
    def is_java(self) -> bool:
        """Whether declarations were read from it."""
        return self.unit is not None

    def __str__(self) -> str:
        if self.unit is None:
            return f"piece {self.number}: {self.kind}"
        names = [n for t in self.unit.types for m in t.members for n in m.names]
        shown = ", ".join(dict.fromkeys(names)) or "nothing"
        return f"piece {self.number}: {self.kind} ({shown[:200]})"


def read_pieces(answer: str, parse: Parse, wrapper: str) -> tuple[Piece, ...]:
    """Cut at delimiter and fence lines, and read every piece; empty ones are left out.

    `wrapper` is the header of the class that bare members are read in (their own class's name, so
    that constructors are known, and its type variables).
    """
    pieces: list[Piece] = []
    for text in cut(answer):
        for kind, source, unit, part in _read(text, parse, wrapper):
            path = _path_of(part, kind)
            pieces.append(
                Piece(
                    number=len(pieces) + 1,
                    kind=kind,
                    text=part,
                    source=source,
                    unit=unit,
                    path=path,
                )
            )
    return tuple(pieces)


def cut(answer: str) -> list[str]:
    """The stretches between delimiter lines (five or more `#`) and fence lines."""
    text = _CONTROL.sub("", answer.replace("\r\n", "\n").replace("\r", "\n"))
    stretches: list[list[str]] = [[]]
    for line in text.split("\n"):
        for part in _around_long_runs(line):
            if part is None:
                stretches.append([])
            else:
                stretches[-1].append(part)
    joined = ("\n".join(stretch) for stretch in stretches)
    return [stretch for stretch in joined if stretch.strip()]


def _around_long_runs(line: str) -> Iterator[str | None]:
    """The line, or None for each delimiter in it with what stands before and after."""
    if _DELIMITER.match(line) or _FENCE.match(line):
        yield None
        return
    if "#" * 10 not in line or "//" in line or line.lstrip().startswith(("*", "/*")):
        yield line
        return
    at = 0
    for match in _LONG_RUN.finditer(line):
        if line[at : match.start()].strip():
            yield line[at : match.start()]
        yield None
        at = match.end()
    if line[at:].strip():
        yield line[at:]


_Read = tuple[PieceKind, str, CompilationUnit | None, str]


def _read(text: str, parse: Parse, wrapper: str) -> Iterator[_Read]:
    if _PLACEHOLDER.match(text):
        yield PieceKind.PLACEHOLDER, "", None, text
        return
    if _lone_path(text):
        yield PieceKind.PATH, "", None, text
        return
    first, _, rest = text.strip().partition("\n")
    if rest and _lone_path(first) and not first.lstrip().startswith(("//", "/*", "*")):
        yield PieceKind.PATH, "", None, first
        yield from _read(rest, parse, wrapper)
        return
    whole = _declarations(text, parse, wrapper)
    if whole:
        yield from ((*part, text) for part in whole)
        return
    regions = list(code_regions(text, lambda region: _region(region, parse, wrapper)))
    yield from (part for region in regions for part in region)
    if not regions:
        yield (PieceKind.REFUSAL if _REFUSAL.search(text) else PieceKind.PROSE), "", None, text


def _region(text: str, parse: Parse, wrapper: str) -> list[_Read] | None:
    return [(*part, text) for part in _declarations(text, parse, wrapper)] or None


def _declarations(
    text: str, parse: Parse, wrapper: str
) -> list[tuple[PieceKind, str, CompilationUnit]]:
    """Read a text as types, as members, or as types with members beside them; else nothing."""
    if "{" not in text and ";" not in text:
        return []
    unit = parse(text)
    named = [t for t in unit.types if not t.class_name.startswith("$")]
    if named and not unit.problems:
        beside = _outside_types(text, unit)
        rest = _members(beside, parse, wrapper) if token_texts(beside) else []
        return [(PieceKind.TYPES, text, replace(unit, types=tuple(named))), *rest]
    members = _members(text, parse, wrapper)
    if not members and re.search(r"&(?:lt|gt|amp|quot);", text):
        return _declarations(html.unescape(text), parse, wrapper)
    return members


def _members(text: str, parse: Parse, wrapper: str) -> list[tuple[PieceKind, str, CompilationUnit]]:
    source = _wrapped(text, wrapper)
    unit = parse(source)
    if unit.problems or not any(declared.members for declared in unit.types):
        return []
    return [(PieceKind.MEMBERS, source, unit)]


def _outside_types(text: str, unit: CompilationUnit) -> str:
    """What stands beside the types, imports and package of a unit (Java 25 allows methods)."""
    spans = [t.span for t in unit.types] + [i.span for i in unit.imports]
    rest = list(text)
    for span in spans:
        rest[span.start : span.end] = [" "] * (span.end - span.start)
    return _DEPENDENCY_LINES.sub("", "".join(rest))


def _wrapped(text: str, wrapper: str) -> str:
    """Members inside a class; import lines that stand before them move in front of it."""
    heads = [m.group().strip() for m in _DEPENDENCY_LINES.finditer(text)]
    imports = [head for head in heads if head.startswith("import")]
    body = _DEPENDENCY_LINES.sub("", text)
    return "\n".join([*imports, wrapper + " {", body, "}"])


def _lone_path(text: str) -> bool:
    """A path with a label or in quotes, on one or two short lines."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if len(lines) > 2 or any(c in text for c in "{};()"):  # noqa: PLR2004
        return False
    last = lines[-1].strip().strip("`*\"' ")
    return bool(_PATH.fullmatch(last.rpartition(" ")[2].strip("`*\"'")))


def _path_of(text: str, kind: PieceKind) -> str:
    """The file that a piece names: the whole piece, a comment in its first lines, or its prose."""
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
