"""All the figures of one prediction under one rule set, and their record for files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.outcome import JsonValue
from verifier.domain.rules import Blind, Rule, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.fulfilment import Change, Fulfilment, fulfilment
from verifier.rules.precision import Precision, precision

DIGITS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleScore:
    """What a rule set says of one prediction.

    `listed` are the unknowns that decide nothing: in files that the prediction left alone, or the
    same on both sides.
    """

    fulfilment: Fulfilment
    precision: Precision
    listed: tuple[Blind, ...]
    engine: str
    languages: tuple[str, ...] = ()

    @property
    def has_value(self) -> bool:
        """Whether every rule could be told: False is inconclusive."""
        return not self.fulfilment.unknown


def score(  # noqa: PLR0913
    rules: Sequence[Rule],
    base: Scan,
    predicted: Scan,
    lines: ChangedLines,
    change: Change,
    *,
    compat: bool = False,
) -> RuleScore:
    """Score a prediction from the scans of the base and the predicted tree."""
    judged = fulfilment(rules, base, predicted, change, compat=compat)
    covered = precision(rules, base, predicted, lines, change, compat=compat)
    deciding = {blind for outcome in judged.unknown for blind in outcome.blind}
    deciding |= {*covered.added.blind, *covered.removed.blind}
    return RuleScore(
        fulfilment=judged,
        precision=covered,
        listed=tuple(b for b in predicted.blind if b not in deciding),
        engine=predicted.engine or base.engine,
        languages=_languages(rules),
    )


def _languages(rules: Sequence[Rule]) -> tuple[str, ...]:
    named = (rule.definition.get("languages") for rule in rules)
    return tuple(
        sorted({str(word) for words in named if isinstance(words, list) for word in words})
    )


def as_data(scored: RuleScore) -> dict[str, JsonValue]:
    """The record of a score: what `docs/checks/rules.md` names; None is 'no value'."""
    judged, covered = scored.fulfilment, scored.precision
    return {
        "ifr": _rounded(judged.overall),
        "ifr_plus": _rounded(judged.additive),
        "ifr_minus": _rounded(judged.reductive),
        "prec": _rounded(covered.overall),
        "prec_plus": _rounded(covered.additive),
        "prec_minus": _rounded(covered.reductive),
        "rules": {str(kind): _number(judged, kind) for kind in RuleKind},
        "lines": {"added": covered.added.total, "removed": covered.removed.total},
        "covered": {"added": covered.added.covered, "removed": covered.removed.covered},
        "outcomes": {
            o.rule: {
                "kind": str(o.kind),
                "base": o.base,
                "predicted": o.predicted,
                "followed": str(o.followed),
            }
            for o in judged.outcomes
        },
        "unknown": [blind_words(b) for o in judged.unknown for b in o.blind],
        "unseen_lines": [blind_words(b) for b in covered.added.blind + covered.removed.blind],
        "listed": [blind_words(b) for b in scored.listed],
        "languages": list(scored.languages),
        "compat": judged.compat,
        "engine": scored.engine,
    }


def blind_words(blind: Blind) -> Mapping[str, JsonValue]:
    """One unknown as a record."""
    return {
        "path": blind.path.encode("utf-8", "backslashreplace").decode(),
        "rule": blind.rule,
        "reason": str(blind.reason),
        "details": blind.details[:500],
    }


def _number(judged: Fulfilment, kind: RuleKind) -> int:
    return sum(outcome.kind is kind for outcome in judged.outcomes)


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, DIGITS)
