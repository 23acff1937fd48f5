"""Find the edits that a candidate makes besides its refactorings (SWE-Refactor, section 3.3, step 2).

Members (methods, fields, initialisers) and class headers of both sides are compared as tokens, so
comments and layout never count. A changed member is accounted for in two cases: the wanted
refactoring, or another one that PurityChecker calls pure, acts on it; or only calls changed in it that
follow a method which such a refactoring renamed, moved or inlined. If code was extracted from a
method or inlined into it, the rest of the method must stay. An import counts if it gives a name
another meaning. The order of members counts if it is the order of initialisation.

This module is the entry point of the package. The other modules, lower layers first:

    edit                            an edit, its place and its words
    comparison, brackets            results of a comparison; needless brackets
    local_names, home, meaning      what a name means in its method and its class
    method_text, declaration        a declaration, its tokens and its parts
    members                         all parts of both sides
    golden_edits                    which parts the golden refactoring edits, and their new content
    journey, call_sites             one extraction or inlining, and the calls of its method
    following_calls, rebinding,     each answers one question about a part, a pair or a file, and
    relocated_code, surroundings,   none imports another
    new_classes, inlined_places,
    changed_variables
    exits, travelled_code           whether moved code is the same; whether a `return` ends the same method
    words, expansion, pairing,      statements of both versions, bodies in place of calls, pairs of
    mending, traded_receiver        statements, and one version in the other's names
    changed_statement, early_values, name what differs; they decide nothing
    moved_statements, call_causes,
    compared_methods, causes
    named_edits                     which edit gets which cause
    change                          the change, and which refactorings may explain an edit
    left_over                       calls all of them
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from verifier.domain.cause import CauseFact
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.java_text.names import to_dotted
from verifier.residue.change import DetectedChange
from verifier.residue.following_calls import FollowingCalls, list_relocated
from verifier.residue.golden_edits import (
    content_of,
    import_content,
    import_name,
    makes_all,
    order_content,
    order_name,
    same_files,
)
from verifier.residue.moved_code.changed_variables import compare as compare_variables
from verifier.residue.moved_code.changed_variables import group_by_method
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.moved_code.inlined_places import compare_places, find_inlined_methods
from verifier.residue.moved_code.journey import lines_accounted_for
from verifier.residue.moved_code.journeys import journeys_of
from verifier.residue.moved_code.new_classes import (
    MovedConstant,
    find_moved_constants,
    new_holders,
    origins_of,
)
from verifier.residue.moved_code.relocated_code import compare
from verifier.residue.moved_code.surroundings import Host, hosts, is_kept, takes_the_place_of
from verifier.residue.moved_code.travelled_code import find_change
from verifier.residue.named_edits import Naming
from verifier.residue.rebinding import ImportedNames, rebound
from verifier.residue.text.declaration import DeclarationTokens
from verifier.residue.text.edit import Edit, Text, edit_between
from verifier.residue.text.members import FileSide, PartKey
from verifier.residue.text.method_text import MethodText


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOver:
    """Edits without a refactoring, possible edits, and edits that the instance asks for.

    All are sorted: first the code of refactorings that PurityChecker calls impure, then members.
    Each is empty if there is nothing. `as_mined` says that every wanted refactoring has the
    developers' own code on both sides.
    """

    edits: tuple[Edit, ...]
    not_compared: tuple[Edit, ...]
    suspected: tuple[CauseFact, ...] = ()
    """Causes in code without a detected edit."""
    golden: tuple[Edit, ...] = ()
    as_mined: bool = False


def find_left_over(change: DetectedChange) -> LeftOver:
    """Return each edit that no pure refactoring accounts for, and the code that could not be
    compared.
    """
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


def edits_around(change: DetectedChange) -> tuple[Edit, ...]:
    """Return the edits around extracted or inlined code in methods of the wanted refactorings."""
    found = _Comparing.of(change).find_rewritten_hosts(change.accounted)
    return tuple(edit for edit in found if edit.wanted and edit.certain and edit.around)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Comparing:
    """Both sides of a change, prepared for the comparison."""

    change: DetectedChange
    before: FileSide
    after: FileSide
    constants: tuple[MovedConstant, ...]
    is_golden: bool
    """Whether the change makes all edits of the golden refactoring; False if there is none."""

    @classmethod
    def of(cls, change: DetectedChange) -> "_Comparing":
        trees, units = change.trees, change.units
        before = FileSide.of(trees.before, {path: both.before for path, both in units.items()})
        parsed = {path: both.after for path, both in units.items()}
        after = FileSide.of(trees.after, parsed)
        constants = tuple(find_moved_constants(before, after))
        if constants:
            # With the moved constants known, their names mean the same on both sides.
            after = FileSide.of(trees.after, parsed, origins_of(constants))
        return cls(
            change=change,
            before=before,
            after=after,
            constants=constants,
            is_golden=bool(change.golden) and makes_all(trees, units, change.golden),
        )

    def found(self) -> Iterator[Edit]:
        altered = [edit for edit in self._find_altered_code(self.change.impure) if edit.certain]
        yield from altered
        # Report each edit once, except in tests: the search for these needs the file of each edit.
        said = {edit.what for edit in altered}
        yield from (e for e in self._find_changed_parts() if e.testing or e.what not in said)
        yield from self._find_altered_code(self.change.accounted)
        yield from self._other_orders()
        yield from self._rebound_names()

    def _find_changed_parts(self) -> Iterator[Edit]:
        """Yield members and headers that changed."""
        before, after = self.before.parts, self.after.parts
        calls = FollowingCalls.of(self.change.accounted)
        inlined = find_inlined_methods(self.change.accounted, self.before, self.after)
        impure = self._find_acted_on(self.change.impure)
        unread = self._find_acted_on(self.change.unread)
        doubtful = self._find_overloaded_names() | {(False, name) for name in calls.unclear}
        for key in sorted((before.keys() | after.keys()) - self._find_excused()):
            old, new = before.get(key), after.get(key)
            if old is not None and new is not None:
                if old.words == new.words:
                    continue
                if calls.agree(old.words, new.words):
                    # The calls agree in name and number of arguments, but now may call an
                    # overload, or have another argument as receiver.
                    said = {*_mark_references(old.words), *_mark_references(new.words)}
                    if said & doubtful:
                        yield replace(self._edit(key, impure), certain=False)
                    continue
                compared = compare_places(old, new, inlined)
                if compared is CodeComparison.SAME:
                    continue
                certain = compared is CodeComparison.OTHER and key not in unread
                yield replace(self._edit(key, impure), certain=certain)
            else:
                yield self._edit(key, impure)

    def is_as_mined(self, refactoring: Refactoring) -> bool:
        """Tell whether all methods of a refactoring are those of the golden refactoring on both
        sides.

        Their names mean the same only if everything else that the golden refactoring needs is there
        too.
        """
        if not self.is_golden or not self._is_found(refactoring):
            return False
        return all(map(self._is_golden, self._find_acted_on([refactoring])))

    def _is_found(self, refactoring: Refactoring) -> bool:
        """Tell whether every method that it names is a part; methods of anonymous classes are not."""
        return all(
            found.place(method) is not None
            for found, side in ((self.before, refactoring.before), (self.after, refactoring.after))
            if side is not None
            for method in (side.method, side.partner)
            if method is not None
        )

    def _is_golden(self, key: PartKey) -> bool:
        """Tell whether the golden refactoring leaves a part with exactly this content."""
        old, new = content_of(self.before, key), content_of(self.after, key)
        return self.change.golden.get(str(key), old) == new

    def _find_overloaded_names(self) -> frozenset[tuple[bool, str]]:
        """Return names of moved or renamed methods whose calls may mean an overload.

        `Kitchen.of(1)` and `Order.of(1)` follow a moved `of` only if neither class has another one
        with as many parameters. A reference (True) shows no arguments, so it may mean any overload.
        """
        found = [
            (method, home)
            for method in list_relocated(self.change.accounted)
            for home in (side.homes.get(method.class_name) for side in (self.before, self.after))
            if home is not None
        ]
        called = {(False, m.name) for m, h in found if h.has_like(m.name, len(m.parameter_types))}
        return frozenset(
            called | {(True, m.name) for m, h in found if len(h.methods.get(m.name, ())) > 1}
        )

    def _find_excused(self) -> set[PartKey]:
        """Return the parts on which refactorings act, and the parts that moved with them."""
        acted = self._find_acted_on(self.change.accounted)
        moved = {key for c in self.constants for key in (c.before, c.after)}
        return {*acted, *moved, *new_holders(self.before, self.after, acted | moved)}

    def _find_acted_on(self, refactorings: Sequence[Refactoring]) -> set[PartKey]:
        return {
            *self.before.find_parts(r.before for r in refactorings),
            *self.after.find_parts(r.after for r in refactorings),
        }

    def _edit(self, key: PartKey, refactored: AbstractSet[PartKey]) -> Edit:
        old, new = self.before.text_of(key), self.after.text_of(key)
        is_old, is_new = key in self.before.parts, key in self.after.parts
        what = "changed" if is_old and is_new else "removed" if is_old else "added"
        edit = edit_between(f"{what}: {key}", old, new)
        golden = self._is_golden(key)
        return replace(edit, refactored=key in refactored, golden=golden, about=key.about)

    def _find_altered_code(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Yield edits in the code on which refactorings acted."""
        for edit in (
            *self.find_rewritten_hosts(refactorings),
            *self._find_reworded_methods(refactorings),
            *self._find_changed_variables(refactorings),
        ):
            yield replace(edit, refactored=True)

    def _is_wanted(self, refactoring: Refactoring) -> bool:
        return refactoring in self.change.matched

    def find_rewritten_hosts(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Yield methods that changed around the code that was extracted or inlined.

        If the rest of the method stayed, the code itself must be unchanged.
        """
        for host in hosts(refactorings):
            old, new = self.before.place(host.before), self.after.place(host.after)
            if old is None or new is None:
                continue
            if not is_kept(host, old, new):
                # A call in place of the variable may not be an edit, but the code now runs at
                # another time.
                in_place = self._is_read_in_place(host, old, new)
                went, came = lines_accounted_for(journeys_of(host, self.before, self.after), old)
                sides = (old.as_text(went), new.as_text(came))
                edit = edit_between(f"changed: method {host.before}", *sides)
                wanted = any(map(self._is_wanted, host.parts))
                golden = not wanted and all(map(self.is_as_mined, host.parts))
                yield replace(
                    edit,
                    certain=not in_place,
                    wanted=wanted,
                    golden=golden,
                    around=True,
                    about=str(host.before),
                )
                # The edit covers the whole host, so the moved code is not reported again.
                if not in_place:
                    continue
            for journey in journeys_of(host, self.before, self.after):
                if (edit_on_the_way := find_change(journey)) is not None:
                    acting = journey.refactoring
                    wanted, golden = self._is_wanted(acting), self.is_as_mined(acting)
                    yield replace(edit_on_the_way, wanted=wanted, golden=golden)

    def _is_read_in_place(self, host: Host, old: MethodText, new: MethodText) -> bool:
        """Tell whether the call replaced the variable that the new method returns."""
        (journey, *_), variable = [*journeys_of(host, self.before, self.after), None], ""
        if journey is not None:
            declared = DeclarationTokens.of(journey.method.tokens(), journey.method_id)
            variable = declared.returned if declared is not None else ""
        return takes_the_place_of(host, old, new, variable)

    def _find_reworded_methods(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Yield methods whose code changed when they were moved or renamed."""
        for each in refactorings:
            if not each.traits.relocates or each.before is None or each.after is None:
                continue
            old_id, new_id = each.before.method, each.after.method
            old, new = self.before.place(old_id), self.after.place(new_id)
            if old is None or new is None:
                continue
            compared = compare(old, old_id, new, new_id)
            if compared is CodeComparison.SAME:
                continue
            sides = old.as_text(), new.as_text()
            if old_id.name != new_id.name:
                sides = _but_its_name(old, old_id), _but_its_name(new, new_id)
            edit = edit_between(f"changed: method {old_id}", *sides)
            certain, golden = compared is CodeComparison.OTHER, self.is_as_mined(each)
            yield replace(
                edit,
                certain=certain,
                wanted=self._is_wanted(each),
                golden=golden,
                about=str(old_id),
            )

    def _find_changed_variables(self, refactorings: Sequence[Refactoring]) -> Iterator[Edit]:
        """Yield methods whose code changed when their variables or parameters did."""
        for method, group in group_by_method(refactorings).items():
            old, new = self.before.place(method[0]), self.after.place(method[1])
            if old is None or new is None:
                continue
            compared = compare_variables(old, new, group)
            if compared is CodeComparison.SAME:
                continue
            edit = edit_between(f"changed: method {method[0]}", old.as_text(), new.as_text())
            yield replace(
                edit,
                certain=compared is CodeComparison.OTHER,
                wanted=any(map(self._is_wanted, group)),
                golden=all(map(self.is_as_mined, group)),
                about=str(method[0]),
            )

    def _other_orders(self) -> Iterator[Edit]:
        """Yield classes with another order of initialisation or of constants."""
        for name in sorted(self.before.orders.keys() & self.after.orders.keys()):
            old, new = self.before.orders[name], self.after.orders[name]
            # Added and removed members are reported as such; here only the order of the others counts.
            if [e for e in old if e in new] != [e for e in new if e in old]:
                edited = order_name(name)
                golden = self.change.golden.get(edited) == order_content(new)
                yield Edit(what=f"changed: {edited}", golden=golden)

    def _rebound_names(self) -> Iterator[Edit]:
        """Yield names to which the imports of a file give another meaning."""
        trees, units = self.change.trees, self.change.units
        moved = {to_dotted(m.class_name) for m in self._methods()}
        for old_path, new_path in same_files(units):
            old, new = units[old_path].before, units[new_path].after
            if old is not None and new is not None:
                before = ImportedNames.of(trees.before[old_path], old)
                after = ImportedNames.of(trees.after[new_path], new)
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
    """Return a renamed method with the line of its name accounted for."""
    lines = (token.line for token in method.tokens() if token.text == named.name)
    return method.as_text(frozenset(islice(lines, 1)))


def _mark_references(words: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """Yield each word, and whether it is the name of a method reference."""
    return ((before == "::", word) for before, word in pairwise(("", *words)))
