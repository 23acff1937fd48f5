"""How much two rules overlap: IoU of the lines that they cover (CodeTaste, A.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.rules import Rule, RuleKind, Scan

MOST_OVERLAP = 0.95
Lines = frozenset[tuple[str, int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Overlap:
    """A rule, the rule of its kind that it overlaps most, and their IoU in (0, 1]."""

    rule: str
    partner: str
    share: float

    @property
    def excessive(self) -> bool:
        """Whether it is above the 0.95 that `register` refuses."""
        return self.share > MOST_OVERLAP


def iou(one: Lines, other: Lines) -> float | None:
    """Return |one & other| / |one | other|; None if both are empty."""
    union = len(one | other)
    return len(one & other) / union if union else None


def deciding_scan(kind: RuleKind, base: Scan, golden: Scan) -> Scan:
    """Return the scan that a kind must match: the golden tree for additive rules, the base for reductive ones."""
    return golden if kind is RuleKind.ADDITIVE else base


def closest(rule: str, own: Lines, others: Mapping[str, Lines]) -> Overlap | None:
    """Return the other rule with the largest IoU; None if none shares a line."""
    shares = [(iou(own, lines) or 0.0, partner) for partner, lines in others.items()]
    share, partner = max(shares, default=(0.0, ""))
    return Overlap(rule=rule, partner=partner, share=share) if share > 0 else None


def overlaps(rules: Sequence[Rule], base: Scan, golden: Scan) -> dict[str, Overlap]:
    """Return each rule's closest partner among the earlier rules of its kind."""
    found: dict[str, Overlap] = {}
    for kind in RuleKind:
        scan = deciding_scan(kind, base, golden)
        earlier: dict[str, Lines] = {}
        for rule in (r for r in rules if r.kind is kind):
            own = scan.lines(rule.id)
            if (partner := closest(rule.id, own, earlier)) is not None:
                found[rule.id] = partner
            earlier[rule.id] = own
    return found
