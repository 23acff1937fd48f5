"""All figures of one prediction under one rule set, and their record for files."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.facts.rules import LineCounts, RuleOutcomeFact, RulesFacts, UnseenFact
from verifier.domain.rules import Blind, Rule, RuleKind
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.fulfilment import Fulfilment, RuleOutcome, Scanned, fulfilment
from verifier.rules.precision import Precision, precision

DIGITS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleScore:
    """The result of a rule set for one prediction.

    `listed` are unread parts without influence: in files that the prediction did not change, or the
    same on both sides.
    """

    fulfilment: Fulfilment
    precision: Precision
    listed: tuple[Blind, ...]
    engine: str
    languages: tuple[str, ...] = ()

    @property
    def has_value(self) -> bool:
        """Whether the outcome of every rule is known; False means inconclusive."""
        return not self.fulfilment.unknown


def score(scanned: Scanned, lines: ChangedLines) -> RuleScore:
    """Score a prediction from the scans of both trees and the changed lines."""
    judged, covered = fulfilment(scanned), precision(scanned, lines)
    deciding = {blind for outcome in judged.unknown for blind in outcome.blind}
    deciding |= {*covered.added.blind, *covered.removed.blind}
    return RuleScore(
        fulfilment=judged,
        precision=covered,
        listed=tuple(b for b in scanned.predicted.blind if b not in deciding),
        engine=scanned.predicted.engine or scanned.base.engine,
        languages=_languages(scanned.rules),
    )


def _languages(rules: Sequence[Rule]) -> tuple[str, ...]:
    named = (rule.definition.get("languages") for rule in rules)
    return tuple(
        sorted({str(word) for words in named if isinstance(words, list) for word in words})
    )


def rule_facts(scored: RuleScore) -> RulesFacts:
    """Return the record of a score, for verdicts and files."""
    judged, covered = scored.fulfilment, scored.precision
    return RulesFacts(
        ifr=_round(judged.overall),
        ifr_plus=_round(judged.additive),
        ifr_minus=_round(judged.reductive),
        prec=_round(covered.overall),
        prec_plus=_round(covered.additive),
        prec_minus=_round(covered.reductive),
        rules={kind: _number(judged, kind) for kind in RuleKind},
        lines=LineCounts(added=covered.added.total, removed=covered.removed.total),
        covered=LineCounts(added=covered.added.covered, removed=covered.removed.covered),
        outcomes={o.rule: _outcome_fact(o) for o in judged.outcomes},
        unknown=tuple(fact_of_unread(b) for o in judged.unknown for b in o.blind),
        unseen_lines=tuple(map(fact_of_unread, covered.added.blind + covered.removed.blind)),
        listed=tuple(map(fact_of_unread, scored.listed)),
        languages=scored.languages,
        compat=judged.compat,
        engine=scored.engine,
    )


def _outcome_fact(judged: RuleOutcome) -> RuleOutcomeFact:
    return RuleOutcomeFact(
        kind=judged.kind, base=judged.base, predicted=judged.predicted, followed=judged.followed
    )


def fact_of_unread(blind: Blind) -> UnseenFact:
    """Return one unread part as a record."""
    return UnseenFact(
        path=blind.path.encode("utf-8", "backslashreplace").decode(),
        rule=blind.rule,
        reason=blind.reason,
        details=blind.details[:500],
    )


def _number(judged: Fulfilment, kind: RuleKind) -> int:
    return sum(outcome.kind is kind for outcome in judged.outcomes)


def _round(figure: float | None) -> float | None:
    return None if figure is None else round(figure, DIGITS)
