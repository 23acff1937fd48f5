"""Pair the statements of two versions: the same, moved, changed, removed or added."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

from verifier.java_text.keywords import RESERVED
from verifier.residue.text.words import Statement

MOST_COMPARED = 400
_MOST_UNPAIRED = 40
_LEAST_SIMILARITY = 0.5
_SAME_GAP = 0.3


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """Two lists of statements and the indices of their pairs, old to new.

    `moved` pairs are equal but in another order. `changed` pairs share most of their words, or are
    alone between the same neighbours.
    """

    old: Sequence[Statement]
    new: Sequence[Statement]
    same: Mapping[int, int]
    moved: Mapping[int, int]
    changed: Mapping[int, int]

    @cached_property
    def all(self) -> Mapping[int, int]:
        """All pairs."""
        return {**self.same, **self.moved, **self.changed}

    @cached_property
    def dropped(self) -> list[int]:
        """The old statements without a new one."""
        return [at for at in range(len(self.old)) if at not in self.all]

    @cached_property
    def added(self) -> list[int]:
        """The new statements without an old one."""
        known = set(self.all.values())
        return [at for at in range(len(self.new)) if at not in known]


def pair_statements(old: Sequence[Statement], new: Sequence[Statement]) -> Pairing | None:
    """Pair statements, also if local variables were renamed; None if there are too many statements."""
    if max(len(old), len(new)) > MOST_COMPARED:
        return None
    new, same = _same(old, new)
    taken = set(same.values())
    left = [i for i in range(len(old)) if i not in same]
    right = [j for j in range(len(new)) if j not in taken]
    moved = dict(_equal(old, new, left, right))
    taken = set(moved.values())
    left = [i for i in left if i not in moved]
    right = [j for j in right if j not in taken]
    changed = (
        {}
        if max(len(left), len(right)) > _MOST_UNPAIRED
        else _pair_similar(old, new, left, right, same)
    )
    return Pairing(old=old, new=new, same=same, moved=moved, changed=changed)


def cost(old: Sequence[Statement], new: Sequence[Statement]) -> int:
    """Count the statements that are not the same in the same order; 0 if there are too many."""
    if max(len(old), len(new)) > MOST_COMPARED:
        return 0
    _, same = _same(old, new)
    return len(old) + len(new) - 2 * len(same)


def _same(
    old: Sequence[Statement], new: Sequence[Statement]
) -> tuple[Sequence[Statement], dict[int, int]]:
    """Return the new statements with the old names of local variables, and the pairs that are the
    same.
    """
    names = _other_names(old, new)
    if names:
        new = [_rename(each, names) for each in new]
    return new, dict(_in_order([s.key for s in old], [s.key for s in new]))


def _in_order(
    old: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]]
) -> Iterator[tuple[int, int]]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for a, b, size in matcher.get_matching_blocks():
        yield from ((a + n, b + n) for n in range(size))


def _equal(
    old: Sequence[Statement], new: Sequence[Statement], left: Sequence[int], right: Sequence[int]
) -> Iterator[tuple[int, int]]:
    taken = set[int]()
    for i in left:
        j = next((j for j in right if j not in taken and new[j].key == old[i].key), None)
        if j is not None:
            taken.add(j)
            yield i, j


def _pair_similar(
    old: Sequence[Statement],
    new: Sequence[Statement],
    left: Sequence[int],
    right: Sequence[int],
    same: Mapping[int, int],
) -> dict[int, int]:
    """Return pairs that share most of their words, preferring pairs between the same neighbours."""
    gaps = _gaps(same, left), _gaps({j: i for i, j in same.items()}, right)
    ends = {i: same[i] for i in same} | {-1: -1}
    scored = []
    for i in left:
        for j in right:
            if old[i].is_head is not new[j].is_head:
                continue
            ratio = SequenceMatcher(None, old[i].key, new[j].key, autojunk=False).ratio()
            near = ends[gaps[0][i]] == gaps[1][j]
            alone = near and _alone(gaps[0], i) and _alone(gaps[1], j)
            if alone or ratio >= _LEAST_SIMILARITY:
                scored.append((ratio + _SAME_GAP * near, -i, -j))
    found: dict[int, int] = {}
    for _, i, j in sorted(scored, reverse=True):
        if -i not in found and -j not in found.values():
            found[-i] = -j
    return found


def _gaps(same: Mapping[int, int], left: Sequence[int]) -> dict[int, int]:
    """Map each statement to the last unchanged one before it; -1 if there is none."""
    return {at: max((known for known in same if known < at), default=-1) for at in left}


def _alone(gaps: Mapping[int, int], at: int) -> bool:
    """Tell whether the statement is the only one in its gap."""
    return list(gaps.values()).count(gaps[at]) == 1


def _other_names(old: Sequence[Statement], new: Sequence[Statement]) -> dict[str, str]:
    """Map the new names of local variables to their old names."""
    one, other = _names(old), _names(new)
    strangers = one - other, other - one
    if not all(strangers):
        return {}
    shapes = [
        [_shape(s, names) for s in side] for side, names in zip((old, new), strangers, strict=True)
    ]
    found: dict[str, str] = {}
    refused = set[str]()
    for i, j in _in_order(*shapes):
        for a, b in zip(old[i].key, new[j].key, strict=True):
            if a != b and found.setdefault(b, a) != a:
                refused.add(b)
    twice = {a for a in found.values() if list(found.values()).count(a) > 1}
    return {
        b: a
        for b, a in found.items()
        if b not in refused and a not in twice and _declares(old, a) and _declares(new, b)
    }


def _names(statements: Iterable[Statement]) -> set[str]:
    return {w for s in statements for w in s.key if _is_name(w)}


def _is_name(word: str) -> bool:
    return (word[:1].isalpha() or word[:1] in "_$") and word not in RESERVED


def _shape(statement: Statement, strangers: set[str]) -> tuple[str, ...]:
    return tuple("·" if word in strangers else word for word in statement.key)


def _declares(statements: Iterable[Statement], name: str) -> bool:
    """Tell whether a type precedes the name somewhere."""
    for each in statements:
        for before, word in zip(("", *each.key), each.key, strict=False):
            typed = before[-1:] in {">", "]"} or before[:1].isalpha()
            if word == name and typed and before not in {"return", "new", "throw", "else", "case"}:
                return True
    return False


def _rename(statement: Statement, names: Mapping[str, str]) -> Statement:
    words = tuple(w.with_text(names[w]) if w in names else w for w in statement.words)
    return replace(statement, words=words)
