"""IFR: the share of rules that a prediction follows (CodeTaste, section 4.1)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from verifier.domain.rules import Blind, Followed, Rule, RuleKind, Scan


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedPaths:
    """The paths that a prediction changed, on either side, and its renames from old to new."""

    paths: frozenset[str]
    renames: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Scanned:
    """A rule set, its scans of the base and of the predicted tree, and the change between them.

    With `compat`, figures without data are those of CodeTaste.
    """

    rules: Sequence[Rule]
    base: Scan
    predicted: Scan
    change: ChangedPaths
    compat: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleOutcome:
    """One rule on one prediction: its matches on the base and on the predicted tree, and whether it
    is followed.

    `blind` are the unread parts that make it UNKNOWN; empty otherwise.
    """

    rule: str
    kind: RuleKind
    base: int
    predicted: int
    followed: Followed
    blind: tuple[Blind, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Fulfilment:
    """The outcomes of a rule set; with `compat` an empty denominator gives 1.0, as in CodeTaste."""

    outcomes: tuple[RuleOutcome, ...]
    compat: bool = False

    @property
    def unknown(self) -> tuple[RuleOutcome, ...]:
        """The rules whose outcome is unknown; if there is one, the rates that include it have no value."""
        return tuple(o for o in self.outcomes if o.followed is Followed.UNKNOWN)

    @property
    def additive(self) -> float | None:
        """IFR+: share of additive rules with a match; None without an additive rule."""
        return self._share(o for o in self.outcomes if o.kind is RuleKind.ADDITIVE)

    @property
    def reductive(self) -> float | None:
        """IFR-: share of reductive rules without a match; None without a reductive rule."""
        return self._share(o for o in self.outcomes if o.kind is RuleKind.REDUCTIVE)

    @property
    def overall(self) -> float | None:
        """IFR: the share of all followed rules, both kinds together; None without a rule."""
        return self._share(self.outcomes)

    def _share(self, outcomes: Iterable[RuleOutcome]) -> float | None:
        followed = [outcome.followed for outcome in outcomes]
        if Followed.UNKNOWN in followed:
            return None
        if not followed:
            return 1.0 if self.compat else None
        return followed.count(Followed.YES) / len(followed)


def fulfilment(scanned: Scanned) -> Fulfilment:
    """Judge every rule on the predicted tree."""
    base, predicted = scanned.base, scanned.predicted
    news = unequal(base.blind, predicted.blind, scanned.change)
    outcomes = (_outcome(rule, base, predicted, news) for rule in scanned.rules)
    return Fulfilment(outcomes=tuple(outcomes), compat=scanned.compat)


def _outcome(rule: Rule, base: Scan, predicted: Scan, news: Collection[Blind]) -> RuleOutcome:
    before, after = len(base.of(rule.id)), len(predicted.of(rule.id))
    hidden = tuple(b for b in news if b.rule in (None, rule.id)) if not after else ()
    matched = Followed.UNKNOWN if hidden else Followed.YES if after else Followed.NO
    return RuleOutcome(
        rule=rule.id,
        kind=rule.kind,
        base=before,
        predicted=after,
        followed=matched if rule.kind is RuleKind.ADDITIVE else _negate(matched),
        blind=hidden,
    )


def _negate(matched: Followed) -> Followed:
    return {Followed.YES: Followed.NO, Followed.NO: Followed.YES}.get(matched, matched)


def unequal(
    base: Iterable[Blind], predicted: Iterable[Blind], change: ChangedPaths
) -> tuple[Blind, ...]:
    """Return the unread parts of changed files in the predicted tree that the base does not have in
    the same way.

    An unread part of an unchanged file is in the base too. One that is equal on both sides (same
    file, rule, reason and text) is not caused by the change and is only listed.
    """
    known = {(change.renames.get(b.path, b.path), b.rule, b.reason, b.details) for b in base}
    return tuple(
        b
        for b in predicted
        if b.path in change.paths and (b.path, b.rule, b.reason, b.details) not in known
    )
