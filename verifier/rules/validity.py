"""Check on the base and the golden tree whether a rule is additive or reductive as it claims (CodeTaste, 3.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.rules import Blind, Finding, Rule, RuleKind, Scan
from verifier.printable import list_first
from verifier.rules.fulfilment import ChangedPaths, unequal
from verifier.rules.overlap import Overlap, overlaps

WITNESS_FACTOR = 10


class Trouble(StrEnum):
    """Why a rule does not belong into a rule set."""

    UNREADABLE = "UNREADABLE"
    """The file, the id or the metadata is wrong."""
    ENGINE = "ENGINE"
    """The engine refuses the rule."""
    DUPLICATE = "DUPLICATE"
    """A rule of this id is registered."""
    NO_MATCH = "NO_MATCH"
    """No match on the tree that it must match."""
    STILL_MATCHES = "STILL_MATCHES"
    """A match on the tree that it must not match."""
    UNKNOWN = "UNKNOWN"
    """What it matches could not be seen."""
    OVERLAP = "OVERLAP"
    """It covers the same lines as a rule registered before."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Validity:
    """One rule on both trees; it is valid if it has no trouble.

    `witness` is one match to exempt, if a rule distinguishes the trees except for few matches: it
    matches the required tree more than ten times as often as the other.
    """

    rule: str
    kind: RuleKind
    base: int
    golden: int
    troubles: tuple[Trouble, ...] = ()
    details: str = ""
    witness: Finding | None = None
    overlap: Overlap | None = None
    warnings: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the rule is what its kind claims."""
        return not self.troubles


def validities(
    rules: Sequence[Rule], base: Scan, golden: Scan, change: ChangedPaths
) -> tuple[Validity, ...]:
    """Judge every rule; overlaps and wrong metadata are warnings."""
    partners = overlaps(rules, base, golden)
    return tuple(_judge(rule, base, golden, change, partners.get(rule.id)) for rule in rules)


def _judge(
    rule: Rule, base: Scan, golden: Scan, change: ChangedPaths, overlap: Overlap | None
) -> Validity:
    troubles = _troubles(rule, base, golden, change)
    return Validity(
        rule=rule.id,
        kind=rule.kind,
        base=len(base.of(rule.id)),
        golden=len(golden.of(rule.id)),
        troubles=tuple(troubles),
        details="; ".join(troubles.values()),
        witness=_witness(rule, base, golden) if Trouble.STILL_MATCHES in troubles else None,
        overlap=overlap,
        warnings=(*_excess(overlap), *_metadata(rule, base, golden)),
    )


def _troubles(rule: Rule, base: Scan, golden: Scan, change: ChangedPaths) -> dict[Trouble, str]:
    additive = rule.kind is RuleKind.ADDITIVE
    back = ChangedPaths(
        paths=change.paths, renames={new: old for old, new in change.renames.items()}
    )
    hidden_base = _select_blind(rule, unequal(golden.blind, base.blind, back))
    hidden_golden = _select_blind(rule, unequal(base.blind, golden.blind, change))
    on_base = (base, "base", hidden_base)
    on_golden = (golden, "golden", hidden_golden)
    wanted, other = (on_golden, on_base) if additive else (on_base, on_golden)
    found: dict[Trouble, str] = {}
    if not wanted[0].of(rule.id):
        if wanted[2]:
            found[Trouble.UNKNOWN] = _blind_words(wanted[1], wanted[2])
        else:
            found[Trouble.NO_MATCH] = f"no match on the {wanted[1]} tree"
    if matches := len(other[0].of(rule.id)):
        found[Trouble.STILL_MATCHES] = f"{matches} matches on the {other[1]} tree"
    elif other[2]:
        found[Trouble.UNKNOWN] = _blind_words(other[1], other[2])
    return found


def _select_blind(rule: Rule, blind: Sequence[Blind]) -> tuple[Blind, ...]:
    return tuple(b for b in blind if b.rule in (None, rule.id))


def _blind_words(tree: str, hidden: Sequence[Blind]) -> str:
    files = list_first([each.path for each in hidden], 1)
    return f"{hidden[0].reason} in {files} on the {tree} tree"


def _witness(rule: Rule, base: Scan, golden: Scan) -> Finding | None:
    additive = rule.kind is RuleKind.ADDITIVE
    wanted, other = (golden, base) if additive else (base, golden)
    against = other.of(rule.id)
    return against[0] if len(wanted.of(rule.id)) > WITNESS_FACTOR * len(against) else None


def _excess(overlap: Overlap | None) -> tuple[str, ...]:
    if overlap is None or not overlap.excessive:
        return ()
    return (f"covers {overlap.share:.1%} of the same lines as {overlap.partner}",)


def _metadata(rule: Rule, base: Scan, golden: Scan) -> tuple[str, ...]:
    said = (
        ("nr_legacy_patterns", "base", len(base.of(rule.id))),
        ("nr_refactored_patterns", "golden", len(golden.of(rule.id))),
    )
    return tuple(
        f"metadata.{name} is {rule.metadata[name]}, and {seen} match on the {tree} tree"
        for name, tree, seen in said
        if name in rule.metadata and rule.metadata[name] != seen
    )
