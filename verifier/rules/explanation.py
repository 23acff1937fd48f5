"""What each rule saw in one prediction, and what it did to the figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.fulfilment import Followed, RuleOutcome
from verifier.rules.score import RuleScore
from verifier.rules.source_lines import Read, SourceFinding, with_source


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleExplanation:
    """One rule: its findings on both trees, what it adds to IFR and which lines it covers.

    `contributed` is 1 / |rules| where it was followed, 0 where not, None where nobody knows.
    `covered` counts the added (additive) or removed (reductive) lines under its matches.
    """

    outcome: RuleOutcome
    message: str
    base: tuple[SourceFinding, ...]
    predicted: tuple[SourceFinding, ...]
    contributed: float | None
    covered: int


def explain(  # noqa: PLR0913
    rules: Sequence[Rule],
    scored: RuleScore,
    base: Scan,
    predicted: Scan,
    lines: ChangedLines,
    *,
    read_base: Read,
    read_predicted: Read,
) -> tuple[RuleExplanation, ...]:
    """Every rule in the order of the set."""
    outcomes = {outcome.rule: outcome for outcome in scored.fulfilment.outcomes}
    return tuple(
        RuleExplanation(
            outcome=outcomes[rule.id],
            message=" ".join(str(rule.definition.get("message", "")).split()),
            base=with_source(base.of(rule.id), read_base),
            predicted=with_source(predicted.of(rule.id), read_predicted),
            contributed=_contributed(outcomes[rule.id], len(rules)),
            covered=_covered(rule, base, predicted, lines),
        )
        for rule in rules
    )


def _contributed(outcome: RuleOutcome, rules: int) -> float | None:
    match outcome.followed:
        case Followed.YES:
            return 1 / rules
        case Followed.NO:
            return 0.0
        case Followed.UNKNOWN:
            return None


def _covered(rule: Rule, base: Scan, predicted: Scan, lines: ChangedLines) -> int:
    if rule.kind is RuleKind.ADDITIVE:
        return len(predicted.lines(rule.id) & lines.added)
    return len(base.lines(rule.id) & lines.removed)
