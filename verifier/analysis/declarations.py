"""Parse one Java source text into a domain CompilationUnit, with Eclipse JDT in the analysis JVM."""

import json
from typing import Any

from verifier.analysis import jvm
from verifier.analysis.offsets import Offsets
from verifier.domain.refactoring import MethodId
from verifier.domain.source import (
    CompilationUnit,
    Import,
    Invocation,
    Member,
    MemberKind,
    Span,
    SyntaxProblem,
    TypeDeclaration,
    TypeKind,
)


def parse(source: str, *, module_info: bool = False) -> CompilationUnit:
    """Parse the declarations of a source text. Spans are Python string offsets.

    A parameter type is its name in the source without type arguments. A type variable becomes the
    name of its first bound if the source declares one; otherwise it keeps its name. A record's
    compact constructor has the types of the record's components.
    """
    facts = jvm.java("org.refverify.miner.SourceFacts")
    plain = json.loads(str(facts.parse(jvm.string(source), module_info)))
    return _DeclarationReader(Offsets(source)).unit(plain)


class _DeclarationReader:
    def __init__(self, offsets: Offsets) -> None:
        self._offsets = offsets

    def unit(self, plain: dict[str, Any]) -> CompilationUnit:
        return CompilationUnit(
            package=plain["package"],
            imports=tuple(
                Import(name=name, static=static, span=self._span(start, end))
                for name, static, start, end in plain["imports"]
            ),
            types=tuple(self._type(each) for each in plain["types"]),
            problems=tuple(
                SyntaxProblem(line=line, message=message) for line, message in plain["problems"]
            ),
            invocations=tuple(
                Invocation(name=name, arguments=arguments, span=self._span(start, end))
                for name, arguments, start, end in plain["invocations"]
            ),
        )

    def _type(self, plain: dict[str, Any]) -> TypeDeclaration:
        start, end, body_start, body_end = plain["span"]
        return TypeDeclaration(
            kind=TypeKind(plain["kind"]),
            class_name=plain["class"],
            span=self._span(start, end),
            body=self._span(body_start, body_end),
            modifiers=tuple(plain["modifiers"]),
            members=tuple(self._member(plain["class"], each) for each in plain["members"]),
        )

    def _member(self, owner: str, plain: dict[str, Any]) -> Member:
        start, end, start_line, end_line = plain["span"]
        return Member(
            kind=MemberKind(plain["kind"]),
            class_name=owner,
            names=tuple(plain["names"]),
            span=self._span(start, end),
            body=self._span(*plain["body"]) if "body" in plain else None,
            method=_method(owner, plain) if "method" in plain else None,
            modifiers=tuple(plain["modifiers"]),
            annotations=tuple(plain["annotations"]),
            start_line=start_line,
            end_line=end_line,
        )

    def _span(self, start: int, end: int) -> Span:
        return Span(start=self._offsets.to_python(start), end=self._offsets.to_python(end))


def _method(owner: str, plain: dict[str, Any]) -> MethodId:
    return MethodId(
        class_name=owner, name=plain["method"], parameter_types=tuple(plain["parameters"])
    )
