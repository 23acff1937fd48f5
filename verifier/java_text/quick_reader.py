"""Java declarations without a JVM: javalang's parser, made to say where each declaration stands.

It knows Java 8. What it refuses goes to Eclipse JDT, so a refusal is no finding.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from verifier.domain.refactoring import MethodId
from verifier.domain.source import (
    Analysis,
    CompilationUnit,
    Import,
    Member,
    Span,
    TypeDeclaration,
)

_NOT_FOR_JAVALANG = re.compile(r'\brecord\s+\w+\s*[(<]|\b(sealed|permits)\b|"""|\\u')
"""Newer Java; and unicode escapes, which javalang decodes first, so that its offsets are wrong."""
MOST_CHARACTERS = 30_000
"""Longer sources go straight to Eclipse JDT, which is far faster."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JavaReader:
    """Parses Java by the quick way where that suffices, else by the analysis."""

    analysis: Analysis

    def read(self, source: str) -> CompilationUnit:
        """The declarations of a source; with syntax problems, what could be recovered.

        Raises:
            AnalysisError, AnalysisTimeout: the analysis JVM failed.
        """
        quick = read_quickly(source) if len(source) <= MOST_CHARACTERS else None
        return quick if quick is not None else self.analysis.parse(source)


def read_quickly(source: str) -> CompilationUnit | None:
    """The declarations of a source; None where javalang cannot read it.

    Invocations and local classes are not listed.
    """
    if _NOT_FOR_JAVALANG.search(source):
        return None
    from javalang.parser import JavaParserBaseException
    from javalang.tokenizer import LexerError

    try:
        return _Unit(source).read()
    except (JavaParserBaseException, LexerError, StopIteration, RecursionError):
        return None
    except (AttributeError, IndexError, TypeError):
        return None  # javalang's own slips on broken input


class _Unit:
    """One parse: tokens with offsets, declarations with the tokens that they span."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parser = _recording_parser(source)

    def read(self) -> CompilationUnit:
        root = self._parser.parse()
        types: list[TypeDeclaration] = []
        package = root.package.name if root.package else ""
        for declared in root.types:
            self._add_type(declared, package + "." if package else "", types, {})
        return CompilationUnit(
            package=package, imports=tuple(self._imports(root)), types=tuple(types)
        )

    def _imports(self, root: Any) -> Iterator[Import]:
        for node in root.imports:
            first, last = self._parser.extents[id(node)]
            yield Import(
                name=node.path + (".*" if node.wildcard else ""),
                static=node.static,
                span=Span(start=self._start(first), end=self._end(last)),
            )

    def _add_type(
        self, node: Any, prefix: str, types: list[TypeDeclaration], outer: dict[str, str]
    ) -> None:
        bounds = outer | _bounds(node)
        first, last = self._parser.extents[id(node)]
        opening = self._parser.bodies[last]
        name = prefix + node.name
        members = [m for child in _children(node) for m in self._members(child, name, bounds)]
        types.append(
            TypeDeclaration(
                kind=type(node).__name__.removesuffix("Declaration").lower(),
                class_name=name,
                span=Span(start=self._with_javadoc(first), end=self._end(last)),
                body=Span(start=self._start(opening), end=self._end(last)),
                modifiers=tuple(sorted(node.modifiers)),
                members=tuple(members),
            )
        )
        for child in _children(node):
            if hasattr(child, "body") and hasattr(child, "name") and _is_type(child):
                self._add_type(child, name + "$", types, bounds)

    def _members(self, node: Any, owner: str, outer: dict[str, str]) -> Iterator[Member]:
        first, last = self._parser.extents[id(node)]
        kind, names, method = _nature(node, owner, outer | _bounds(node))
        opening = self._parser.bodies.get(last)
        body = None
        if opening is not None and opening >= first and kind != "field":
            body = Span(start=self._start(opening), end=self._end(last))
        start = self._with_javadoc(first)
        yield Member(
            kind=kind,
            class_name=owner,
            names=names,
            span=Span(start=start, end=self._end(last)),
            body=body,
            method=method,
            modifiers=tuple(sorted(getattr(node, "modifiers", None) or ())),
            annotations=tuple(a.name for a in getattr(node, "annotations", None) or ()),
            start_line=self._source.count("\n", 0, start) + 1,
            end_line=self._source.count("\n", 0, self._end(last)) + 1,
        )

    def _start(self, token: int) -> int:
        return int(self._parser.tokens.list[token].offset)

    def _end(self, after: int) -> int:
        """Where the token before this one ends."""
        return int(self._parser.tokens.list[after - 1].end)

    def _with_javadoc(self, token: int) -> int:
        start = self._start(token)
        before = self._source[:start].rstrip()
        if self._parser.tokens.list[token].javadoc and before.endswith("*/"):
            opened = before.rfind("/**")
            return opened if opened >= 0 else start
        return start


def _children(node: Any) -> list[Any]:
    body = node.body
    return [c for c in (getattr(body, "declarations", body) or []) if c is not None]


def _is_type(node: Any) -> bool:
    return type(node).__name__ in {
        "ClassDeclaration",
        "InterfaceDeclaration",
        "EnumDeclaration",
        "AnnotationDeclaration",
    }


def _nature(
    node: Any, owner: str, bounds: dict[str, str]
) -> tuple[str, tuple[str, ...], MethodId | None]:
    """Kind, names and, for methods and constructors, identity."""
    kind = type(node).__name__
    if kind == "MethodDeclaration" or kind == "ConstructorDeclaration":  # noqa: PLR1714
        constructor = kind == "ConstructorDeclaration"
        name = "<init>" if constructor else node.name
        types = tuple(_erased(p, bounds) for p in node.parameters)
        method = MethodId(class_name=owner, name=name, parameter_types=types)
        return ("constructor" if constructor else "method"), (name,), method
    if kind in {"FieldDeclaration", "ConstantDeclaration"}:
        return "field", tuple(d.name for d in node.declarators), None
    if _is_type(node):
        return "type", (node.name,), None
    return "initializer", (), None


def _erased(parameter: Any, bounds: dict[str, str]) -> str:
    dimensions = len(parameter.type.dimensions or []) + bool(parameter.varargs)
    return _type_name(parameter.type, bounds) + "[]" * dimensions


def _type_name(kind: Any, bounds: dict[str, str]) -> str:
    parts = [kind.name]
    while getattr(kind, "sub_type", None) is not None:
        kind = kind.sub_type
        parts.append(kind.name)
    name = ".".join(parts)
    return bounds.get(name, name)


def _bounds(node: Any) -> dict[str, str]:
    """The first bound of each type variable that a declaration brings and bounds."""
    found: dict[str, str] = {}
    for parameter in getattr(node, "type_parameters", None) or ():
        if parameter.extends:
            found[parameter.name] = _type_name(parameter.extends[0], found)
        else:
            found[parameter.name] = parameter.name
    return found


def _recording_parser(source: str) -> Any:  # noqa: C901
    """A javalang parser that notes the first and last token of declarations and blocks."""
    from javalang.parser import Parser
    from javalang.tokenizer import JavaTokenizer

    class Tokenizer(JavaTokenizer):  # type: ignore[misc]
        def tokenize(self) -> Iterator[Any]:
            for token in super().tokenize():
                token.offset, token.end = self.i, self.j
                yield token

    class Recorder(Parser):  # type: ignore[misc]
        def __init__(self, tokens: Iterator[Any]) -> None:
            super().__init__(tokens)
            self.extents: dict[int, tuple[int, int]] = {}
            self.bodies: dict[int, int] = {}
            self._kept: list[Any] = []

        def _noted(self, parse: Any) -> Any:
            first = self.tokens.marker
            node = parse()
            if node is not None:
                self.extents[id(node)] = (first, self.tokens.marker)
                self._kept.append(node)
            return node

        def _body(self, parse: Any) -> Any:
            first = self.tokens.marker
            node = parse()
            self.bodies[self.tokens.marker] = first
            return node

        def parse_import_declaration(self) -> Any:
            return self._noted(super().parse_import_declaration)

        def parse_type_declaration(self) -> Any:
            return self._noted(super().parse_type_declaration)

        def parse_class_body_declaration(self) -> Any:
            return self._noted(super().parse_class_body_declaration)

        def parse_interface_body_declaration(self) -> Any:
            return self._noted(super().parse_interface_body_declaration)

        def parse_annotation_type_element_declaration(self) -> Any:
            return self._noted(super().parse_annotation_type_element_declaration)

        def parse_class_body(self) -> Any:
            return self._body(super().parse_class_body)

        def parse_interface_body(self) -> Any:
            return self._body(super().parse_interface_body)

        def parse_enum_body(self) -> Any:
            return self._body(super().parse_enum_body)

        def parse_annotation_type_body(self) -> Any:
            return self._body(super().parse_annotation_type_body)

        def parse_block(self) -> Any:
            return self._body(super().parse_block)

    return Recorder(iter(list(Tokenizer(source).tokenize())))
