"""Reference predictions: the developers' commit, its refactoring alone, and the empty patch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import EXTRACTING, MethodId, RefactoringType
from verifier.domain.source import JavaTree, Member, MemberKind, TypeDeclaration
from verifier.java_text.calls import calls_of
from verifier.java_text.layout import indentation
from verifier.java_text.members import find_member, find_method, same_signature, type_of
from verifier.java_text.names import class_chain
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import words_of
from verifier.java_text.tree_text import text_of
from verifier.predictions.given_members import GivenMember
from verifier.predictions.imports import ImportSource, needed_imports
from verifier.predictions.splice import FileSplice

GOLDEN, GOLDEN_REFACTORING, EMPTY = "golden", "golden-refactoring", "empty"
_MOST_COMPANIONS = 40


class GoldenForm(StrEnum):
    """The whole commit as a patch, or the refactored methods' developer versions alone."""

    COMMIT = "commit"
    REFACTORING = "refactoring"


def empty_prediction(instance: Instance) -> Prediction:
    """A patch that changes nothing."""
    return Prediction(instance_id=instance.id, model_name_or_path=EMPTY, model_patch="")


def golden_commit(instance: Instance) -> Prediction:
    """The developers' whole commit."""
    return Prediction(
        instance_id=instance.id, model_name_or_path=GOLDEN, model_patch=instance.patch
    )


def golden_refactoring(
    instance: Instance, before: JavaTree, after: JavaTree, reader: JavaReader
) -> Prediction:
    """The developers' versions of the refactored methods on the base, and nothing else.

    Members that these versions use and that the base's class lacks come along, and so do the
    developers' versions of methods that call a moved or inlined one.
    """
    work = _Work(instance=instance, before=before, after=after, reader=reader)
    return Prediction(
        instance_id=instance.id,
        model_name_or_path=GOLDEN_REFACTORING,
        files=work.files(),
    )


@dataclass(kw_only=True)
class _Work:
    """The base's files with the developers' members spliced in."""

    instance: Instance
    before: JavaTree
    after: JavaTree
    reader: JavaReader
    _base: dict[str, FileSplice] = field(default_factory=dict)
    _new: dict[str, FileSplice] = field(default_factory=dict)
    _whole: dict[str, str | None] = field(default_factory=dict)
    _done: set[MethodId | tuple[str, ...]] = field(default_factory=set)

    def files(self) -> dict[str, str | None]:
        before, after = self.instance.before, self.instance.after
        # What is written anew in its place. A moved method is put into its new class and taken out
        # of its old one, so it replaces nothing.
        old = {
            RefactoringType.INLINE_METHOD: before.partner,
            RefactoringType.MOVE_AND_INLINE_METHOD: before.partner,
            RefactoringType.EXTRACT_METHOD: before.method,
            RefactoringType.EXTRACT_AND_MOVE_METHOD: before.method,
        }.get(self.instance.type)
        self._bring(after.file, after.method, old)
        if old is not None and not same_signature(old, after.method):
            for path in self._changed():
                self._bring_callers(path, old)
        if after.partner is not None:
            self._bring(after.partner_file or after.file, after.partner)
        if self.instance.type not in EXTRACTING:
            self._take_out()
        for path, file in self._base.items():
            self._import(path, file)
            if file.text() != file.base_text:
                self._whole[path] = file.portable_text()
        return dict(sorted(self._whole.items()))

    def _bring(self, path: str, method: MethodId, old: MethodId | None = None) -> None:
        """Put the developers' version of a method into the base's file, in the old one's place."""
        new = self._after_file(path)
        if new is None:
            return
        declared = type_of(new.unit, method)
        member = find_method(declared, method)
        if declared is None or member is None:
            return
        home_path = self._base_path(path)
        if home_path is None:
            self._whole[path] = new.base_text
            return
        self._splice(home_path, new, declared, member, old)

    def _splice(
        self,
        path: str,
        new: FileSplice,
        declared: TypeDeclaration,
        member: Member,
        old: MethodId | None = None,
    ) -> None:
        key = member.method or (declared.class_name, *member.names)
        if key in self._done or len(self._done) > _MOST_COMPANIONS:
            return
        self._done.add(key)
        base = self._file(path)
        chain = class_chain(declared.class_name)
        home = base.type_named(chain)
        if home is None and (nested := _nested(new, chain)) is not None:
            self._splice(path, new, *nested)
            return
        if home is None:
            home = base.main_type()
        if home is None:
            return
        given = _given(new, member)
        existing = (find_method(home, old) if old is not None else None) or find_member(
            home, member
        )
        if existing is None:
            base.insert(home, given, self._anchor(home))
        else:
            base.replace(existing, given)
        for companion in _companions(given, declared, home):
            self._splice(path, new, declared, companion)

    def _anchor(self, home: TypeDeclaration) -> Member | None:
        """New methods stand behind the wanted one, where they go to its class."""
        return find_method(home, self.instance.before.method)

    def _take_out(self) -> None:
        """Remove the inlined or moved method if the developers did, and bring its callers along."""
        before = self.instance.before
        file = self._file(before.file)
        member = find_method(type_of(file.unit, before.method), before.method)
        remaining = self._after_file(before.file)
        kept = remaining is not None and find_method(
            type_of(remaining.unit, before.method), before.method
        )
        if member is None:
            return
        if kept:
            self._bring(before.file, before.method)
        else:
            file.remove(member)
        for path in self._changed():
            self._bring_callers(path, before.method)

    def _bring_callers(self, path: str, method: MethodId) -> None:
        # Parsing costs far more than a look for the name.
        if method.name not in (text_of(self.before, path) or ""):
            return
        file = self._file(path)
        for declared in file.unit.types:
            for member in declared.members:
                if member.method is None or same_signature(member.method, method):
                    continue
                if any(calls_of(file.member_text(member), method.name)):
                    self._bring(path, member.method)

    def _changed(self) -> Iterator[str]:
        for path in sorted(self.before.paths() & self.after.paths()):
            if path.endswith(".java") and f"a/{path}" in self.instance.patch:
                yield path

    def _import(self, path: str, file: FileSplice) -> None:
        origins = [n for n in self._new.values() if n is not None]
        sources = [ImportSource(imports=o.unit.imports, package=o.unit.package) for o in origins]
        own = self._new.get(path)
        if own is not None:
            sources.insert(0, ImportSource(imports=own.unit.imports))
        file.add_imports(needed_imports(file.added, file.unit, path, self.before, sources))

    def _base_path(self, path: str) -> str | None:
        if self.before.read(path) is not None:
            return path
        after, before = self.instance.after, self.instance.before
        renamed = path == after.file and self.instance.type in EXTRACTING
        return before.file if renamed else None

    def _file(self, path: str) -> FileSplice:
        if path not in self._base:
            self._base[path] = FileSplice(self.before, path, self.reader)
        return self._base[path]

    def _after_file(self, path: str) -> FileSplice | None:
        if path not in self._new:
            if self.after.read(path) is None:
                return None
            self._new[path] = FileSplice(self.after, path, self.reader)
        return self._new[path]


def _companions(
    given: GivenMember, declared: TypeDeclaration, home: TypeDeclaration
) -> Iterator[Member]:
    """Members of the developers' class that a brought one uses and the base's class lacks."""
    for other in declared.members:
        if find_member(home, other) is None and _uses(given.text, other):
            yield other


def _nested(file: FileSplice, chain: str) -> tuple[TypeDeclaration, Member] | None:
    """A nested type as a member of the one around it; None for others."""
    outer, _, name = chain.rpartition("$")
    around = file.type_named(outer)
    members: Iterable[Member] = around.members if around is not None else ()
    found = (
        m for m in members if m.method is None and m.names == (name,) and m.kind is MemberKind.TYPE
    )
    inner = next(found, None)
    return None if around is None or inner is None else (around, inner)


def _uses(text: str, member: Member) -> bool:
    """Whether a text may use a member: a call with as many arguments, or a name."""
    if member.method is None:
        return bool(set(member.names) & words_of(text))
    parameters = member.method.parameter_types
    return any(call.may_be(parameters) for call in calls_of(text, member.names[0]))


def _given(file: FileSplice, member: Member) -> GivenMember:
    text = file.member_text(member).replace("\r\n", "\n")
    indent = indentation(file.base_text, member.span.start)
    return GivenMember(member=member, text=text, indent=indent, owner="", abridged=False)
