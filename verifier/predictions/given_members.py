"""The members that an answer gives, each with its text and the class that it came in."""

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Import, Member, MemberKind, TypeDeclaration
from verifier.java_text.layout import indentation
from verifier.java_text.members import named_types, same_signature
from verifier.java_text.names import class_chain, simple_name
from verifier.predictions.abridged import is_abridged
from verifier.predictions.answer import Piece, PieceKind


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenMember:
    """One declaration of an answer. `owner` is the chain of its class as `owner_in` has it.

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
    """All members of a Java piece but local classes and what they hold.

    `known` is the base file's text: an omission comment that stands there already is none.
    """
    if piece.unit is None:
        return ()
    return tuple(_given(piece, piece.unit, known))


def _given(piece: Piece, unit: CompilationUnit, known: str) -> Iterator[GivenMember]:
    for declared in named_types(unit):
        for member in declared.members:
            source = piece.source
            yield GivenMember(
                member=member,
                text=source[member.span.start : member.span.end],
                indent=indentation(source, member.span.start),
                owner=owner_in(piece, declared),
                abridged=is_abridged(member, source, known),
            )


def owner_in(piece: Piece, declared: TypeDeclaration) -> str:
    """The chain of a piece's type (`Outer$Inner`); among bare members, below the class around them."""
    chain = class_chain(declared.class_name)
    return chain.partition("$")[2] if piece.kind is PieceKind.MEMBERS else chain


def given_type(piece: Piece, declared: TypeDeclaration) -> GivenMember:
    """An outermost type of a piece as a member."""
    member = Member(
        kind=MemberKind.TYPE,
        class_name="",
        names=(simple_name(declared.class_name),),
        span=declared.span,
        body=declared.body,
        modifiers=declared.modifiers,
    )
    span = declared.span
    return GivenMember(
        member=member,
        text=piece.source[span.start : span.end],
        indent=indentation(piece.source, span.start),
        owner="",
        abridged=False,
    )


def imports_of(piece: Piece) -> tuple[Import, ...]:
    """The imports that a piece brings."""
    return piece.unit.imports if piece.unit is not None else ()
