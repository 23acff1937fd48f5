"""Merge detected refactorings into instances, and instances into acts (ADR 3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from verifier.domain.instance import StableId
from verifier.domain.purity import Purity
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """The refactorings of one commit that form one instance.

    `parts` is what RefactoringMiner reported, one or more. `before` and `after` hold the ranges of
    all parts, and `purity` is that of the worst part.
    """

    id: str
    group: str
    type: RefactoringType
    parts: tuple[Refactoring, ...]
    before: RefactoringSide
    after: RefactoringSide
    purity: Purity

    @property
    def description(self) -> str:
        """RefactoringMiner's description of the first part in source order."""
        return self.parts[0].description


def merge(
    commit: str, refactorings: Iterable[Refactoring], types: Iterable[RefactoringType]
) -> tuple[Merged, ...]:
    """The instances of these types in one commit, in the order of the source before it."""
    wanted = frozenset(types)
    parts: dict[tuple[str, ...], list[Refactoring]] = {}
    for refactoring in refactorings:
        if refactoring.type in wanted:
            key = _identity(refactoring)
            if key is not None:
                parts.setdefault(key, []).append(refactoring)
    merged = (_merge(commit, group) for group in parts.values())
    return tuple(sorted(merged, key=lambda m: (_first_place(m.before), m.type, m.id)))


def _identity(refactoring: Refactoring) -> tuple[str, ...] | None:
    """The key that refactorings of one instance share within a commit. None if a side is missing."""
    before, after = refactoring.before, refactoring.after
    if before is None or after is None:
        return None
    return (refactoring.type_name, *chain.from_iterable(map(_side_identity, (before, after))))


def _side_identity(side: RefactoringSide) -> tuple[str, ...]:
    methods = (
        side.file,
        str(side.method),
        side.partner_file or "",
        "" if side.partner is None else str(side.partner),
    )
    return methods if side.variable is None else (*methods, side.variable, side.variable_type or "")


def _merge(commit: str, refactorings: Sequence[Refactoring]) -> Merged:
    parts = tuple(sorted(refactorings, key=source_order))
    kind, before, after = parts[0].type, parts[0].before, parts[0].after
    if kind is None or before is None or after is None:
        raise AssertionError("only refactorings with a type and both sides are merged")
    before = replace(before, ranges=_union(p.before for p in parts))
    after = replace(after, ranges=_union(p.after for p in parts))
    return Merged(
        id=_instance_id(commit, kind, before, after),
        group=_group_id(commit, kind, before, after),
        type=kind,
        parts=parts,
        before=before,
        after=after,
        purity=Purity.of_parts([p.purity for p in parts]),
    )


def source_order(refactoring: Refactoring) -> tuple[object, ...]:
    """A sort key from content alone: places on both sides, then the description."""
    sides = (refactoring.before, refactoring.after)
    ranges = tuple(_place(r) for side in sides if side for r in sorted(side.ranges, key=_place))
    return (ranges, refactoring.type_name, refactoring.description)


def _union(sides: Iterable[RefactoringSide | None]) -> tuple[CodeRange, ...]:
    ranges = {r for side in sides if side is not None for r in side.ranges}
    return tuple(sorted(ranges, key=_place))


def _place(r: CodeRange) -> tuple[str, int, int, int, int, str, str]:
    return (
        r.file, r.start_line, r.start_column, r.end_line, r.end_column, r.role, r.element,
    )  # fmt: skip


def _first_place(side: RefactoringSide) -> tuple[str, int, str]:
    lines = [r.start_line for r in side.ranges if r.file == side.file]
    return (side.file, min(lines, default=0), str(side.method))


def _instance_id(
    commit: str, kind: RefactoringType, before: RefactoringSide, after: RefactoringSide
) -> str:
    sides = (*_side_identity(before), *map(_text, before.ranges), "->")
    return str(StableId.of(commit, kind, *sides, *_side_identity(after), *map(_text, after.ranges)))


def _text(r: CodeRange) -> str:
    return f"{r.file}:{r.start_line}:{r.start_column}-{r.end_line}:{r.end_column} {r.role}"


def _group_id(
    commit: str, kind: RefactoringType, before: RefactoringSide, after: RefactoringSide
) -> str:
    """The id of an act: extractions of one new method, or inlinings of one old method, are one act."""
    if kind.traits.extracts_method:
        return str(
            StableId.of(commit, kind, after.partner_file or after.file, _name(after.partner))
        )
    if kind.traits.inlines_method:
        return str(StableId.of(commit, kind, before.file, _name(before.method)))
    return str(StableId.of(commit, kind, *_side_identity(before), *_side_identity(after)))


def _name(method: MethodId | None) -> str:
    return "" if method is None else str(method)
