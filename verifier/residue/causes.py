"""Why two versions of one method differ: what differs, where the cause is, and what takes it away.

Nothing here decides whether code differs: that is for the comparison of texts and for the proof.
The statements of both versions are paired, with bodies in place of the calls of what was extracted
or inlined; what is left gets the narrowest name of a closed set of causes.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from verifier.domain.cause import CauseFact, CauseKind
from verifier.residue.call_causes import (
    Calling,
    argument_causes,
    file_of,
    silent_causes,
    statement_of,
    without_gone,
    write,
)
from verifier.residue.changed_statement import name_change, name_head, name_head_change
from verifier.residue.expansion import Call, Helper
from verifier.residue.mending import Spelling, mended
from verifier.residue.pairing import Pairing, paired
from verifier.residue.words import Statement, Word, statements_of, written

MOST_CAUSES = 6
"""Of one method: beyond them the code is another, and a list says no more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Versions:
    """One method before and after, and the helpers that one side calls.

    `extracting` says that it is the new side. `names` has the name of each declaration by the
    identity of its text; `variables` are the local names of the old side, `refactoring` the
    sentence of the refactoring that acted on it.
    """

    old: tuple[Word, ...]
    new: tuple[Word, ...]
    names: Mapping[int, str]
    helpers: tuple[Helper, ...] = ()
    extracting: bool = True
    variables: AbstractSet[str] = frozenset()
    refactoring: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Causes:
    """What differs: `seen` in the statements, `silent` where these read the same."""

    seen: tuple[CauseFact, ...] = ()
    silent: tuple[CauseFact, ...] = ()


def causes_of(versions: Versions) -> Causes:
    """What differs between two versions; nothing where it cannot be told."""
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
    pairing = paired(statements_of(old), statements_of(new))
    if pairing is None:
        return Causes()
    namer = _Namer(versions=versions, pairing=pairing, calls=whole.calls)
    seen = _each_once([*found, *sorted(namer.found(), key=lambda each: each.line)])
    silent = silent_causes(calling, versions.refactoring, extracting=versions.extracting)
    return Causes(
        seen=tuple(seen) if len(seen) <= MOST_CAUSES else (_many(seen),), silent=tuple(silent)
    )


def _each_once(found: Sequence[CauseFact]) -> list[CauseFact]:
    """One cause for what is handled otherwise around exceptions: `try` and `catch` come together."""
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
    """Names what is left of a pairing."""

    versions: Versions
    pairing: Pairing
    calls: tuple[Call, ...]

    def found(self) -> Iterator[CauseFact]:
        """A cause for each statement that is in another block or place, changed, gone or new."""
        yield from self._blocks()
        yield from self._orders()
        early, used = self._evaluated_early()
        yield from early
        for i, j in self.pairing.changed.items():
            if j not in used:
                yield self._changed(self.pairing.old[i], self.pairing.new[j], is_whole=i == j == 0)
        for i in self.pairing.dropped:
            if not self._is_below(i, new=False):
                yield self._dropped(i)
        for j in self.pairing.added:
            if j not in used and not self._is_below(j, new=True):
                yield self._added(j)

    def _evaluated_early(self) -> tuple[list[CauseFact], set[int]]:
        """New variables that take a value which stood in a statement, and the statements of both."""
        found: list[CauseFact] = []
        used = set[int]()
        for j in self.pairing.added:
            new = self.pairing.new[j]
            name, value = _declared(new)
            readers = [
                (i, k)
                for i, k in self.pairing.changed.items()
                if name
                and _with_value(self.pairing.new[k].key, name, value) == self.pairing.old[i].key
            ]
            if not readers or "(" not in value:
                continue
            used |= {j, *(k for _, k in readers)}
            found.append(self._early(new, value, readers))
        return found, used

    def _early(
        self, new: Statement, value: Sequence[str], readers: Sequence[tuple[int, int]]
    ) -> CauseFact:
        i, k = readers[0]
        old, reader = self.pairing.old[i], self.pairing.new[k]
        fixed = [
            (
                mended(self.pairing.old[a], self.pairing.new[b], self._spelling(reader)),
                self.pairing.new[b],
            )
            for a, b in readers
        ]
        advice = [write(text, place.source, place.line) for text, place in fixed if text]
        advice.append(f"Remove `{new.source}` at line {new.line}.")
        parents = [p for p in reader.parents if p not in new.parents]
        way = f"once in front of `{_head(self.pairing.new[parents[0]])}`" if parents else "earlier"
        return self._fact(
            CauseKind.EVALUATION,
            f"`{written(value)}` is evaluated {way}, and was evaluated in `{written(old.words)}`",
            new,
            before=fixed[0][0] or written(old.words),
            after=f"{new.source} {reader.source}",
            advice=" ".join(advice) if all(text for text, _ in fixed) else "",
        )

    def _is_below(self, at: int, *, new: bool) -> bool:
        """Whether a block around it came or went too, which says it already."""
        side, lone = (
            (self.pairing.new, self.pairing.added)
            if new
            else (self.pairing.old, self.pairing.dropped)
        )
        statement = side[at]
        return not statement.placed or any(parent in lone for parent in statement.parents)

    def _fact(self, kind: CauseKind, said: str, place: Statement, **more: str) -> CauseFact:
        home = place.home
        name = self.versions.names.get(id(home), "") if home is not None else ""
        return CauseFact(
            kind=kind,
            said=f"in `{name}`, {said}" if name else said,
            file=file_of(place),
            line=place.line,
            refactoring=self.versions.refactoring,
            **more,
        )

    def _visible(self, statement: Statement, other: Statement | None) -> Statement:
        """The statement, or the call that stands for it where the other is not of the same body."""
        call = statement.call
        if call is None or not self.versions.extracting:
            return statement
        if other is not None and other.call == call:
            return statement
        return statement_of(self.calls[call])

    # --- in another block ---

    def _blocks(self) -> Iterator[CauseFact]:
        """Statements that left a block that is still there, or came into one that was there."""
        told = set[tuple[int | None, int, bool]]()
        back = {j: i for i, j in self.pairing.all.items()}
        for i, j in sorted(self.pairing.all.items()):
            old, new = self.pairing.old[i], self.pairing.new[j]
            was = [self.pairing.all[p] for p in old.parents if p in self.pairing.all]
            now = [q for q in new.parents if q in back]
            left = [q for q in was if q not in now]
            came = [q for q in now if q not in was]
            for block, is_out in [*((q, True) for q in left), *((q, False) for q in came)]:
                key = (new.call, block, is_out)
                own = self.pairing.new[block].call == new.call and new.call is not None
                if (new.call is not None and not own and key in told) or self._with_parent(i, j):
                    continue
                told.add(key)
                yield self._block(i, j, block, is_out=is_out)

    def _with_parent(self, i: int, j: int) -> bool:
        """Whether it stayed in its block, which changed its place."""
        parents = self.pairing.old[i].parents, self.pairing.new[j].parents
        return all(parents) and self.pairing.all.get(parents[0][-1]) == parents[1][-1]

    def _block(self, i: int, j: int, block: int, *, is_out: bool) -> CauseFact:
        head = self.pairing.new[block]
        place = self._visible(self.pairing.new[j], head)
        kind = CauseKind.LOCK if head.key[:1] == ("synchronized",) else CauseKind.BLOCK
        way = "out of" if is_out else "into"
        said = f"`{place.source}` moved {way} `{_head(head)}`"
        target = self._neighbour(i, j) if is_out else None
        return self._fact(
            kind,
            said,
            place,
            before=f"{_head(head)} {{ {place.source} }}" if is_out else place.source,
            after=place.source if is_out else f"{_head(head)} {{ {place.source} }}",
            advice=""
            if target is None
            else f"Move `{place.source}` at line {place.line} {target}.",
        )

    def _neighbour(self, i: int, j: int) -> str | None:
        """Where a statement stood in its block, by what is still there in front of it or behind it."""
        new, parents = self.pairing.new, self.pairing.old[i].parents
        call = new[j].call
        for k in range(i - 1, -1, -1):
            at = self.pairing.all.get(k)
            if at is None or (call is not None and new[at].call == call):
                continue
            if k == parents[-1] or (self.pairing.old[k].parents == parents and not new[at].is_head):
                return f"behind line {new[at].end_line}"
            return None
        return None

    # --- in another order ---

    def _orders(self) -> Iterator[CauseFact]:
        told = set[tuple[int | None, int | None]]()
        pairs = self.pairing.all
        for i, j in sorted(self.pairing.moved.items()):
            if self._with_parent(i, j) and self.pairing.old[i].parents[-1] in self.pairing.moved:
                continue
            if self._has_left_its_block(i, j):
                continue
            later = sorted(pairs[k] for k in pairs if k > i and pairs[k] < j)
            earlier = sorted(pairs[k] for k in pairs if k < i and pairs[k] > j)
            over = later or earlier
            if not over:
                continue
            one = self.pairing.new[j]
            other = self.pairing.new[over[-1] if later else over[0]]
            calls = one.call, other.call
            if one.call != other.call and calls in told:
                continue
            told.add(calls)
            yield self._order(
                one, other, self.pairing.new[over[0] if later else over[-1]], is_later=bool(later)
            )

    def _has_left_its_block(self, i: int, j: int) -> bool:
        was = self.pairing.old[i].parents
        now = self.pairing.new[j].parents
        return [self.pairing.all.get(p) for p in was if p in self.pairing.all] != [
            q for q in now if q in self.pairing.all.values()
        ]

    def _order(
        self, moved: Statement, other: Statement, far: Statement, *, is_later: bool
    ) -> CauseFact:
        one, two = self._visible(moved, other), self._visible(other, moved)
        target = self._visible(far, moved)
        first, second = (one, two) if is_later else (two, one)
        said = f"`{_head(first)}` now runs after `{_head(second)}`"
        where = f"in front of line {target.line}" if is_later else f"behind line {target.end_line}"
        fits = not one.is_head and one.home is target.home and (is_later or not target.is_head)
        fits = fits and moved.parents == far.parents
        return self._fact(
            CauseKind.ORDER,
            said,
            one,
            before=f"{_head(first)} {_head(second)}",
            after=f"{_head(second)} {_head(first)}",
            advice=f"Move `{one.source}` at line {one.line} {where}." if fits else "",
        )

    # --- changed, gone or new ---

    def _changed(self, old: Statement, new: Statement, *, is_whole: bool) -> CauseFact:
        old, new = _of_one_home(old, new)
        named = name_head_change if is_whole and new.is_head else name_change
        kind, said = named(old, new)
        fixed = mended(old, new, self._spelling(new))
        return self._fact(
            kind,
            said,
            new,
            before=fixed or written(old.words),
            after=new.source,
            advice=write(fixed, new.source, new.line) if fixed else "",
        )

    def _spelling(self, place: Statement) -> Spelling:
        home = place.home
        if home is None:
            return Spelling(names={})
        calls = self.calls if self.versions.extracting else ()
        return Spelling.of(home, self.pairing, calls, self.versions.variables)

    def _dropped(self, i: int) -> CauseFact:
        old = self.pairing.old[i]
        place, where = self._gap(i)
        if old.is_head:
            kind, said = name_head(old, is_added=False)
            return self._fact(kind, said, place, before=_head(old))
        spelled = self._spelling(place).spelled(old.words) if where else None
        text = written(old.words) if spelled is None else written(spelled)
        kind = CauseKind.EXCEPTIONS if old.key[:1] == ("throw",) else CauseKind.DROPPED
        advice = f"Put `{text}` {where}." if where and spelled is not None else ""
        return self._fact(kind, f"`{text}` is gone", place, before=text, advice=advice)

    def _gap(self, i: int) -> tuple[Statement, str]:
        """What stands next to where an old statement stood, and where that is; empty if unknown."""
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

    def _added(self, j: int) -> CauseFact:
        new = self.pairing.new[j]
        if new.is_head:
            kind, said = name_head(new, is_added=True)
            return self._fact(kind, said, new, after=_head(new))
        source = new.source
        if source.startswith("return ") and new.key[:1] != ("return",):
            return self._returned(new, source)
        kind = CauseKind.EXCEPTIONS if new.key[:1] == ("throw",) else CauseKind.ADDED
        advice = f"Remove `{source}` at line {new.line}."
        return self._fact(kind, f"`{source}` is new", new, after=source, advice=advice)

    def _returned(self, new: Statement, source: str) -> CauseFact:
        """The host's variable gets another value than the one that its name had in the code."""
        target = new.words[new.key.index("=") - 1]
        fixed = f"return {target};"
        said = f"returns `{source[len('return ') : -1]}`, and `{target}` is what the code made"
        return self._fact(
            CauseKind.RETURNED_VALUE,
            said,
            new,
            before=fixed,
            after=source,
            advice=write(fixed, source, new.line),
        )


def _of_one_home(old: Statement, new: Statement) -> tuple[Statement, Statement]:
    """Where all that differs is in one helper's body, the words of that body and what they were."""
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


def _declared(statement: Statement) -> tuple[str, tuple[str, ...]]:
    """The variable that a statement declares, and its value; empty where it declares none."""
    key = statement.key
    if "=" not in key[2:-1] or statement.is_head:
        return "", ()
    at = key.index("=")
    return key[at - 1], key[at + 1 : -1]


def _with_value(key: Sequence[str], name: str, value: Sequence[str]) -> tuple[str, ...]:
    """The words with a value in place of a variable."""
    return tuple(word for each in key for word in (value if each == name else (each,)))


def _head(statement: Statement) -> str:
    """A statement's source, a block's without its brace."""
    return statement.source.removesuffix("{").strip()
