"""Reference predictions: the developers' commit, only its refactoring, and the empty patch."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from verifier.analysis.roles import Role
from verifier.domain.assignment import CommitAssignment, TaskRecord
from verifier.domain.closure import Brought, BroughtKind, OpenEnd, OpenReason
from verifier.domain.instance import Instance
from verifier.domain.prediction import EMPTY, GOLDEN, GOLDEN_REFACTORING, Prediction
from verifier.domain.refactoring import CodeRange, MethodId
from verifier.domain.source import JavaTree, Member, MemberKind, TypeDeclaration
from verifier.java_text.members import (
    find_member,
    find_method,
    list_named_types,
    same_signature,
    type_of,
)
from verifier.java_text.names import class_chain, outermost
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import token_texts
from verifier.predictions.golden.closing import Closing, Roots
from verifier.predictions.golden.following import MovedMethod
from verifier.predictions.golden.growth import Growth, declares
from verifier.predictions.golden.pieces import (
    GoldenPiece,
    Pieces,
    RememberingReader,
    Removal,
    Trees,
    find_nested_type,
    front,
)
from verifier.predictions.splicing.splice import FileSplice


class GoldenForm(StrEnum):
    """The whole commit as a patch, or only the developers' versions of the refactored methods."""

    COMMIT = "commit"
    REFACTORING = "refactoring"


@dataclass(frozen=True, kw_only=True)
class GoldenSides:
    """The base and the commit as trees, and the places where the analysis reads them."""

    before: JavaTree
    after: JavaTree
    roots: Roots


def empty_prediction(record: TaskRecord) -> Prediction:
    """Make a patch that changes nothing."""
    return Prediction(instance_id=record.id, model_name_or_path=EMPTY, model_patch="")


def golden_commit(record: Instance | CommitAssignment) -> Prediction:
    """Make a prediction from the developers' whole commit."""
    return Prediction(instance_id=record.id, model_name_or_path=GOLDEN, model_patch=record.patch)


def golden_refactoring(instance: Instance, sides: GoldenSides, reader: JavaReader) -> Prediction:
    """Put the developers' versions of the refactored methods into the base, with what they need.

    The prediction's `closure` lists the additional code, and what keeps the prediction from being
    complete.
    """
    trees = Trees(
        before=sides.before,
        after=sides.after,
        reader=RememberingReader(analysis=reader.analysis),
    )
    core = _Core(instance=instance, trees=trees)
    core.collect()
    closed = Closing(
        growth=Growth(trees=trees, pieces=core.pieces, class_names=core.class_names),
        roots=sides.roots,
        analysis=reader.analysis,
        own_files=instance.files,
        near=instance.before.file.rpartition("/")[0],
        wanted=instance.wanted,
        moved=core.moved(),
        extracted=instance.after.partner if instance.type.traits.extracts_method else None,
    ).close()
    closure = replace(closed.closure, open=(*core.open, *closed.closure.open))
    return Prediction(
        instance_id=instance.id,
        model_name_or_path=GOLDEN_REFACTORING,
        files=closed.base.portable,
        closure=closure,
    )


@dataclass(kw_only=True)
class _Core:
    """The pieces of the refactoring itself, without anything that they need."""

    instance: Instance
    trees: Trees
    pieces: Pieces = field(default_factory=Pieces)
    class_names: dict[str, str] = field(default_factory=dict)
    open: list[OpenEnd] = field(default_factory=list)

    def collect(self) -> None:
        before, after = self.instance.before, self.instance.after
        # Methods that are rewritten in their place. A moved method is removed from its old class
        # and added to its new one, so it replaces nothing.
        traits = self.instance.type.traits
        old = before.partner if traits.inlines_method else None
        old = before.method if traits.extracts_method or traits.acts_on_variable else old
        self._put(after.file, after.method, old)
        if after.partner is not None:
            self._put(after.partner_file or after.file, after.partner)
        for call in after.ranges:
            if call.role == Role.EXTRACTED_CALL:
                self._put_around(call)
        if not self.instance.type.traits.extracts_method or self._moves_rest():
            self._take_out()

    def _put_around(self, call: CodeRange) -> None:
        """Put the member that calls an extracted method: the source, another method, or a field."""
        new, base = self.trees.after_file(call.file), self.trees.base_file(call.file)
        if new is None or base is None:
            return
        around = _member_at(new, new.unit.types, call)
        if around is None:
            return
        method = around[1].method
        if method is None:
            self._put_member(new, *around)
        elif find_method(type_of(base.unit, method), method) is not None:
            self._put(call.file, method)

    def _put_holders(self, new: FileSplice) -> bool:
        """Put the members that contain anonymous classes that the refactoring edits: constants,
        fields, methods.
        """
        places = [each for each in self.instance.after.ranges if each.file == new.path]
        found = [_member_at(new, list_named_types(new.unit), place) for place in places]
        put = [self._put_member(new, *around) for around in found if around is not None]
        return any(put)

    def _put_member(self, new: FileSplice, declared: TypeDeclaration, member: Member) -> bool:
        """Put the developers' version of a member, if the base's class of that name has the member
        too.
        """
        chain = class_chain(declared.class_name)
        base = self.trees.base_file(new.path)
        home = base.type_named(chain) if base is not None else None
        if home is None or find_member(home, member) is None:
            return False
        piece = GoldenPiece(
            origin=new.path, declared=declared, member=member, home=new.path, chain=chain
        )
        self._splice(piece)
        return True

    def _splice(self, piece: GoldenPiece) -> None:
        if not self.pieces.has(piece):
            self.pieces = replace(self.pieces, spliced=(*self.pieces.spliced, piece))

    def moved(self) -> MovedMethod | None:
        """Return the static method that moves to another class; None if there is none."""
        before, after = self.instance.before, self.instance.after
        base = self.trees.base_file(before.file)
        home = type_of(base.unit, before.method) if base is not None else None
        member = find_method(home, before.method)
        if (
            not self.instance.type.traits.relocates
            or base is None
            or home is None
            or member is None
        ):
            return None
        if "static" not in token_texts(front(base.base_text, member)):
            return None
        named = [m for m in home.members if before.method.name in m.names]
        return MovedMethod(old=before.method, new=after.method, alone=len(named) == 1)

    def _moves_rest(self) -> bool:
        """Tell whether the rest of a method moved to another class of the base."""
        before, after = self.instance.before, self.instance.after
        base = self.trees.base_file(after.file)
        return (
            before.method.class_name != after.method.class_name
            and base is not None
            and type_of(base.unit, after.method) is not None
        )

    def _put(self, path: str, method: MethodId, old: MethodId | None = None) -> None:
        """Put the developers' version of a method in the place of the old one."""
        new = self.trees.after_file(path)
        declared = type_of(new.unit, method) if new is not None else None
        member = find_method(declared, method)
        if new is None or declared is None or member is None:
            if new is None or declared is not None or not self._put_holders(new):
                self._end(OpenReason.NOT_FOUND, f"{method} in {path}")
            return
        home = self._home(path, method, old)
        if home is None:
            self.pieces = replace(self.pieces, files={**self.pieces.files, path: _file(path)})
            return
        chain = self._chain(declared)
        base = self.trees.base_file(home)
        replaced = old if old is not None and not same_signature(old, method) else None
        if replaced is not None and find_method(type_of(new.unit, replaced), replaced) is not None:
            # It lost code to another method but still exists.
            self._put(path, replaced)
            replaced = None
        there = base.type_named(chain) if base is not None else None
        if there is not None and find_member(there, member) is not None:
            # Two methods of the base became one: it replaces the one with its name.
            replaced = None
        piece = GoldenPiece(
            origin=path, declared=declared, member=member, home=home, chain=chain, replaces=replaced
        )
        if base is not None and not declares(base, chain):
            piece = self._around(new, base, declared, piece)
        self._splice(piece)

    def _around(
        self, new: FileSplice, base: FileSplice, declared: TypeDeclaration, piece: GoldenPiece
    ) -> GoldenPiece:
        """Return the outermost class that the base lacks, if the method is in a new class."""
        parts = class_chain(declared.class_name).split("$")
        for depth in range(2, len(parts) + 1):
            chain = "$".join(parts[:depth])
            nested = None if declares(base, chain) else find_nested_type(new, chain)
            if nested is not None:
                around, member = nested
                return replace(
                    piece, declared=around, member=member, chain=self._chain(around), replaces=None
                )
        main = base.main_type()
        return piece if main is None else replace(piece, chain=class_chain(main.class_name))

    def _home(self, path: str, method: MethodId, old: MethodId | None) -> str | None:
        """Return the base's file for a file of the commit; None for a new file."""
        if self.trees.before.read(path) is not None:
            return path
        before, after = self.instance.before, self.instance.after
        renamed = path == after.file and self.instance.type.traits.extracts_method
        if not renamed:
            return None
        was = outermost((old or before.method).class_name)
        if was != outermost(method.class_name):
            self.class_names[outermost(method.class_name)] = was
        return before.file

    def _chain(self, declared: TypeDeclaration) -> str:
        was = self.class_names.get(outermost(declared.class_name))
        chain = class_chain(declared.class_name)
        return chain if was is None else class_chain(was) + chain[len(chain.split("$")[0]) :]

    def _take_out(self) -> None:
        """Remove the inlined or moved method if the developers removed it.

        Otherwise put their version.
        """
        before = self.instance.before
        file = self.trees.base_file(before.file)
        declared = type_of(file.unit, before.method) if file is not None else None
        found = find_method(declared, before.method)
        remaining = self.trees.after_file(before.file)
        kept = remaining is not None and find_method(
            type_of(remaining.unit, before.method), before.method
        )
        if found is None or declared is None:
            self._end(OpenReason.NOT_FOUND, f"{before.method} in {before.file}")
        elif kept:
            self._put(before.file, before.method)
        else:
            removed = Removal(
                file=before.file, chain=class_chain(declared.class_name), member=found
            )
            self.pieces = replace(self.pieces, removed=(*self.pieces.removed, removed))

    def _end(self, reason: OpenReason, what: str) -> None:
        self.open.append(OpenEnd(reason=reason, what=what))


def _member_at(
    file: FileSplice, types: Iterable[TypeDeclaration], place: CodeRange
) -> tuple[TypeDeclaration, Member] | None:
    """Return the smallest member of some types that contains a place; None if there is none."""
    lines = file.base_text.split("\n")[: place.start_line - 1]
    at = sum(len(line) + 1 for line in lines) + max(place.start_column - 1, 0)
    members = ((t, m) for t in types for m in t.members if m.kind is not MemberKind.TYPE)
    found = [(t, m) for t, m in members if m.span.start <= at < m.span.end]
    return min(found, key=lambda each: each[1].span.end - each[1].span.start, default=None)


def _file(path: str) -> Brought:
    return Brought(
        kind=BroughtKind.FILE,
        name=path.rpartition("/")[2].removesuffix(".java"),
        file=path,
        why="the refactoring puts a method into it",
    )
