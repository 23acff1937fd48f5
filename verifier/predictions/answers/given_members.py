"""The members in an answer, each with its text and its class."""

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Import, Member, MemberKind, TypeDeclaration
from verifier.java_text.layout import indentation
from verifier.java_text.members import list_named_types, same_signature
from verifier.java_text.names import class_chain, simple_name
from verifier.predictions.answers.abridged import is_abridged
from verifier.predictions.answers.answer import AnswerPiece, PieceKind


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenMember:
    """One declaration of an answer.

    `owner` is the chain of its class in the form of `owner_in`. `text` starts at the Javadoc;
    `indent` is the indentation that the text was written with.
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
        """Tell whether it has a method's name and parameter types, in any class."""
        return self.method is not None and same_signature(self.method, wanted)


def list_members(piece: AnswerPiece, known: str = "") -> tuple[GivenMember, ...]:
    """Return all members of a Java piece except local classes and their members.

    `known` is the base file's text: an omission comment that is already in it does not count.
    """
    if piece.unit is None:
        return ()
    return tuple(_list_members_of(piece, piece.unit, known))


def _list_members_of(
    piece: AnswerPiece, unit: CompilationUnit, known: str
) -> Iterator[GivenMember]:
    for declared in list_named_types(unit):
        for member in declared.members:
            source = piece.source
            yield GivenMember(
                member=member,
                text=source[member.span.start : member.span.end],
                indent=indentation(source, member.span.start),
                owner=owner_in(piece, declared),
                abridged=is_abridged(member, source, known),
            )


def owner_in(piece: AnswerPiece, declared: TypeDeclaration) -> str:
    """Return the chain of a piece's type (`Outer$Inner`).

    For bare members it is relative to their class.
    """
    chain = class_chain(declared.class_name)
    return chain.partition("$")[2] if piece.kind is PieceKind.MEMBERS else chain


def type_as_member(piece: AnswerPiece, declared: TypeDeclaration) -> GivenMember:
    """Return a top-level type of a piece as a member."""
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


def imports_of(piece: AnswerPiece) -> tuple[Import, ...]:
    """Return the imports of a piece."""
    return piece.unit.imports if piece.unit is not None else ()
