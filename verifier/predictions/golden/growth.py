"""The growing set of pieces of a golden refactoring: which pieces are added, and where they go."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from verifier.domain.closure import Brought, BroughtKind, OpenEnd, OpenReason
from verifier.domain.closure_request import (
    Break,
    Declared,
)
from verifier.domain.refactoring import MethodId
from verifier.domain.source import Member, MemberKind, TypeDeclaration
from verifier.java_text.members import find_member, find_method
from verifier.java_text.names import class_chain, package_of, simple_name, to_dotted
from verifier.java_text.tokens import same_code
from verifier.predictions.golden.pieces import (
    FollowedText,
    GoldenPiece,
    Pieces,
    Removal,
    Trees,
    find_nested_type,
    front,
    header_text,
    piece_name,
    read_import,
    write_name,
)
from verifier.predictions.splicing.splice import FileSplice

_KINDS = {
    MemberKind.METHOD: BroughtKind.METHOD,
    MemberKind.CONSTRUCTOR: BroughtKind.CONSTRUCTOR,
    MemberKind.FIELD: BroughtKind.FIELD,
    MemberKind.ENUM_CONSTANT: BroughtKind.ENUM_CONSTANT,
    MemberKind.TYPE: BroughtKind.TYPE,
    MemberKind.INITIALIZER: BroughtKind.FIELD,
}


@dataclass(kw_only=True)
class Growth:
    """The pieces so far, the additions of this round, and what this round leaves open.

    `class_names` maps classes of the commit to the base's names for them. Methods that bring
    something return whether it was added in this round; additions of earlier rounds return False.
    """

    trees: Trees
    pieces: Pieces
    class_names: dict[str, str] = field(default_factory=dict)
    open: list[OpenEnd] = field(default_factory=list)
    fresh: set[object] = field(default_factory=set)

    def begin_round(self) -> None:
        """Forget what the last round added and left open."""
        self.fresh, self.open = set(), []

    def bring(self, wanted: Declared, why: str, *, if_declared: BroughtKind | None = None) -> bool:
        """Add the piece of a declaration; False if the base already has the commit's version.

        A member that the base declares in the same way comes as the kind in `if_declared`; if that is
        None, it stays as it is.
        """
        new = self.trees.after_file(wanted.file)
        if new is None or wanted.file in self.pieces.files:
            return wanted.file in self.fresh
        base = self.trees.base_file(wanted.file)
        if base is None:
            self._add_file(wanted, why)
            return True
        chain = class_chain(wanted.class_name)
        return self._bring_type(new, base, chain, why) or (
            wanted.kind != "type" and self._bring_member(wanted, new, base, why, if_declared)
        )

    def _bring_type(self, new: FileSplice, base: FileSplice, chain: str, why: str) -> bool:
        """Add the outermost class of a chain that the base's file lacks."""
        mapped = self._map(new, chain)
        if declares(base, mapped):
            return False
        for depth in range(1, chain.count("$") + 2):
            part = "$".join(chain.split("$")[:depth])
            if declares(base, self._map(new, part)):
                continue
            nested = find_nested_type(new, part)
            if nested is not None:
                around, member = nested
                return self.add(new, around, member, BroughtKind.TYPE, why)
            declared = new.type_named(part)
            if declared is None:
                return False
            piece = top_level(new.path, declared, base.path)
            brought = Brought(
                kind=BroughtKind.TYPE, name=piece_name(piece), file=base.path, why=why
            )
            return self.append(replace(piece, brought=brought))
        return False

    def _bring_member(
        self,
        wanted: Declared,
        new: FileSplice,
        base: FileSplice,
        why: str,
        if_declared: BroughtKind | None,
    ) -> bool:
        declared = new.type_named(class_chain(wanted.class_name))
        member = member_like(declared, wanted)
        if declared is None or member is None:
            return False
        home = base.type_named(self._map(new, class_chain(wanted.class_name)))
        old = find_member(home, member) if home is not None else None
        if old is not None and same_code(base.member_text(old), new.member_text(member)):
            return False
        if (
            old is not None
            and if_declared is None
            and not _is_declared_otherwise(base, old, new, member)
        ):
            return False
        kind = (if_declared or BroughtKind.SIGNATURE) if old is not None else _KINDS[member.kind]
        return self.add(new, declared, member, kind, why)

    def has_several_initializers(self, wanted: Declared) -> bool:
        """Tell whether a class has several initialiser blocks on a side, so that one cannot be
        identified.
        """
        new, base = self.trees.after_file(wanted.file), self.trees.base_file(wanted.file)
        chain = class_chain(wanted.class_name)
        sides = ((new, chain), (base, self._map(new, chain) if new else chain))
        found = (file.type_named(name) for file, name in sides if file is not None)
        return any(
            sum(m.kind is MemberKind.INITIALIZER for m in declared.members) > 1
            for declared in found
            if declared is not None
        )

    def bring_header(self, wanted: Declared, why: str) -> bool:
        if wanted.kind != "type":
            return self.bring(wanted, why, if_declared=BroughtKind.SIGNATURE)
        new, base = self.trees.after_file(wanted.file), self.trees.base_file(wanted.file)
        if new is None or base is None:
            return False
        declared = new.type_named(class_chain(wanted.class_name))
        home = base.type_named(self._map(new, class_chain(wanted.class_name)))
        if declared is None or home is None:
            return False
        if same_code(header_text(base, home), header_text(new, declared)):
            return False
        member = Member(
            kind=MemberKind.TYPE,
            class_name=declared.class_name,
            names=(simple_name(declared.class_name),),
            span=declared.span,
        )
        return self.add(new, declared, member, BroughtKind.HEADER, why)

    def _add_file(self, wanted: Declared, why: str) -> None:
        name = write_name(replace(wanted, kind="type"))
        brought = Brought(kind=BroughtKind.FILE, name=name, file=wanted.file, why=why)
        self.pieces = replace(self.pieces, files={**self.pieces.files, wanted.file: brought})
        self.fresh.add(wanted.file)

    def add(
        self,
        new: FileSplice,
        declared: TypeDeclaration,
        member: Member,
        kind: BroughtKind,
        why: str,
    ) -> bool:
        chain = self._map(new, class_chain(declared.class_name))
        base = self.trees.base_file(new.path)
        if base is None or not declares(base, chain):
            return False
        piece = GoldenPiece(
            origin=new.path, declared=declared, member=member, home=new.path, chain=chain
        )
        brought = Brought(kind=kind, name=piece_name(piece), file=new.path, why=why)
        if kind is BroughtKind.HEADER:
            brought = replace(brought, name=declared.class_name.replace("$", "."))
        return self.append(replace(piece, brought=brought))

    def append(self, piece: GoldenPiece) -> bool:
        if self.pieces.has(piece):
            return piece.part.after in self.fresh
        self.pieces = replace(self.pieces, spliced=(*self.pieces.spliced, piece))
        self.fresh.add(piece.part.after)
        return True

    def turn(self, member: Member, new: FileSplice, old: MethodId) -> bool:
        """Let a piece replace a member of the base instead of adding to it."""
        pieces = list(self.pieces.spliced)
        for index, piece in enumerate(pieces):
            same = piece.origin == new.path and piece.member.span == member.span
            if same and piece.replaces is None and not piece.watched and not piece.is_header:
                pieces[index] = replace(piece, replaces=old)
                self.pieces = replace(self.pieces, spliced=tuple(pieces))
                self.fresh.add(piece.part.after)
                return True
        return False

    def take_away(self, at: Declared, base: FileSplice | None, why: str) -> bool:
        """Remove code that breaks, hides other code or is unused, if the commit removed it too."""
        home = base.type_named(class_chain(at.class_name)) if base is not None else None
        old = member_like(home, at)
        if home is None or old is None:
            return False
        if any(r.file == at.file and r.member.span == old.span for r in self.pieces.removed):
            return True
        # A type is looked up as a member of its enclosing type.
        name = to_dotted(f"{at.class_name}${at.name}") if at.kind == "type" else write_name(at)
        brought = Brought(kind=BroughtKind.REMOVED, name=name, file=at.file, why=why)
        removal = Removal(
            file=at.file, chain=class_chain(home.class_name), member=old, brought=brought
        )
        self.pieces = replace(self.pieces, removed=(*self.pieces.removed, removal))
        self.fresh.add(at)
        return True

    def take_file_away(self, path: str, why: str) -> bool:
        """Remove a file that breaks and that the commit lacks, unless the commit renamed it."""
        base = self.trees.base_file(path)
        if base is None or self.trees.after_file(path) is not None or path in self.pieces.homes:
            return False
        main = base.main_type()
        name = path if main is None else to_dotted(main.class_name)
        brought = Brought(kind=BroughtKind.REMOVED, name=name, file=path, why=why)
        if path not in self.pieces.files:
            self.pieces = replace(self.pieces, files={**self.pieces.files, path: brought})
            self.fresh.add(path)
        return True

    def _map(self, new: FileSplice, chain: str) -> str:
        """Return the base's name for a class of the commit."""
        package = f"{new.unit.package}." if new.unit.package else ""
        outer, dollar, rest = chain.partition("$")
        known = self.class_names.get(package + outer)
        return chain if known is None else class_chain(known) + dollar + rest

    def bring_import(self, key: str, by: GoldenPiece) -> None:
        """Import a type by name.

        If that was tried before, the name means something else, which stays open.
        """
        if "." in key or key.startswith("?"):
            return  # a member of a type that is missing too, or that exists
        name = self._import_name(key, by)
        known = self.trees.base_file(by.home)
        same = known is not None and package_of(name) in {known.unit.package, "java.lang"}
        taken = known is not None and any(
            simple_name(i.name) == simple_name(name) and i.name != name for i in known.unit.imports
        )
        place = (by.home, f"import {name};")
        if place in self.fresh:
            return
        if same or place in self.pieces.imports or by.home in self.pieces.files:
            self.end(OpenReason.MEANS_OTHERWISE, f"{name} in {piece_name(by)}")
        elif taken:
            self.end(OpenReason.NAME_TAKEN, f"{simple_name(name)} in {by.home}")
        else:
            why = f"{piece_name(by)} uses it"
            brought = Brought(kind=BroughtKind.IMPORT, name=name, file=by.home, why=why)
            self.pieces = replace(self.pieces, imports={**self.pieces.imports, place: brought})
            self.fresh.add(place)

    def _import_name(self, key: str, by: GoldenPiece) -> str:
        """Return a type's name as the commit's file imports it; a `$` may be part of a name."""
        name = to_dotted(key.replace("/", "."))
        new = self.trees.after_file(by.origin)
        found = (i.name for i in (new.unit.imports if new else ()) if to_dotted(i.name) == name)
        return next(found, name)

    def bring_static_import(self, wanted: Declared, by: GoldenPiece) -> bool:
        """Import a static member as the commit's file does."""
        new = self.trees.after_file(by.origin)
        owner = wanted.class_name.replace("$", ".")
        names = {f"{owner}.{wanted.name}", f"{owner}.*"}
        found = (i.name for i in (new.unit.imports if new else ()) if i.static and i.name in names)
        name = next(found, None)
        if name is None:
            return False
        place = (by.home, f"import static {name};")
        if by.home in self.pieces.files:
            return False
        if place in self.pieces.imports:
            return place in self.fresh or self._take_hiding_away(wanted, by)
        why = f"{piece_name(by)} uses it"
        brought = Brought(kind=BroughtKind.IMPORT, name=name, file=by.home, why=why)
        self.pieces = replace(self.pieces, imports={**self.pieces.imports, place: brought})
        self.fresh.add(place)
        return True

    def follow(self, file: str, start: int, end: int, text: str, brought: Brought) -> bool:
        """Replace characters of a test to follow the moved method.

        The result is False if an earlier round did so.
        """
        followed = FollowedText(file=file, start=start, end=end, text=text, brought=brought)
        place = (file, start)
        if any((each.file, each.start) == place for each in self.pieces.followed):
            return place in self.fresh
        self.pieces = replace(self.pieces, followed=(*self.pieces.followed, followed))
        self.fresh.add(place)
        return True

    def import_as(self, file: str, line: str, why: str) -> None:
        """Import a name that code uses after it follows the moved method."""
        place = (file, line)
        if place not in self.pieces.imports:
            brought = Brought(kind=BroughtKind.IMPORT, name=read_import(line), file=file, why=why)
            self.pieces = replace(self.pieces, imports={**self.pieces.imports, place: brought})

    def _take_hiding_away(self, wanted: Declared, by: GoldenPiece) -> bool:
        """Remove members of the base's class that hide an imported one, if the commit removed them."""
        base = self.trees.base_file(by.home)
        why = f"it hides {write_name(wanted)}, which {piece_name(by)} uses"
        grown = False
        for home, old in self._list_gone_around(by):
            if wanted.name in old.names and str(old.kind) == wanted.kind:
                types = old.method.parameter_types if old.method is not None else ()
                at = replace(
                    wanted, file=by.home, class_name=home.class_name, parameter_types=types
                )
                grown |= self.take_away(at, base, why)
        return grown

    def _list_gone_around(self, piece: GoldenPiece) -> Iterator[tuple[TypeDeclaration, Member]]:
        """Yield members of the enclosing classes of a piece that the base has and the commit lacks."""
        new, base = self.trees.after_file(piece.origin), self.trees.base_file(piece.home)
        names = class_chain(piece.declared.class_name).split("$")
        for depth in range(1, len(names) + 1):
            chain = "$".join(names[:depth])
            declared = new.type_named(chain) if new is not None else None
            home = base.type_named(self._map(new, chain)) if new and base else None
            if declared is not None and home is not None:
                yield from ((home, m) for m in home.members if find_member(declared, m) is None)

    def end(self, reason: OpenReason, what: str) -> None:
        self.open.append(OpenEnd(reason=reason, what=what))


def top_level(origin: str, declared: TypeDeclaration, home: str) -> GoldenPiece:
    """Make a piece from a top-level type."""
    member = Member(
        kind=MemberKind.TYPE,
        class_name=declared.class_name,
        names=(simple_name(declared.class_name),),
        span=declared.span,
        body=declared.body,
    )
    return GoldenPiece(origin=origin, declared=declared, member=member, home=home, chain="")


def declares(file: FileSplice, chain: str) -> bool:
    """Tell whether a file has exactly this class."""
    return any(class_chain(t.class_name) == chain for t in file.unit.types)


def member_like(declared: TypeDeclaration | None, wanted: Declared) -> Member | None:
    """Return the member of a type that the analysis means."""
    if declared is None:
        return None
    if wanted.kind in {"method", "constructor"}:
        method = MethodId(
            class_name=declared.class_name,
            name=wanted.name,
            parameter_types=wanted.parameter_types,
        )
        return find_method(declared, method)
    found = (m for m in declared.members if m.method is None and wanted.name in m.names)
    if wanted.kind == "initializer":
        found = (m for m in declared.members if m.kind is MemberKind.INITIALIZER)
    return next(found, None)


def _is_declared_otherwise(base: FileSplice, old: Member, new: FileSplice, member: Member) -> bool:
    """Tell whether two versions of a member differ before their bodies; fields are compared whole."""
    return not same_code(front(base.base_text, old), front(new.base_text, member))


def describe_break(broken: Break) -> str:
    """Write a break with its place, for a person."""
    place = f"{broken.file}:{broken.line}" if broken.line else broken.file
    return f"{place}: {broken.message}"


def otherwise(broken: Break) -> str:
    """Say why something is added or removed: what would break otherwise."""
    return f"{describe_break(broken)} otherwise"
