"""The members that an answer gives, each with its text and the class that it came in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Import, Member, TypeDeclaration
from verifier.java_text.layout import indentation
from verifier.predictions.abridged import is_abridged
from verifier.predictions.answer import Piece, PieceKind

_NO_MEMBER = frozenset({"enum_constant"})
_LOCAL = re.compile(r"\$\d")


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


def same_signature(one: MethodId, other: MethodId) -> bool:
    """Same name and parameter types; the classes may differ."""
    return replace(one, class_name="").matches(replace(other, class_name=""))


def same_member(one: Member, other: Member) -> bool:
    """Whether two declarations stand for the same member of a class."""
    if one.method is not None and other.method is not None:
        return same_signature(one.method, other.method)
    if one.kind != other.kind or one.method is not None or other.method is not None:
        return False
    return bool(set(one.names) & set(other.names))


def given_members(piece: Piece, known: str = "") -> tuple[GivenMember, ...]:
    """All members of a Java piece but enum constants, local classes and what they hold.

    `known` is the base file's text: an omission comment that stands there already is none.
    """
    if piece.unit is None:
        return ()
    return tuple(_given(piece, piece.unit, known))


def _given(piece: Piece, unit: CompilationUnit, known: str) -> Iterator[GivenMember]:
    for declared in named_types(unit):
        owner = class_chain(declared.class_name, unit.package)
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


def named_types(unit: CompilationUnit) -> Iterator[TypeDeclaration]:
    """The types of a unit, nested ones too, without anonymous and local ones."""
    return (t for t in unit.types if not _LOCAL.search(t.class_name))


def class_chain(class_name: str, package: str) -> str:
    """`Outer$Inner` of a binary name."""
    return class_name.removeprefix(package + ".") if package else class_name


def find_type(unit: CompilationUnit, chain: str) -> TypeDeclaration | None:
    """The type with this class chain, else the only one whose chain ends with it."""
    types = {class_chain(t.class_name, unit.package): t for t in named_types(unit)}
    if chain in types:
        return types[chain]
    ending = [t for name, t in types.items() if name.endswith("$" + chain)]
    return ending[0] if len(ending) == 1 else None


def find_member(declared: TypeDeclaration, given: Member) -> Member | None:
    """The member of a type that a given declaration stands for; a lone initialiser for any."""
    if given.kind == "initializer":
        initializers = [m for m in declared.members if m.kind == given.kind]
        return initializers[0] if len(initializers) == 1 else None
    return next((m for m in declared.members if same_member(m, given)), None)


def imports_of(piece: Piece) -> tuple[Import, ...]:
    """The imports that a piece brings."""
    return piece.unit.imports if piece.unit is not None else ()
