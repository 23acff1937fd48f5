"""Read Java declarations without a JVM: javalang's parser, extended to record the position of each
declaration.

It supports Java 8. What it rejects goes to Eclipse JDT, so a rejection says nothing about the
source.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from verifier.domain.refactoring import MethodId
from verifier.domain.source import (
    Analysis,
    CompilationUnit,
    Import,
    Member,
    MemberKind,
    Span,
    TypeDeclaration,
    TypeKind,
)
from verifier.java_text.outline import is_record_keyword
from verifier.java_text.tokens import Token, TokenKind, scan

_NEWER_WORDS = frozenset({"sealed", "permits"})
MOST_CHARACTERS = 30_000
"""Longer sources go straight to Eclipse JDT, which is much faster for them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JavaReader:
    """Parses Java with the quick reader if possible, otherwise with the analysis JVM."""

    analysis: Analysis

    def read(self, source: str) -> CompilationUnit:
        """Return the declarations of a source; if it has syntax errors, those that could be
        recovered.

        Raises:
            AnalysisError, AnalysisTimeout: the analysis JVM failed.
        """
        quick = read_quickly(source) if len(source) <= MOST_CHARACTERS else None
        return quick if quick is not None else self.analysis.parse(source)


def read_quickly(source: str) -> CompilationUnit | None:
    """Return the declarations of a source; None if javalang cannot read it.

    Does not list invocations and local classes.
    """
    tokens = list(scan(source, comments=True, decoded=False))
    if "\\u" in source or not _is_old_java([t for t in tokens if t.kind is not TokenKind.COMMENT]):
        return None
    from javalang.parser import JavaParserBaseException

    try:
        return _Unit(source, tokens).read()
    except (JavaParserBaseException, StopIteration, RecursionError):
        return None
    except (AttributeError, IndexError, TypeError):
        return None  # javalang's own errors on broken input


def _is_old_java(tokens: Sequence[Token]) -> bool:
    """Whether no token suggests a newer Java version, which javalang may silently misread.

    In doubt, words that may also be names count as newer Java: JDT can tell.
    """
    return not any(
        token.text in _NEWER_WORDS
        or (token.kind is TokenKind.STRING and token.text.startswith('"' * 3))
        or (token.text == "record" and is_record_keyword(tokens, at))
        for at, token in enumerate(tokens)
    )


class _Unit:
    """One parse: tokens with offsets, declarations with the tokens that they span."""

    def __init__(self, source: str, tokens: Sequence[Token]) -> None:
        self._source = source
        from verifier.java_text.recording_parser import RecordingParser

        self._parser = RecordingParser(tokens)

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
                kind=TypeKind(type(node).__name__.removesuffix("Declaration").lower()),
                class_name=name,
                span=Span(start=self._with_javadoc(first), end=self._end(last)),
                body=Span(start=self._start(opening), end=self._end(last)),
                modifiers=self._modifiers(node, first),
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
        if opening is not None and opening >= first and kind is not MemberKind.FIELD:
            body = Span(start=self._start(opening), end=self._end(last))
        start = self._with_javadoc(first)
        yield Member(
            kind=kind,
            class_name=owner,
            names=names,
            span=Span(start=start, end=self._end(last)),
            body=body,
            method=method,
            modifiers=self._modifiers(node, first),
            annotations=tuple(a.name for a in getattr(node, "annotations", None) or ()),
            start_line=self._source.count("\n", 0, start) + 1,
            end_line=self._source.count("\n", 0, self._end(last)) + 1,
        )

    def _modifiers(self, node: Any, first: int) -> tuple[str, ...]:
        """Return the modifiers in their written order, which javalang loses; it knows none of an initialiser."""
        tokens = self._parser.tokens.list
        if isinstance(node, list):
            return ("static",) if tokens[first].value == "static" else ()
        known = set(getattr(node, "modifiers", None) or ())
        written = (tokens[at].value for at in range(first, len(tokens)))
        return tuple(islice((word for word in written if word in known), len(known)))

    def _start(self, token: int) -> int:
        return int(self._parser.tokens.list[token].offset)

    def _end(self, after: int) -> int:
        """Return the end offset of the token before this one."""
        return int(self._parser.tokens.list[after - 1].end)

    def _with_javadoc(self, token: int) -> int:
        documented = self._parser.tokens.list[token].offset_of_javadoc
        return self._start(token) if documented is None else int(documented)


def _children(node: Any) -> list[Any]:
    """Return the declarations in a type, an enum's constants first."""
    body = node.body
    constants = getattr(body, "constants", None) or []
    return [c for c in (*constants, *(getattr(body, "declarations", body) or [])) if c is not None]


def _is_type(node: Any) -> bool:
    return type(node).__name__ in {
        "ClassDeclaration",
        "InterfaceDeclaration",
        "EnumDeclaration",
        "AnnotationDeclaration",
    }


def _nature(
    node: Any, owner: str, bounds: dict[str, str]
) -> tuple[MemberKind, tuple[str, ...], MethodId | None]:
    """Return the kind, the names and, for methods and constructors, the identity."""
    kind = type(node).__name__
    if kind in {"MethodDeclaration", "ConstructorDeclaration"}:
        constructor = kind == "ConstructorDeclaration"
        name = "<init>" if constructor else node.name
        types = tuple(_erase(p, bounds) for p in node.parameters)
        method = MethodId(class_name=owner, name=name, parameter_types=types)
        nature = MemberKind.CONSTRUCTOR if constructor else MemberKind.METHOD
        return nature, (node.name,), method
    if kind in {"FieldDeclaration", "ConstantDeclaration"}:
        return MemberKind.FIELD, tuple(d.name for d in node.declarators), None
    if kind == "AnnotationMethod":
        identity = MethodId(class_name=owner, name=node.name)
        return MemberKind.METHOD, (node.name,), identity
    if kind == "EnumConstantDeclaration":
        return MemberKind.ENUM_CONSTANT, (node.name,), None
    if _is_type(node):
        return MemberKind.TYPE, (node.name,), None
    return MemberKind.INITIALIZER, (), None


def _erase(parameter: Any, bounds: dict[str, str]) -> str:
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
    """Return the first bound of each type variable that a declaration introduces."""
    found: dict[str, str] = {}
    for parameter in getattr(node, "type_parameters", None) or ():
        if parameter.extends:
            found[parameter.name] = _type_name(parameter.extends[0], found)
        else:
            found[parameter.name] = parameter.name
    return found
