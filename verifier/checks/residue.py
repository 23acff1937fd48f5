"""Residue: code that changed outside every pure refactoring (SWE-Refactor, section 3.3, step 2).

Members (methods, fields, initialisers) and class headers of both sides are compared as tokens,
so comments, layout and imports never count. A changed member is accounted for when the wanted
refactoring, or another refactoring that PurityChecker calls pure, acts on it, or when nothing in
it changed but calls that follow a method which such a refactoring renamed or moved.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verifier.checks.following_calls import FollowingCalls
from verifier.domain.refactoring import (
    MethodId,
    PurityVerdict,
    Refactoring,
    RefactoringSide,
)
from verifier.domain.source import CompilationUnit, SourceTrees
from verifier.predictions.java_tokens import token_texts

Units = Mapping[str, tuple[CompilationUnit | None, CompilationUnit | None]]
"""By changed path: the parsed base and candidate, None where the side has no such file."""

MemberKey = tuple[str, str, str]
"""Binary class name, kind, and the signature or the declared names."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side's members: their tokens by key, and which of them a refactoring accounts for."""

    members: Mapping[MemberKey, tuple[str, ...]]
    methods: Mapping[MemberKey, MethodId]


def residue(
    trees: SourceTrees,
    units: Units,
    matched: Sequence[Refactoring],
    others: Sequence[Refactoring],
) -> tuple[str, ...]:
    """Name each member that changed without a pure refactoring to account for it, sorted.

    `matched` is the wanted refactoring, `others` all that were detected.
    """
    accounted = [*matched, *(r for r in others if _is_pure(r))]
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
        found.append(_named(key, old is not None, new is not None))
    return tuple(found)


def _is_pure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.PURE


def _side(
    texts: Mapping[str, str],
    units: Units,
    which: int,
) -> Side:
    members: dict[MemberKey, tuple[str, ...]] = {}
    methods: dict[MemberKey, MethodId] = {}
    for path, text in texts.items():
        unit = units[path][which]
        for declared in unit.types if unit is not None else ():
            if _is_inside_a_member(declared.class_name):
                continue
            header = text[declared.span.start : declared.body.start]
            members[declared.class_name, "header", ""] = token_texts(header)
            for member in declared.members:
                name = str(member.method or ", ".join(member.names))
                key = (declared.class_name, member.kind, name)
                if member.kind in TYPE_KINDS:
                    continue
                tokens = token_texts(text[member.span.start : member.span.end])
                members[key] = members.get(key, ()) + tokens
                if member.method is not None:
                    methods[key] = member.method
    return Side(members=members, methods=methods)


TYPE_KINDS = frozenset({"class", "interface", "enum", "record", "annotation"})


def _is_inside_a_member(class_name: str) -> bool:
    """Whether a class is anonymous or local: its code belongs to the member around it."""
    return any(part[:1].isdigit() for part in class_name.split("$")[1:])


def _accounted(side: Side, acted: Iterable[RefactoringSide | None]) -> set[MemberKey]:
    ids = [m for s in acted if s is not None for m in (s.method, s.partner) if m is not None]
    return {key for key, method in side.methods.items() if any(method.matches(i) for i in ids)}


def _named(key: MemberKey, before: bool, after: bool) -> str:
    class_name, kind, name = key
    what = "changed" if before and after else "removed" if before else "added"
    if kind == "header":
        return f"{what}: declaration of {class_name}"
    return f"{what}: {kind} {name if '#' in name else f'{class_name}.{name}'}"
