"""Explain why two versions of one method differ: what differs, where, and how to undo it.

This module does not decide whether code differs; the comparison of texts and the proof do. It pairs
the statements of both versions, with bodies in place of the calls of extracted or inlined methods.
Each remaining difference gets the narrowest name of a closed set of causes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.domain.cause import CauseFact, CauseKind
from verifier.residue.causes.call_causes import (
    Calling,
    argument_causes,
    silent_causes,
    without_gone,
    write,
)
from verifier.residue.causes.changed_statement import name_change, name_head, name_head_change
from verifier.residue.causes.compared_methods import ComparedMethods, MethodVersions, head_of
from verifier.residue.causes.early_values import early_values
from verifier.residue.causes.mending import undo
from verifier.residue.causes.moved_statements import find_moved_causes
from verifier.residue.causes.pairing import Pairing, pair_statements
from verifier.residue.text.words import Statement, statements_of, write_words

MOST_CAUSES = 6
"""Limit for one method. With more causes the code is simply different, and a list does not help."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Causes:
    """What differs: `seen` in the statements, `silent` although the statements read the same."""

    seen: tuple[CauseFact, ...] = ()
    silent: tuple[CauseFact, ...] = ()


def causes_of(versions: MethodVersions) -> Causes:
    """Find what differs between two versions; nothing if it cannot be found."""
    sides = (versions.old, versions.new) if versions.extracting else (versions.new, versions.old)
    calling = Calling(
        plain=sides[0],
        words=sides[1],
        helpers=versions.helpers,
        variables=versions.variables,
    )
    found: list[CauseFact] = []
    if versions.extracting:
        calling = without_gone(calling)
        found, calling = argument_causes(calling, versions.refactoring)
    whole = calling.expanded
    sides = (calling.plain, whole.words)
    old, new = sides if versions.extracting else (sides[1], sides[0])
    pairing = pair_statements(statements_of(old), statements_of(new))
    if pairing is None:
        return Causes()
    compared = ComparedMethods(versions=versions, pairing=pairing, calls=whole.calls)
    namer = _Namer(compared=compared, pairing=pairing)
    seen = _each_once([*found, *sorted(namer.found(), key=lambda each: each.line)])
    silent = silent_causes(calling, versions.refactoring, extracting=versions.extracting)
    return Causes(
        seen=tuple(seen) if len(seen) <= MOST_CAUSES else (_many(seen),), silent=tuple(silent)
    )


def _each_once(found: Sequence[CauseFact]) -> list[CauseFact]:
    """Keep one cause for changed exception handling, because `try` and `catch` come together."""
    kept: list[CauseFact] = []
    for each in found:
        if not (each.kind is CauseKind.EXCEPTIONS and any(k.kind is each.kind for k in kept)):
            kept.append(each)
    return kept


def _many(found: Sequence[CauseFact]) -> CauseFact:
    first = min(found, key=lambda each: each.line)
    said = f"{len(found)} statements differ, the first of them: {first.said}"
    return replace(first, kind=CauseKind.OTHER, said=said, advice="")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Namer:
    """Names the differences that a pairing leaves."""

    compared: ComparedMethods
    pairing: Pairing

    def found(self) -> Iterator[CauseFact]:
        """Yield a cause for each statement that was moved, changed, removed or added."""
        yield from find_moved_causes(self.compared)
        early, used = early_values(self.compared)
        yield from early
        for i, j in self.pairing.changed.items():
            if j not in used:
                yield self._name_changed(
                    self.pairing.old[i], self.pairing.new[j], is_whole=i == j == 0
                )
        for i in self.pairing.dropped:
            if not self._is_below(i, new=False):
                yield self._name_dropped(i)
        for j in self.pairing.added:
            if j not in used and not self._is_below(j, new=True):
                yield self._name_added(j)

    def _is_below(self, at: int, *, new: bool) -> bool:
        """Tell whether an enclosing block was added or removed too, which already covers it."""
        side, lone = (
            (self.pairing.new, self.pairing.added)
            if new
            else (self.pairing.old, self.pairing.dropped)
        )
        statement = side[at]
        return not statement.placed or any(parent in lone for parent in statement.parents)

    def _name_changed(self, old: Statement, new: Statement, *, is_whole: bool) -> CauseFact:
        old, new = _of_one_home(old, new)
        named = name_head_change if is_whole and new.is_head else name_change
        kind, said = named(old, new)
        fixed = undo(old, new, self.compared.spelling(new))
        return self.compared.fact(
            kind,
            said,
            new,
            before=fixed or write_words(old.words),
            after=new.source,
            advice=write(fixed, new.source, new.line) if fixed else "",
        )

    def _name_dropped(self, i: int) -> CauseFact:
        old = self.pairing.old[i]
        place, where = self._gap(i)
        if old.is_head:
            kind, said = name_head(old, is_added=False)
            return self.compared.fact(kind, said, place, before=head_of(old))
        spelled = self.compared.spelling(place).spell(old.words) if where else None
        text = write_words(old.words) if spelled is None else write_words(spelled)
        kind = CauseKind.EXCEPTIONS if old.key[:1] == ("throw",) else CauseKind.DROPPED
        advice = f"Put `{text}` {where}." if where and spelled is not None else ""
        return self.compared.fact(kind, f"`{text}` is gone", place, before=text, advice=advice)

    def _gap(self, i: int) -> tuple[Statement, str]:
        """Return the neighbour of an old statement's former place, and the place relative to it.

        The result is empty if unknown.
        """
        pairs, old, new = self.pairing.all, self.pairing.old, self.pairing.new
        parents = old[i].parents
        before = next((k for k in range(i - 1, -1, -1) if k in pairs), None)
        behind = next((k for k in range(i + 1, len(old)) if k in pairs), None)
        if before is not None:
            place = new[pairs[before]]
            is_parent = parents[-1:] == (before,)
            if is_parent or (old[before].parents == parents and not place.is_head):
                return place, f"behind line {place.end_line}"
        if behind is not None and old[behind].parents == parents:
            place = new[pairs[behind]]
            return place, f"in front of line {place.line}"
        chosen = before if before is not None else behind
        return (new[pairs[chosen]] if chosen is not None else new[0]), ""

    def _name_added(self, j: int) -> CauseFact:
        new = self.pairing.new[j]
        if new.is_head:
            kind, said = name_head(new, is_added=True)
            return self.compared.fact(kind, said, new, after=head_of(new))
        source = new.source
        if source.startswith("return ") and new.key[:1] != ("return",):
            return self._name_returned(new, source)
        kind = CauseKind.EXCEPTIONS if new.key[:1] == ("throw",) else CauseKind.ADDED
        advice = f"Remove `{source}` at line {new.line}."
        return self.compared.fact(kind, f"`{source}` is new", new, after=source, advice=advice)

    def _name_returned(self, new: Statement, source: str) -> CauseFact:
        """Name a returned value that is not the one that the variable had in the original code."""
        target = new.words[new.key.index("=") - 1]
        fixed = f"return {target};"
        said = f"returns `{source[len('return ') : -1]}`, and `{target}` is what the code made"
        return self.compared.fact(
            CauseKind.RETURNED_VALUE,
            said,
            new,
            before=fixed,
            after=source,
            advice=write(fixed, source, new.line),
        )


def _of_one_home(old: Statement, new: Statement) -> tuple[Statement, Statement]:
    """If all differences lie in one helper's body, return only the words of that body and their old
    form.
    """
    a, b = old.key, new.key
    most = min(len(a), len(b))
    start = next((n for n in range(most) if a[n] != b[n]), most)
    end = next((n for n in range(most - start) if a[-1 - n] != b[-1 - n]), most - start)
    homes = {id(w.home) for w in new.words[start : len(b) - end] if w.token is not None}
    inside = [n for n, w in enumerate(new.words) if homes == {id(w.home)}]
    if not inside or len(inside) == len(new.words):
        return old, new
    first, last = inside[0], inside[-1]
    if first > start or last < len(b) - end - 1:
        return old, new
    parts = old.words[first : len(a) - (len(b) - 1 - last)], new.words[first : last + 1]
    return replace(old, words=parts[0]), replace(new, words=parts[1])
