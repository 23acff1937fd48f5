"""Residue: code that changed outside every pure refactoring (SWE-Refactor, section 3.3, step 2).

Members (methods, fields, initialisers) and class headers of both sides are compared as tokens,
so comments and layout never count. A changed member is accounted for when the wanted
refactoring, or another refactoring that PurityChecker calls pure, acts on it, or when nothing in
it changed but calls that follow a method which such a refactoring renamed or moved. Of a method
that code was extracted from or inlined into, the rest must stay. Imports count where they bind a
name anew, and the order of members where it is that of initialisation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import (
    INLINING,
    RELOCATING,
    MethodId,
    PurityVerdict,
    Refactoring,
    RefactoringSide,
)
from verifier.domain.source import CompilationUnit, SourceTrees
from verifier.java_text.tokens import token_texts
from verifier.residue.edit import Edit, Text, edit_between
from verifier.residue.following_calls import FollowingCalls
from verifier.residue.rebinding import Imported, rebound
from verifier.residue.relocated_code import is_same_code
from verifier.residue.surroundings import Host, MethodText, hosts, is_kept
from verifier.residue.travelled_code import Journey, changed_on_the_way

Units = Mapping[str, tuple[CompilationUnit | None, CompilationUnit | None]]
"""By changed path: the parsed base and candidate, None where the side has no such file."""

MemberKey = tuple[str, str, str]
"""Binary class name, kind, and the signature or the declared names."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side's members: their tokens by key, and which of them a refactoring accounts for.

    `orders` has by class what is initialised in the order of the source.
    """

    members: Mapping[MemberKey, tuple[str, ...]]
    methods: Mapping[MemberKey, MethodId]
    places: Mapping[MemberKey, MethodText]
    orders: Mapping[str, Sequence[tuple[str, ...]]]

    def place(self, method: MethodId) -> MethodText | None:
        """Where a method stands; None where this side has no such method."""
        return next((self.places[k] for k, m in self.methods.items() if m.matches(method)), None)

    def text_of(self, key: MemberKey) -> Text | None:
        """The first text of a member; None where this side has no such member."""
        place = self.places.get(key)
        return place.as_text() if place is not None else None


def residue(
    trees: SourceTrees,
    units: Units,
    matched: Sequence[Refactoring],
    others: Sequence[Refactoring],
) -> tuple[Edit, ...]:
    """Each edit without a pure refactoring to account for it: members first, sorted.

    `matched` is the wanted refactoring, `others` all that were detected.
    """
    accounted = list(dict.fromkeys([*matched, *(r for r in others if _is_pure(r))]))
    before, after = _side(trees.before, units, 0), _side(trees.after, units, 1)
    excused = {
        *_accounted(before, (r.before for r in accounted)),
        *_accounted(after, (r.after for r in accounted)),
    }
    calls = FollowingCalls.of(accounted)
    found = []
    for key in sorted(before.members.keys() | after.members.keys()):
        old, new = before.members.get(key), after.members.get(key)
        if key in excused or old == new:
            continue
        if old is not None and new is not None and calls.neutral(old) == calls.neutral(new):
            continue
        what = _named(key, old is not None, new is not None)
        found.append(edit_between(what, before.text_of(key), after.text_of(key)))
    return (
        *found,
        *_rewritten(before, after, accounted),
        *_reworded(before, after, accounted),
        *_reordered(before, after),
        *_rebound(trees, units, accounted),
    )


def _rewritten(before: Side, after: Side, accounted: Sequence[Refactoring]) -> Iterator[Edit]:
    """Methods that changed around the code that was extracted from them or inlined into them.

    Where the surroundings stayed, the code itself must have travelled as it was.
    """
    for host in hosts(accounted):
        old, new = before.place(host.before), after.place(host.after)
        if old is None or new is None:
            continue
        if not is_kept(host, old, new):
            yield edit_between(f"changed: method {host.before}", old.as_text(), new.as_text())
            continue
        for journey in _journeys(host, before, after, old, new):
            if (edit := changed_on_the_way(journey)) is not None:
                yield edit


def _journeys(
    host: Host, before: Side, after: Side, old: MethodText, new: MethodText
) -> Iterator[Journey]:
    for part in host.parts:
        inlining = part.type in INLINING
        side = part.before if inlining else part.after
        method = side.method if side and inlining else side.partner if side else None
        text = (before if inlining else after).place(method) if method is not None else None
        if method is not None and text is not None:
            yield Journey(
                refactoring=part,
                open=new if inlining else old,
                calling=old if inlining else new,
                method=text,
                method_id=method,
            )


def _reworded(before: Side, after: Side, accounted: Sequence[Refactoring]) -> Iterator[Edit]:
    """Methods that did not stay the same code when they were moved or renamed."""
    for each in accounted:
        if each.type not in RELOCATING or each.before is None or each.after is None:
            continue
        old, new = before.place(each.before.method), after.place(each.after.method)
        if old is None or new is None:
            continue
        if not is_same_code(old.code, each.before.method, new.code, each.after.method):
            what = f"changed: method {each.before.method}"
            yield edit_between(what, old.as_text(), new.as_text())


def _reordered(before: Side, after: Side) -> Iterator[Edit]:
    """Classes whose initialisation, or the order of whose constants, is another."""
    for name in sorted(before.orders.keys() & after.orders.keys()):
        old, new = before.orders[name], after.orders[name]
        if [e for e in old if e in new] != [e for e in new if e in old]:
            yield Edit(what=f"changed: order of the fields or constants of {name}")


def _rebound(trees: SourceTrees, units: Units, accounted: Sequence[Refactoring]) -> Iterator[Edit]:
    """Names to which the imports of a file give another meaning."""
    methods = [
        m for r in accounted for s in (r.before, r.after) if s for m in (s.method, s.partner)
    ]
    moved = {m.class_name.replace("$", ".") for m in methods if m is not None}
    for old_path, new_path in _same_files(units):
        old, new = units[old_path][0], units[new_path][1]
        if old is not None and new is not None:
            before = Imported.of(trees.before[old_path], old)
            after = Imported.of(trees.after[new_path], new)
            for name in rebound(before, after, moved):
                yield Edit(what=f"changed: import of {name} in {new_path}", file=new_path)


def _same_files(units: Units) -> list[tuple[str, str]]:
    """Paths before and after that declare the same class."""
    declared = {t.class_name: path for path, (old, _) in units.items() if old for t in old.types}
    pairs = {
        (declared[t.class_name], path)
        for path, (_, new) in units.items()
        if new
        for t in new.types
        if t.class_name in declared
    }
    return sorted(pairs)


def _is_pure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.PURE


def _side(
    texts: Mapping[str, str],
    units: Units,
    which: int,
) -> Side:
    members: dict[MemberKey, tuple[str, ...]] = {}
    methods: dict[MemberKey, MethodId] = {}
    places: dict[MemberKey, MethodText] = {}
    orders: dict[str, list[tuple[str, ...]]] = {}
    for path, text in texts.items():
        unit = units[path][which]
        if unit is not None and not unit.types:
            members[path, "package", ""] = token_texts(text)
        for declared in unit.types if unit is not None else ():
            if _is_inside_a_member(declared.class_name):
                continue
            header = text[declared.span.start : declared.body.start]
            members[declared.class_name, "header", ""] = token_texts(header)
            places[declared.class_name, "header", ""] = MethodText(
                file=path, text=text, start=declared.span.start, end=declared.body.start
            )
            for member in declared.members:
                name = str(member.method or ", ".join(member.names))
                key = (declared.class_name, member.kind, name)
                if member.kind == "type":
                    continue
                tokens = token_texts(text[member.span.start : member.span.end])
                members[key] = members.get(key, ()) + tokens
                if member.kind in _INITIALISED and (member.kind != "field" or "=" in tokens):
                    static = "static" in member.modifiers or tokens[:1] == ("static",)
                    order = f"{declared.class_name}{' static' * static}"
                    entry = member.names or tokens
                    orders.setdefault(order, []).append(entry)
                if member.method is not None:
                    methods[key] = member.method
                place = MethodText(
                    file=path, text=text, start=member.span.start, end=member.span.end
                )
                places.setdefault(key, place)
    return Side(members=members, methods=methods, places=places, orders=orders)


_INITIALISED = frozenset({"field", "initializer", "enum_constant"})


def _is_inside_a_member(class_name: str) -> bool:
    """Whether a class is anonymous or local: its code belongs to the member around it."""
    return any(part[:1].isdigit() for part in class_name.split("$")[1:])


def _accounted(side: Side, acted: Iterable[RefactoringSide | None]) -> set[MemberKey]:
    ids = [m for s in acted if s is not None for m in (s.method, s.partner) if m is not None]
    return {key for key, method in side.methods.items() if any(method.matches(i) for i in ids)}


def _named(key: MemberKey, before: bool, after: bool) -> str:
    class_name, kind, name = key
    what = "changed" if before and after else "removed" if before else "added"
    if kind == "package":
        return f"{what}: {class_name}"
    if kind == "header":
        return f"{what}: declaration of {class_name}"
    return f"{what}: {kind} {name if '#' in name else f'{class_name}.{name}'}"
