"""Place the declarations of an answer's pieces into a file of the base."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verifier.domain.refactoring import MethodId
from verifier.domain.source import Member, MemberKind, TypeDeclaration
from verifier.java_text.members import find_member, list_named_types, same_signature, visible_type
from verifier.java_text.names import class_chain
from verifier.java_text.tokens import same_code, words_of
from verifier.predictions.answers.abridged import leaves_out
from verifier.predictions.answers.answer import AnswerPiece, PieceKind
from verifier.predictions.answers.given_members import (
    GivenMember,
    list_members,
    owner_in,
    type_as_member,
)
from verifier.predictions.splicing.splice import FileSplice

_ONLY_IN_A_CLASS = frozenset({"private", "protected", "static", "public"})
"""Modifiers that a second class of a file cannot have at top level."""


@dataclass(kw_only=True)
class Placing:
    """What happened to the declarations: their names in the order of the answer."""

    replaced: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    abridged: list[str] = field(default_factory=list)
    methods: list[MethodId] = field(default_factory=list)

    def __str__(self) -> str:
        parts = (
            ("replaced", self.replaced),
            ("added", self.added),
            ("dropped", self.dropped),
            ("left as it was because the answer abridges it", self.abridged),
        )
        return "; ".join(f"{word}: {', '.join(names)}" for word, names in parts if names)


def place(  # noqa: PLR0913 - what goes where, and how
    splice: FileSplice,
    piece: AnswerPiece,
    default: TypeDeclaration,
    result: Placing,
    *,
    anchor: Member | None = None,
    is_separate: bool = False,
) -> None:
    """Merge a piece into a file member by member; members that it does not mention stay.

    Bare members go to the `default` type. So do the members of a single class that the file lacks,
    because its name may be damaged or invented, unless it `is_separate_class`.
    New members follow the previous member of the piece, the first ones follow `anchor`.
    """
    homes = _homes(splice, piece, default, is_separate=is_separate)
    anchors = {default.class_name: anchor} if anchor is not None else {}
    for given in list_members(piece, splice.base_text):
        home = homes.get(given.owner)
        if home is not None:  # else its type is new, and is added whole below or with its owner
            _place_member(splice, given, home, anchors, result)
    for declared in _new_types(piece, homes):
        if _ONLY_IN_A_CLASS & set(declared.modifiers):
            splice.insert(default, type_as_member(piece, declared), None)
        else:
            splice.append_type(piece.source[declared.span.start : declared.span.end])
        result.added.append(declared.class_name)


def is_separate_class(
    piece: AnswerPiece, pieces: Sequence[AnswerPiece], splice: FileSplice, default: TypeDeclaration
) -> bool:
    """Tell whether the types of a piece accompany the class that their stretch is about.

    A class with an unknown name is the wanted one under another name, unless it is a small type
    next to the wanted one. The wanted class is the one that the file has, or the one with a method
    of the `default` type, or the one with most methods.
    """
    together = [p for p in pieces if p.number == piece.number]
    if piece.kind is PieceKind.MEMBERS or len(together) == 1:
        return False
    others = [p for p in together if p is not piece]
    if any(p.kind is PieceKind.TYPES and _is_in(splice, p) for p in others):
        return True
    if any(given.method and find_member(default, given.member) for given in list_members(piece)):
        return False
    bare = any(p.kind is PieceKind.MEMBERS for p in others)
    return bare or piece is not max(together, key=_methods)


def _is_in(splice: FileSplice, piece: AnswerPiece) -> bool:
    chains = (class_chain(t.class_name) for t in piece.unit.types) if piece.unit else ()
    return any(splice.type_named(chain) is not None for chain in chains if "$" not in chain)


def _methods(piece: AnswerPiece) -> int:
    return sum(given.method is not None for given in list_members(piece))


def _place_member(
    splice: FileSplice,
    given: GivenMember,
    home: TypeDeclaration,
    anchors: dict[str, Member],
    result: Placing,
) -> None:
    existing = find_member(home, given.member)
    if existing is None and given.member.kind is MemberKind.TYPE and _visible(splice, home, given):
        return  # it exists in an enclosing class, and its own members are merged there
    if given.member.kind is MemberKind.INITIALIZER and _is_there(splice, home, given):
        return  # an initialiser has no name to find it by
    name = given.member.names[0] if given.member.names else given.member.kind
    if given.method is not None:
        result.methods.append(given.method)
    if given.abridged:
        result.abridged.append(name)
    elif existing is None:
        splice.insert(home, given, anchors.get(home.class_name) if given.method else None)
        result.added.append(name)
    elif given.member.kind is not MemberKind.TYPE and splice.replace(
        existing, given
    ):  # a type's members follow
        result.replaced.append(name)
    if existing is not None and existing.method is not None:
        anchors[home.class_name] = existing


def _is_there(splice: FileSplice, home: TypeDeclaration, given: GivenMember) -> bool:
    """Tell whether a class has an initialiser with the same code."""
    blocks = [m for m in home.members if m.kind is MemberKind.INITIALIZER]
    return any(same_code(splice.member_text(block), given.text) for block in blocks)


def _visible(splice: FileSplice, home: TypeDeclaration, given: GivenMember) -> bool:
    around, name = class_chain(home.class_name), given.member.names[0]
    return visible_type(splice.unit, around, name) is not None


def _type_for(splice: FileSplice, chain: str) -> TypeDeclaration | None:
    """Return the file's type of a chain; models also put nested types one class too deep."""
    outer, _, name = chain.rpartition("$")
    around = splice.type_named(outer) if outer else None
    exact = splice.type_named(chain)
    if exact is not None or around is None:
        return exact
    return visible_type(splice.unit, class_chain(around.class_name), name)


def drop_unmentioned(
    splice: FileSplice, piece: AnswerPiece, moved: MethodId, result: Placing
) -> None:
    """Let a whole class replace the base's class of its name: members that it lacks are removed.

    Nothing is removed if the piece says that it leaves something out. A member whose name the new
    class still uses was only forgotten and stays; `moved` is removed in any case.
    """
    if piece.kind is not PieceKind.TYPES or piece.unit is None or leaves_out(piece.source):
        return
    used = words_of(piece.source)
    given = list_members(piece, splice.base_text)
    for declared in list_named_types(piece.unit):
        chain = class_chain(declared.class_name)
        home = splice.type_named(chain)
        own = [g.member for g in given if g.owner == chain]
        # Models write a header with an empty body to say 'as before', not 'delete all'.
        if home is None or not own:
            continue
        for member in home.members:
            kept = member.kind in {MemberKind.ENUM_CONSTANT, MemberKind.INITIALIZER} or any(
                find_member(home, m) == member for m in own
            )
            # The new class may still call it at its new place.
            is_moved = member.method is not None and same_signature(member.method, moved)
            if not kept and (is_moved or not used & set(member.names)):
                splice.remove(member)
                result.dropped.append(member.names[0])


def _homes(
    splice: FileSplice, piece: AnswerPiece, default: TypeDeclaration, *, is_separate: bool
) -> dict[str, TypeDeclaration | None]:
    """Map each type of the piece, by `owner_in`, to a type of the file."""
    if piece.unit is None:
        return {}
    owners = [owner_in(piece, declared) for declared in list_named_types(piece.unit)]
    inside = class_chain(default.class_name)
    if piece.kind is PieceKind.MEMBERS:
        return {o: _type_for(splice, f"{inside}${o}") if o else default for o in owners}
    homes = {chain: _type_for(splice, chain) for chain in owners}
    tops = [chain for chain in owners if "$" not in chain]
    # A single class that the file lacks is the wanted one under a damaged or invented name.
    if len(tops) == 1 and homes[tops[0]] is None and not is_separate:
        for chain in owners:
            homes[chain] = splice.type_named(inside + chain[len(tops[0]) :])
    return homes


def _new_types(
    piece: AnswerPiece, homes: dict[str, TypeDeclaration | None]
) -> Iterator[TypeDeclaration]:
    if piece.unit is None or piece.kind is PieceKind.MEMBERS:
        return
    for declared in list_named_types(piece.unit):
        chain = class_chain(declared.class_name)
        if "$" not in chain and homes.get(chain) is None:
            yield declared
