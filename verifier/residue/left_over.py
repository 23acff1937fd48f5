"""What a candidate left over beside its refactorings (SWE-Refactor, section 3.3, step 2).

Members (methods, fields, initialisers) and class headers of both sides are compared as tokens,
so comments and layout never count. A changed member is accounted for when the wanted
refactoring, or another refactoring that PurityChecker calls pure, acts on it, or when nothing in
it changed but calls that follow a method which such a refactoring renamed, moved or inlined. Of a
method that code was extracted from or inlined into, the rest must stay. Imports count where they
bind a name anew, and the order of members where it is that of initialisation.

This is the one entry of the room. The files below it, from the ground up:

    edit                            an edit, its place and its words
    comparison, brackets            what comparing can say; brackets that bind nothing
    local_names, home, meaning      what a name stands for in its method and its class
    method_text, declaration        a declaration, its tokens and its parts
    members                         all parts of both sides
    golden_edits                    which of them the golden refactoring edits, and to what
    journey, call_sites             one extraction or inlining, and the calls that stand for it
    following_calls, rebinding,     one question each about a part, a pair or a file; none of them
    relocated_code, surroundings,   knows the others
    new_classes, inlined_places
    exits, travelled_code           whether a `return` leaves the same method, and all else
    words, expansion, pairing,      statements of both versions, bodies in place of calls, which is
    mending, traded_receiver        which, and how one is written with the other's names
    changed_statement, early_values, what differs, by the kind of difference; they decide nothing
    moved_statements, call_causes,
    compared_methods, causes
    named_edits                     which edit gets which cause
    left_over                       asks them in turn
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from verifier.domain.cause import CauseFact
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring import RELOCATING, MethodId, Refactoring
from verifier.domain.source import SourceTrees
from verifier.java_text.names import dotted
from verifier.residue.comparison import Comparison
from verifier.residue.declaration import Declaration
from verifier.residue.edit import Edit, Text, edit_between
from verifier.residue.following_calls import FollowingCalls, relocated
from verifier.residue.golden_edits import (
    content_of,
    import_content,
    import_name,
    order_content,
    order_name,
    same_files,
)
from verifier.residue.inlined_places import compare_places, inlined_methods
from verifier.residue.journey import lines_accounted_for
from verifier.residue.journeys import journeys_of
from verifier.residue.members import PartKey, Side, Units
from verifier.residue.method_text import MethodText
from verifier.residue.named_edits import Naming
from verifier.residue.new_classes import MovedConstant, moved_constants, new_holders, origins_of
from verifier.residue.rebinding import Imported, rebound
from verifier.residue.relocated_code import compare
from verifier.residue.surroundings import Host, hosts, is_kept, takes_the_place_of
from verifier.residue.travelled_code import changed_on_the_way


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What a candidate changed, and what was detected in it.

    `matched` are the wanted refactorings, `detected` all. Where none was `wanted`, `matched` are
    all that could have been. `golden` has the content of each member that the golden refactoring
    edits, by its name; empty where there is none.
    """

    trees: SourceTrees
    units: Units
    matched: tuple[Refactoring, ...]
    detected: tuple[Refactoring, ...]
    wanted: bool = True
    golden: Mapping[str, str] = field(default_factory=dict)

    @property
    def accounted(self) -> tuple[Refactoring, ...]:
        """The refactorings that may explain an edit: the wanted one, and every pure one.

        A wanted one that is impure is said to be so by PurityChecker; its edits are not said twice.
        Where any will do, one that PurityChecker does not cover counts if its code is compared here.
        """
        trusted = self.matched if self.wanted else tuple(filter(_is_compared, self.matched))
        return tuple(dict.fromkeys([*trusted, *filter(_is_pure, self.detected)]))

    @property
    def impure(self) -> tuple[Refactoring, ...]:
        """What accounts for nothing because PurityChecker calls it impure: its own code has an edit."""
        return () if self.wanted else tuple(filter(_is_impure, self.matched))

    @property
    def unread(self) -> tuple[Refactoring, ...]:
        """What PurityChecker does not cover and nothing compares here, such as an extracted variable.

        An edit in a method on which nothing else acts may be theirs. Where one refactoring is wanted,
        others do not count.
        """
        if self.wanted:
            return ()
        known = {*self.accounted, *self.impure}
        return tuple(each for each in self.matched if each not in known)


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOver:
    """Edits without a refactoring to account for them, what might be one, and what the instance asks for.

    All are sorted: the code of what PurityChecker calls impure first, then members. Empty where nothing is left over.
    `as_mined` says that every wanted refactoring has, on both sides, the developers' own code.
    """

    edits: tuple[Edit, ...]
    not_compared: tuple[Edit, ...]
    suspected: tuple[CauseFact, ...] = ()
    """Causes in code in which no edit was found."""
    golden: tuple[Edit, ...] = ()
    as_mined: bool = False


def left_over(change: Change) -> LeftOver:
    """Each edit that no pure refactoring accounts for, and the code that could not be compared."""
    comparing = _Comparing.of(change)
    found = sorted(comparing.found(), key=lambda edit: not edit.certain)
    refactorings = tuple(dict.fromkeys([*change.matched, *change.detected]))
    naming = Naming(before=comparing.before, after=comparing.after, refactorings=refactorings)
    left, suspected = naming.named([edit for edit in found if not edit.golden])
    return LeftOver(
        edits=tuple(edit for edit in left if edit.certain),
        not_compared=tuple(edit for edit in left if not edit.certain),
        suspected=suspected,
        golden=tuple(edit for edit in found if edit.golden),
        as_mined=all(map(comparing.is_as_mined, change.matched)),
    )


def edits_around(change: Change) -> tuple[Edit, ...]:
    """The edits in methods of the wanted refactorings around the code that was extracted or inlined."""
    found = _Comparing.of(change).rewritten_hosts(change.accounted)
    return tuple(edit for edit in found if edit.wanted and edit.certain and edit.around)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Comparing:
    """Both sides of a change with what is accounted for."""

    change: Change
    before: Side
    after: Side
    constants: tuple[MovedConstant, ...]

    @classmethod
    def of(cls, change: Change) -> "_Comparing":
        trees, units = change.trees, change.units
        before = Side.of(trees.before, {path: both.before for path, both in units.items()})
        parsed = {path: both.after for path, both in units.items()}
        after = Side.of(trees.after, parsed)
        constants = tuple(moved_constants(before, after))
        if constants:
            # Once it is known which constants moved, their names mean on both sides the same.
            after = Side.of(trees.after, parsed, origins_of(constants))
        return cls(change=change, before=before, after=after, constants=constants)

    def found(self) -> Iterator[Edit]:
        altered = [edit for edit in self._altered_code(self.change.impure) if edit.certain]
        yield from altered
        # Said once, but for a test: whoever looks for those goes by the file that each stands in.
        said = {edit.what for edit in altered}
        yield from (e for e in self._changed_parts() if e.testing or e.what not in said)
        yield from self._altered_code(self.change.accounted)
        yield from self._other_orders()
        yield from self._rebound_names()

    def _changed_parts(self) -> Iterator[Edit]:
        """Members and headers that are not what they were."""
        before, after = self.before.parts, self.after.parts
        calls = FollowingCalls.of(self.change.accounted)
        inlined = inlined_methods(self.change.accounted, self.before, self.after)
        impure = self._acted_on(self.change.impure)
        unread = self._acted_on(self.change.unread)
        doubtful = self._overloaded_names() | {(False, name) for name in calls.unclear}
        for key in sorted((before.keys() | after.keys()) - self._excused()):
            old, new = before.get(key), after.get(key)
            if old is not None and new is not None:
                if old.words == new.words:
                    continue
                if calls.agree(old.words, new.words):
                    # The calls agree in name and number of arguments; an overload may be what is
                    # called now, or the receiver another argument.
                    said = {*_said(old.words), *_said(new.words)}
                    if said & doubtful:
                        yield replace(self._edit(key, impure), certain=False)
                    continue
                compared = compare_places(old, new, inlined)
                if compared is Comparison.SAME:
                    continue
                certain = compared is Comparison.OTHER and key not in unread
                yield replace(self._edit(key, impure), certain=certain)
            else:
                yield self._edit(key, impure)

    def is_as_mined(self, refactoring: Refactoring) -> bool:
        """Whether all its methods are, on both sides, those of the golden refactoring."""
        keys = self._acted_on([refactoring])
        return bool(self.change.golden) and all(map(self._is_golden, keys))

    def _is_golden(self, key: PartKey) -> bool:
        """Whether the golden refactoring leaves a part with just this content."""
        old, new = content_of(self.before, key), content_of(self.after, key)
        return self.change.golden.get(str(key), old) == new

    def _overloaded_names(self) -> frozenset[tuple[bool, str]]:
        """Names of moved or renamed methods whose calls may mean an overload of as many parameters.

        `Kitchen.of(1)` and `Order.of(1)` follow a moved `of` only if neither class has another. A
        reference (True) shows no arguments, so that it may mean any overload.
        """
        found = [
            (method, home)
            for method in relocated(self.change.accounted)
            for home in (side.homes.get(method.class_name) for side in (self.before, self.after))
            if home is not None
        ]
        called = {(False, m.name) for m, h in found if h.has_like(m.name, len(m.parameter_types))}
        return frozenset(
            called | {(True, m.name) for m, h in found if len(h.methods.get(m.name, ())) > 1}
        )

    def _excused(self) -> set[PartKey]:
        """The parts that refactorings act on, and what came and went with them."""
        acted = self._acted_on(self.change.accounted)
        moved = {key for c in self.constants for key in (c.before, c.after)}
        return {*acted, *moved, *new_holders(self.before, self.after, acted | moved)}

    def _acted_on(self, refactorings: Sequence[Refactoring]) -> set[PartKey]:
        return {
            *self.before.acted_on(r.before for r in refactorings),
            *self.after.acted_on(r.after for r in refactorings),
        }

    def _edit(self, key: PartKey, refactored: AbstractSet[PartKey]) -> Edit:
        old, new = self.before.text_of(key), self.after.text_of(key)
        stood, stands = key in self.before.parts, key in self.after.parts
        what = "changed" if stood and stands else "removed" if stood else "added"
        edit = edit_between(f"{what}: {key}", old, new)
        golden = self._is_golden(key)
        return replace(edit, refactored=key in refactored, golden=golden, about=key.about)

    def _altered_code(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Edits in the code that refactorings acted on."""
        for edit in (*self.rewritten_hosts(refactorings), *self._reworded_methods(refactorings)):
            yield replace(edit, refactored=True)

    def _are_as_mined(self, refactorings: Iterable[Refactoring]) -> bool:
        return all(map(self.is_as_mined, refactorings))

    def _is_wanted(self, refactoring: Refactoring) -> bool:
        return refactoring in self.change.matched

    def rewritten_hosts(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Methods that changed around the code that was extracted from them or inlined into them.

        Where the surroundings stayed, the code itself must have travelled as it was.
        """
        for host in hosts(refactorings):
            old, new = self.before.place(host.before), self.after.place(host.after)
            if old is None or new is None:
                continue
            if not is_kept(host, old, new):
                # A call where the variable was read may be no edit, yet the code now runs at
                # another time.
                in_place = self._is_read_in_place(host, old, new)
                went, came = lines_accounted_for(journeys_of(host, self.before, self.after), old)
                sides = (old.as_text(went), new.as_text(came))
                edit = edit_between(f"changed: method {host.before}", *sides)
                wanted = any(map(self._is_wanted, host.parts))
                golden = not wanted and self._are_as_mined(host.parts)
                yield replace(
                    edit,
                    certain=not in_place,
                    wanted=wanted,
                    golden=golden,
                    around=True,
                    about=str(host.before),
                )
                # The edit names the whole host: what travelled would be said a second time.
                if not in_place:
                    continue
            for journey in journeys_of(host, self.before, self.after):
                if (edit_on_the_way := changed_on_the_way(journey)) is not None:
                    acting = journey.refactoring
                    wanted, golden = self._is_wanted(acting), self.is_as_mined(acting)
                    yield replace(edit_on_the_way, wanted=wanted, golden=golden)

    def _is_read_in_place(self, host: Host, old: MethodText, new: MethodText) -> bool:
        """Whether the call stands where the host read the variable that the new method returns."""
        (journey, *_), variable = [*journeys_of(host, self.before, self.after), None], ""
        if journey is not None:
            declared = Declaration.of(journey.method.tokens(), journey.method_id)
            variable = declared.returned if declared is not None else ""
        return takes_the_place_of(host, old, new, variable)

    def _reworded_methods(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Methods that did not stay the same code when they were moved or renamed."""
        for each in refactorings:
            if each.type not in RELOCATING or each.before is None or each.after is None:
                continue
            old_id, new_id = each.before.method, each.after.method
            old, new = self.before.place(old_id), self.after.place(new_id)
            if old is None or new is None:
                continue
            compared = compare(old, old_id, new, new_id)
            if compared is Comparison.SAME:
                continue
            sides = old.as_text(), new.as_text()
            if old_id.name != new_id.name:
                sides = _but_its_name(old, old_id), _but_its_name(new, new_id)
            edit = edit_between(f"changed: method {old_id}", *sides)
            certain, golden = compared is Comparison.OTHER, self.is_as_mined(each)
            yield replace(
                edit,
                certain=certain,
                wanted=self._is_wanted(each),
                golden=golden,
                about=str(old_id),
            )

    def _other_orders(self) -> Iterator[Edit]:
        """Classes whose initialisation, or the order of whose constants, is another."""
        for name in sorted(self.before.orders.keys() & self.after.orders.keys()):
            old, new = self.before.orders[name], self.after.orders[name]
            # What came or went is named as a member; here only the order of what stayed counts.
            if [e for e in old if e in new] != [e for e in new if e in old]:
                edited = order_name(name)
                golden = self.change.golden.get(edited) == order_content(new)
                yield Edit(what=f"changed: {edited}", golden=golden)

    def _rebound_names(self) -> Iterator[Edit]:
        """Names to which the imports of a file give another meaning."""
        trees, units = self.change.trees, self.change.units
        moved = {dotted(m.class_name) for m in self._methods()}
        for old_path, new_path in same_files(units):
            old, new = units[old_path].before, units[new_path].after
            if old is not None and new is not None:
                before = Imported.of(trees.before[old_path], old)
                after = Imported.of(trees.after[new_path], new)
                for name in rebound(before, after, moved):
                    edited = import_name(name, new_path)
                    golden = self.change.golden.get(edited) == import_content(name, after)
                    yield Edit(what=f"changed: {edited}", file=new_path, golden=golden)

    def _methods(self) -> Iterator[MethodId]:
        for refactoring in self.change.accounted:
            for side in (refactoring.before, refactoring.after):
                if side is not None:
                    yield side.method
                    if side.partner is not None:
                        yield side.partner


def _but_its_name(method: MethodText, named: MethodId) -> Text:
    """A renamed method, whose name is accounted for with the line that it stands in."""
    lines = (token.line for token in method.tokens() if token.text == named.name)
    return method.as_text(frozenset(islice(lines, 1)))


def _said(words: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Each word, and whether it is the name of a method reference."""
    return ((before == "::", word) for before, word in pairwise(("", *words)))


def _is_pure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.PURE


def _is_impure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.IMPURE


def _is_compared(refactoring: Refactoring) -> bool:
    """Whether PurityChecker does not cover its type, while its code is compared here."""
    return (
        refactoring.type in RELOCATING
        and refactoring.purity is not None
        and refactoring.purity.verdict is PurityVerdict.NOT_APPLICABLE
    )
