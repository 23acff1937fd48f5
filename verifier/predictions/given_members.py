"""The members that an answer gives, each with its text and the class that it came in."""

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Import, Member
from verifier.java_text.layout import indentation
from verifier.java_text.members import named_types, same_signature
from verifier.java_text.names import class_chain
from verifier.predictions.abridged import is_abridged
from verifier.predictions.answer import Piece, PieceKind

_NO_MEMBER = frozenset({"enum_constant"})


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenMember:
    """One declaration of an answer. `owner` is the class chain (`Outer$Inner`), empty for bare ones.

    `text` starts at the Javadoc; `indent` is the indentation that the text was written with.
    """

    member: Member
    text: str
    indent: str
    owner: str
    abridged: bool

    @property
    def method(self) -> MethodId | None:
        """The method's identity; None for fields, types and initialisers."""
        return self.member.method

    def is_method(self, wanted: MethodId) -> bool:
        """Whether it has a method's name and parameter types, whatever its class."""
        return self.method is not None and same_signature(self.method, wanted)


def given_members(piece: Piece, known: str = "") -> tuple[GivenMember, ...]:
    """All members of a Java piece but enum constants, local classes and what they hold.

    `known` is the base file's text: an omission comment that stands there already is none.
    """
    if piece.unit is None:
        return ()
    return tuple(_given(piece, piece.unit, known))


def _given(piece: Piece, unit: CompilationUnit, known: str) -> Iterator[GivenMember]:
    for declared in named_types(unit):
        owner = class_chain(declared.class_name)
        if piece.kind is PieceKind.MEMBERS:
            if "$" in owner:
                continue
            owner = ""
        for member in declared.members:
            if member.kind in _NO_MEMBER:
                continue
            source = piece.source
            yield GivenMember(
                member=member,
                text=source[member.span.start : member.span.end],
                indent=indentation(source, member.span.start),
                owner=owner,
                abridged=is_abridged(member, source, known),
            )


def imports_of(piece: Piece) -> tuple[Import, ...]:
    """The imports that a piece brings."""
    return piece.unit.imports if piece.unit is not None else ()
