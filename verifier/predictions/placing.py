"""Places the declarations of an answer's pieces into a file of the base."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.domain.refactoring import MethodId
from verifier.domain.source import Member, TypeDeclaration
from verifier.java_text.tokens import words_of
from verifier.predictions.abridged import leaves_out
from verifier.predictions.answer import Piece, PieceKind
from verifier.predictions.members import (
    GivenMember,
    class_chain,
    find_member,
    given_members,
    named_types,
    same_signature,
)
from verifier.predictions.splice import FileSplice


@dataclass(kw_only=True)
class Placing:
    """What became of the declarations: names for the reading, in the order of the answer."""

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


def place(
    splice: FileSplice,
    piece: Piece,
    default: TypeDeclaration,
    result: Placing,
    anchor: Member | None = None,
) -> None:
    """Merge a piece into a file member by member; what it does not mention stays.

    Bare members go to the `default` type, and so do those of a single class that the file does
    not have (its name was damaged or made up). New members stand behind the one before them, the
    first ones behind `anchor`.
    """
    homes = _homes(splice, piece, default)
    anchors = {default.class_name: anchor} if anchor is not None else {}
    for given in given_members(piece, splice.base_text):
        home = homes.get(given.owner)
        if home is None:
            continue
        existing = find_member(home, given.member)
        name = given.member.names[0] if given.member.names else given.member.kind
        if given.method is not None:
            result.methods.append(given.method)
        if given.abridged:
            result.abridged.append(name)
        elif existing is None:
            splice.insert(home, given, _anchor(anchors, home, given))
            result.added.append(name)
        elif given.member.kind != "type" and splice.replace(existing, given):
            result.replaced.append(name)
        if existing is not None and existing.method is not None:
            anchors[home.class_name] = existing
    for declared in _new_types(piece, homes):
        splice.append_type(piece.source[declared.span.start : declared.span.end])
        result.added.append(declared.class_name)


def drop_unmentioned(splice: FileSplice, piece: Piece, moved: MethodId, result: Placing) -> None:
    """Let a whole class replace its namesake: members that it lacks go.

    Not when the piece says that it leaves something out. A member whose name the new class still
    uses was only forgotten and stays; `moved` goes in any case.
    """
    if piece.kind is not PieceKind.TYPES or piece.unit is None or leaves_out(piece.source):
        return
    used = words_of(piece.source)
    given = given_members(piece, splice.base_text)
    for declared in named_types(piece.unit):
        chain = class_chain(declared.class_name, piece.unit.package)
        home = splice.type_named(chain)
        own = [g.member for g in given if g.owner == chain]
        if home is None or not own:
            continue
        for member in home.members:
            kept = member.kind in {"enum_constant", "initializer"} or any(
                find_member(home, m) == member for m in own
            )
            is_moved = member.method is not None and same_signature(member.method, moved)
            if not kept and (is_moved or not used & set(member.names)):
                splice.remove(member)
                result.dropped.append(member.names[0])


def _homes(
    splice: FileSplice, piece: Piece, default: TypeDeclaration
) -> dict[str, TypeDeclaration | None]:
    """Which type of the file each class chain of the piece stands for."""
    if piece.kind is PieceKind.MEMBERS or piece.unit is None:
        return {"": default}
    chains = [class_chain(t.class_name, piece.unit.package) for t in named_types(piece.unit)]
    homes = {chain: splice.type_named(chain) for chain in chains}
    tops = [chain for chain in chains if "$" not in chain]
    if len(tops) == 1 and homes[tops[0]] is None:
        inside = class_chain(default.class_name, splice.unit.package)
        for chain in chains:
            homes[chain] = splice.type_named(inside + chain[len(tops[0]) :])
    return homes


def _new_types(piece: Piece, homes: dict[str, TypeDeclaration | None]) -> Iterator[TypeDeclaration]:
    if piece.unit is None or piece.kind is PieceKind.MEMBERS:
        return
    for declared in named_types(piece.unit):
        chain = class_chain(declared.class_name, piece.unit.package)
        if "$" not in chain and homes.get(chain) is None:
            yield declared


def _anchor(anchors: dict[str, Member], home: TypeDeclaration, given: GivenMember) -> Member | None:
    return anchors.get(home.class_name) if given.method is not None else None
