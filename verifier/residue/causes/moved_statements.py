"""Find equal statements that moved to another block or another order."""

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.cause import CauseFact, CauseKind
from verifier.residue.causes.compared_methods import ComparedMethods, head_of
from verifier.residue.causes.pairing import Pairing
from verifier.residue.text.words import Statement


def find_moved_causes(compared: ComparedMethods) -> Iterator[CauseFact]:
    """Yield a cause for each block that statements left or entered, and for each changed order."""
    places = _Places(compared=compared, pairing=compared.pairing)
    yield from places.blocks()
    yield from places.orders()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Places:
    compared: ComparedMethods
    pairing: Pairing

    def blocks(self) -> Iterator[CauseFact]:
        """Yield statements that left a block that still exists, or entered one that existed before."""
        reported = set[tuple[int | None, int, bool]]()
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
                if (new.call is not None and not own and key in reported) or self._with_parent(
                    i, j
                ):
                    continue
                reported.add(key)
                yield self._block(i, j, block, is_out=is_out)

    def _with_parent(self, i: int, j: int) -> bool:
        """Tell whether a statement stayed in its block, which moved."""
        parents = self.pairing.old[i].parents, self.pairing.new[j].parents
        return all(parents) and self.pairing.all.get(parents[0][-1]) == parents[1][-1]

    def _block(self, i: int, j: int, block: int, *, is_out: bool) -> CauseFact:
        head = self.pairing.new[block]
        place = self.compared.visible(self.pairing.new[j], head)
        kind = CauseKind.LOCK if head.key[:1] == ("synchronized",) else CauseKind.BLOCK
        way = "out of" if is_out else "into"
        said = f"`{place.source}` moved {way} `{head_of(head)}`"
        target = self._neighbour(i, j) if is_out else None
        return self.compared.fact(
            kind,
            said,
            place,
            before=f"{head_of(head)} {{ {place.source} }}" if is_out else place.source,
            after=place.source if is_out else f"{head_of(head)} {{ {place.source} }}",
            advice=""
            if target is None
            else f"Move `{place.source}` at line {place.line} {target}.",
        )

    def _neighbour(self, i: int, j: int) -> str | None:
        """Say where a statement was in its block, relative to a neighbour that is still there."""
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

    def orders(self) -> Iterator[CauseFact]:
        """Yield statements that run in another order."""
        reported = set[tuple[int | None, int | None]]()
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
            if one.call != other.call and calls in reported:
                continue
            reported.add(calls)
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
        one, two = self.compared.visible(moved, other), self.compared.visible(other, moved)
        target = self.compared.visible(far, moved)
        first, second = (one, two) if is_later else (two, one)
        said = f"`{head_of(first)}` now runs after `{head_of(second)}`"
        where = f"in front of line {target.line}" if is_later else f"behind line {target.end_line}"
        fits = not one.is_head and one.home is target.home and (is_later or not target.is_head)
        fits = fits and moved.parents == far.parents
        return self.compared.fact(
            CauseKind.ORDER,
            said,
            one,
            before=f"{head_of(first)} {head_of(second)}",
            after=f"{head_of(second)} {head_of(first)}",
            advice=f"Move `{one.source}` at line {one.line} {where}." if fits else "",
        )
