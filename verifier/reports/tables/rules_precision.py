"""PREC and the number of lines that a prediction changes (CodeTaste, table 5)."""

from verifier.reports.material import ReportData
from verifier.reports.rule_scores import (
    LABELS,
    NUMBER,
    RuleGroup,
    RuleVerdict,
    amount_column,
    rule_groups,
    share_column,
)
from verifier.reports.table import TableDeclaration


def collect(material: ReportData) -> tuple[RuleGroup, ...]:
    """One group per model, track and mode."""
    return rule_groups(material)


def _all_lines(member: RuleVerdict) -> float | None:
    added, removed = member.lines("added"), member.lines("removed")
    return None if added is None or removed is None else added + removed


RULES_PRECISION = TableDeclaration(
    name="rules-precision",
    title="Precision under the rules",
    description="Share of the changed lines that rules cover: what is not covered was not asked"
    " for. Means over instances.",
    columns=(
        *LABELS,
        NUMBER,
        share_column("prec", "PREC", "Of all changed lines.", lambda m: m.figure("prec")),
        share_column("prec_plus", "PREC+", "Of the added lines.", lambda m: m.figure("prec_plus")),
        share_column(
            "prec_minus", "PREC-", "Of the removed lines.", lambda m: m.figure("prec_minus")
        ),
        amount_column("lines", "|L|", "Changed lines.", _all_lines),
        amount_column("lines_added", "|L+|", "Added lines.", lambda m: m.lines("added")),
        amount_column("lines_removed", "|L-|", "Removed lines.", lambda m: m.lines("removed")),
    ),
    collect=collect,
)
