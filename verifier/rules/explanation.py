"""What each rule found in one prediction, and its effect on the figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.rules import Followed, Rule, RuleKind
from verifier.printable import printable
from verifier.rules.fulfilment import RuleOutcome
from verifier.rules.scoring import ScoredChange
from verifier.rules.source_lines import Read, SourceFinding, with_source


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleExplanation:
    """One rule: its findings on both trees, its contribution to IFR, and the lines that it covers.

    `contributed` is 1 / |rules| if it was followed, 0 if not, None if that is unknown. `covered`
    counts the added (additive) or removed (reductive) lines under its matches.
    """

    outcome: RuleOutcome
    message: str
    base: tuple[SourceFinding, ...]
    predicted: tuple[SourceFinding, ...]
    contributed: float | None
    covered: int


def explain(
    rules: Sequence[Rule], done: ScoredChange, *, read_base: Read, read_predicted: Read
) -> tuple[RuleExplanation, ...]:
    """Explain every rule, in the order of the set."""
    outcomes = {outcome.rule: outcome for outcome in done.score.fulfilment.outcomes}
    return tuple(
        RuleExplanation(
            outcome=outcomes[rule.id],
            message=printable(" ".join(str(rule.definition.get("message", "")).split())),
            base=with_source(done.base.of(rule.id), read_base),
            predicted=with_source(done.predicted.of(rule.id), read_predicted),
            contributed=_contribution(outcomes[rule.id], len(rules)),
            covered=_count_covered(rule, done),
        )
        for rule in rules
    )


def _contribution(outcome: RuleOutcome, rules: int) -> float | None:
    match outcome.followed:
        case Followed.YES:
            return 1 / rules
        case Followed.NO:
            return 0.0
        case Followed.UNKNOWN:
            return None


def _count_covered(rule: Rule, done: ScoredChange) -> int:
    if rule.kind is RuleKind.ADDITIVE:
        return len(done.predicted.lines(rule.id) & done.lines.added)
    return len(done.base.lines(rule.id) & done.lines.removed)
