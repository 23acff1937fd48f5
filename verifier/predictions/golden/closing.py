"""Find what a golden refactoring needs from the rest of its commit, in rounds.

The pieces so far are put into the base. The compiler's front end reports what their names mean
there and in the commit, what is missing and what breaks. Each report adds pieces. Nothing is added
that no piece needs and that repairs no broken code.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.domain.closure import BroughtKind, Closure, OpenEnd, OpenReason
from verifier.domain.closure_request import (
    ClosureAnswer,
    ClosureRequest,
    Declared,
    Lack,
    Need,
)
from verifier.domain.paths import is_test_path
from verifier.domain.proof_request import CommitSources, FolderSources, SourceVersion
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.source import Analysis, Candidate, Member
from verifier.errors import AnalysisError
from verifier.java_text.names import class_chain
from verifier.predictions.golden.breaks import Breaks
from verifier.predictions.golden.following import FollowingCode, MovedMethod
from verifier.predictions.golden.growth import Growth, top_level
from verifier.predictions.golden.pieces import (
    GoldenPiece,
    SplicedBase,
    piece_name,
    write_name,
)
from verifier.predictions.policy.following_tests import following_tests

MOST_PIECES = 60
MOST_ROUNDS = 15
_MOST_OPEN = 20
_BESIDE = {
    Lack.UNSET: "set by it alone",
    Lack.UNREAD: "used by it alone",
    Lack.OVERRIDDEN: "overridden by it",
}


@dataclass(frozen=True, kw_only=True)
class Roots:
    """Where the analysis reads both trees."""

    before: CommitSources | FolderSources
    after: CommitSources | FolderSources


@dataclass(frozen=True, kw_only=True)
class Closed:
    """The base with the pieces and all that they need, and the closure's report."""

    base: SplicedBase
    closure: Closure


@dataclass(frozen=True, kw_only=True)
class Closing:
    """Searches for what pieces need until nothing is missing.

    `own_files` are the files that the refactoring edits. `wanted` and `moved` are what tests may
    follow. `near` is a folder by which the analysis chooses between source roots. `extracted` is
    the method that the refactoring creates; None if it creates none.
    """

    growth: Growth
    roots: Roots
    analysis: Analysis
    own_files: frozenset[str]
    near: str
    wanted: WantedRefactoring
    moved: MovedMethod | None
    extracted: MethodId | None

    def close(self) -> Closed:
        """Run the whole search; needs that it cannot meet are reported as open."""
        base = SplicedBase(self.growth.trees, self.growth.pieces)
        for _ in range(MOST_ROUNDS):
            try:
                answer = self.analysis.closure(self._request(base))
            except AnalysisError as error:
                self.growth.end(OpenReason.NOT_ANALYSED, error.message)
                return self._result(base)
            self.growth.begin_round()
            self._add_all(answer)
            if not self.growth.fresh:
                return self._result(base)
            base = SplicedBase(self.growth.trees, self.growth.pieces)
            if self.growth.pieces.count > MOST_PIECES:
                break
        self.growth.open = [
            OpenEnd(reason=OpenReason.TOO_MUCH, what=f"{self.growth.pieces.count} pieces")
        ]
        return self._result(base)

    def _result(self, base: SplicedBase) -> Closed:
        brought = [p.brought for p in self.growth.pieces.spliced if p.brought and not p.watched]
        brought += [r.brought for r in self.growth.pieces.removed if r.brought is not None]
        brought += [b for b in self.growth.pieces.files.values() if b is not None]
        brought += dict.fromkeys(each.brought for each in self.growth.pieces.followed)
        brought += [*base.imported, *self.growth.pieces.imports.values()]
        candidate = Candidate(changes=base.changes, patch="")
        following = following_tests(self.growth.trees.before, candidate, self.wanted).tests
        for each in brought:
            if is_test_path(each.file) and each.file not in self.own_files | following:
                self.growth.end(OpenReason.TESTS_BREAK, f"{each.name} in {each.file}")
        order = sorted(brought, key=lambda b: (b.file, b.kind, b.name))
        ends = tuple(dict.fromkeys(self.growth.open))[:_MOST_OPEN]
        return Closed(base=base, closure=Closure(brought=tuple(order), open=ends))

    def _request(self, base: SplicedBase) -> ClosureRequest:
        return ClosureRequest(
            before=SourceVersion(root=self.roots.before),
            now=SourceVersion(root=self.roots.before, changes=dict(base.texts)),
            after=SourceVersion(root=self.roots.after),
            parts=tuple(p.part for p in self._parts()),
            changed=frozenset(base.texts),
            names=frozenset(base.names),
            renamed={
                a.replace(".", "/"): b.replace(".", "/") for a, b in self.growth.class_names.items()
            },
            near=self.near,
        )

    def _parts(self) -> list[GoldenPiece]:
        """Return the parts to ask about; fields that are declared together are separate parts."""
        spliced = (each for piece in self.growth.pieces.spliced for each in piece.by_name)
        return [*spliced, *self._whole_files()]

    def _whole_files(self) -> Iterator[GoldenPiece]:
        """Yield the types of files that come whole, as existing pieces."""
        for path in self.growth.pieces.files:
            new = self.growth.trees.after_file(path)
            for declared in new.unit.types if new is not None else ():
                if "$" not in class_chain(declared.class_name):
                    yield top_level(path, declared, path)

    def _add_all(self, answer: ClosureAnswer) -> None:
        parts = self._parts()
        for place in answer.unknown:
            self.growth.end(OpenReason.NOT_ANALYSED, f"{piece_name(parts[place])} was not found")
        of_libraries = []
        for need in answer.needs:
            if need.how is Lack.HEADER:
                continue
            if need.declared is None:
                of_libraries.append(need)
            elif need.how in _BESIDE:
                self._beside(need.how, need.declared, parts[need.by])
            else:
                self._need(need, need.declared, parts[need.by])
        following = FollowingCode(
            growth=self.growth, own_files=self.own_files, wanted=self.wanted, moved=self.moved
        )
        breaks = Breaks(growth=self.growth, following=following)
        for broken in answer.breaks:
            breaks.mend(broken, answer, parts)
        if not self.growth.fresh:
            for need in of_libraries:
                self._need_of_library(need, parts[need.by])

    def _beside(self, how: Lack, wanted: Declared, by: GoldenPiece) -> None:
        """Bring code without which a new field or method is pointless; not for tests.

        Methods that override an extracted method are a separate feature: its calls did not lead
        there before.
        """
        if is_test_path(wanted.file) and wanted.file not in self.own_files:
            return
        if how is Lack.OVERRIDDEN and self._is_extracted(by.member):
            return
        why = f"{piece_name(by)} is {_BESIDE[how]}"
        if wanted.kind == "initializer" and self.growth.has_several_initializers(wanted):
            self.growth.end(OpenReason.MEANS_OTHERWISE, f"{write_name(wanted)}: {why}")
            return
        self.growth.bring(wanted, why, if_declared=BroughtKind.CALLER)

    def _is_extracted(self, member: Member) -> bool:
        return (
            self.extracted is not None
            and member.method is not None
            and self.extracted.matches(member.method)
        )

    def _need_of_library(self, need: Need, by: GoldenPiece) -> None:
        """Import a library's type.

        If a member overrides a library's method, bring the supertypes of its class.
        """
        if not _overrides(by.member, need.key):
            self.growth.bring_import(need.key, by)
            return
        around = replace(by.part.after, kind="type")
        if not self.growth.bring_header(around, f"{piece_name(by)} overrides by it"):
            self.growth.end(OpenReason.MEANS_OTHERWISE, f"{need.key} in {piece_name(by)}")

    def _need(self, need: Need, wanted: Declared, by: GoldenPiece) -> None:
        """Bring a declaration that a piece uses.

        If the base has it, an import or a supertype is missing.
        """
        if self.growth.trees.after_file(wanted.file) is None:
            self.growth.end(OpenReason.NOT_ANALYSED, f"{wanted.file} cannot be read")
            return
        why = f"{piece_name(by)} uses it"
        changed = need.how is Lack.CHANGED
        if self.growth.bring(wanted, why, if_declared=BroughtKind.SIGNATURE if changed else None):
            return
        if wanted.kind == "type" and changed:
            # For example an interface that became a class: its implementations break and are repaired.
            if not self.growth.bring_header(wanted, why):
                self.growth.end(
                    OpenReason.MEANS_OTHERWISE, f"{write_name(wanted)} in {piece_name(by)}"
                )
        elif wanted.kind == "type":
            self.growth.bring_import(wanted.class_name.replace(".", "/"), by)
        elif not self.growth.bring_static_import(wanted, by):
            self.growth.end(OpenReason.MEANS_OTHERWISE, f"{write_name(wanted)} in {piece_name(by)}")


def _overrides(member: Member, key: str) -> bool:
    """Tell whether a member has `@Override` and the name of a used method."""
    name = key.partition("(")[0].rpartition(".")[2]
    said = {"Override", "java.lang.Override"} & {*member.annotations}
    return "(" in key and bool(said) and member.method is not None and member.method.name == name
