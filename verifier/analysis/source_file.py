"""A source file of one side: its text, its declarations, and lookups by offset."""

from dataclasses import dataclass
from functools import cached_property

from verifier.analysis import declarations
from verifier.analysis.offsets import Offsets
from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Member, MemberKind, Span, TypeDeclaration

STATIC_INITIALISER = "<clinit>"
INITIALISER = "<initializer>"


@dataclass(frozen=True)
class MemberPlace:
    """A member and the type that declares it."""

    owner: TypeDeclaration
    member: Member

    @property
    def method(self) -> MethodId:
        """The method's id.

        Code outside methods has an id that no method can have: `<clinit>` for a static and
        `<initializer>` for an instance initialiser, `<field:NAME>` for a field or enum constant.
        """
        if self.member.method is not None:
            return self.member.method
        return MethodId(class_name=self.member.class_name, name=self._stand_in())

    def _stand_in(self) -> str:
        if self.member.kind is not MemberKind.INITIALIZER:
            return f"<field:{','.join(self.member.names)}>"
        return STATIC_INITIALISER if "static" in self.member.modifiers else INITIALISER


@dataclass(frozen=True)
class SourceFile:
    """A file's text, parsed on first use."""

    path: str
    text: str

    @cached_property
    def offsets(self) -> Offsets:
        """The converter for offsets of this text."""
        return Offsets(self.text)

    @cached_property
    def unit(self) -> CompilationUnit:
        """The declarations."""
        return declarations.parse(self.text)

    def at(self, start_unit: int, end_unit: int) -> MemberPlace | None:
        """The innermost member around a range of UTF-16 offsets. None if there is no such member."""
        start, end = self.offsets.to_python(start_unit), self.offsets.to_python(end_unit)
        around = [
            MemberPlace(declared, member)
            for declared in self.unit.types
            for member in declared.members
            if member.kind is not MemberKind.TYPE
            and member.span.start <= start
            and end <= member.span.end
        ]
        return min(around, key=lambda p: p.member.span.end - p.member.span.start, default=None)

    def cut(self, span: Span) -> str:
        """Cut out the text of a span."""
        return self.text[span.start : span.end]
