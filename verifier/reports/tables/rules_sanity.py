"""The IFR of the golden and the empty patch, which shows whether a rule set is valid."""

from dataclasses import dataclass

from verifier.domain.prediction import EMPTY, GOLDEN, is_reference
from verifier.printable import list_first
from verifier.reports.material import ReportData
from verifier.reports.rule_scores import RuleVerdict, rule_verdicts
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableDeclaration,
    rate_column,
    text_column,
)

MOST_NAMED = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleSanity:
    """A reference prediction and its expected IFR."""

    model: str
    expected: float
    members: tuple[RuleVerdict, ...]

    @property
    def rate(self) -> Rate:
        """The share with the expected IFR among those whose IFR is known."""
        known = [m for m in self.members if m.figure("ifr") is not None]
        return Rate(
            passed=len(known) - len(self.broken),
            judged=len(known),
            inconclusive=len(self.members) - len(known),
        )

    @property
    def broken(self) -> tuple[RuleVerdict, ...]:
        """Members with another IFR: their rule sets are broken."""
        return tuple(m for m in self.members if m.figure("ifr") not in (None, self.expected))

    @property
    def names(self) -> str:
        """Name the broken members with their IFR, or say that there are no verdicts."""
        if not self.members:
            return f"not verified: see refverify predictions {self.model}"
        named = [f"{m.verdict.instance_id} ({m.figure('ifr')})" for m in self.broken]
        return list_first(named, MOST_NAMED)


def collect(material: ReportData) -> tuple[RuleSanity, ...]:
    """One row for each form of the golden patch and one for the empty patch, even if not verified.

    Empty if no verdict has rule figures.
    """
    members = rule_verdicts(material)
    if not members:
        return ()
    models = {m.verdict.model_name_or_path for m in members}
    goldens = sorted(m for m in models if is_reference(m) and m != EMPTY) or [GOLDEN]
    wanted = (*((model, 1.0) for model in goldens), (EMPTY, 0.0))
    return tuple(
        RuleSanity(
            model=model,
            expected=expected,
            members=tuple(m for m in members if m.verdict.model_name_or_path == model),
        )
        for model, expected in wanted
    )


RULES_SANITY = TableDeclaration(
    name="rules-sanity",
    title="Sanity of the rule sets",
    description="The golden patch must follow every rule and the empty patch none; an exception is"
    " a broken rule set.",
    columns=(
        text_column("model", "Reference", "The reference prediction.", lambda row: row.model),
        text_column("expected", "Expected IFR", "Of every one.", lambda row: f"{row.expected}"),
        rate_column(
            "as_expected",
            "As expected",
            "Those that have it, of those with a known IFR.",
            lambda row: row.rate,
        ),
        text_column(
            "broken", "Broken rule sets", "Instances with another IFR.", lambda row: row.names
        ),
    ),
    collect=collect,
)
