"""IFR+, IFR- and PASS by track, mode and model (CodeTaste, table 3)."""

from verifier.reports.material import ReportData
from verifier.reports.rule_scores import (
    IFR_MINUS,
    IFR_PLUS,
    LABELS,
    NUMBER,
    PASS,
    RuleGroup,
    rule_groups,
)
from verifier.reports.table import TableDeclaration


def collect(material: ReportData) -> tuple[RuleGroup, ...]:
    """Groups sorted by track and mode first, as in the paper."""
    groups = rule_groups(material)
    return tuple(sorted(groups, key=lambda group: group.labels[1:]))


RULES_FOLLOWING = TableDeclaration(
    name="rules-following",
    title="Rules followed",
    description="Mean over instances with its 95 % interval; PASS counts tests, and is less strict"
    " than success.",
    columns=(LABELS[1], LABELS[2], LABELS[0], NUMBER, IFR_PLUS, IFR_MINUS, PASS),
    collect=collect,
)
