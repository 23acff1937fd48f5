"""PASS, alignment and IFR by model, track and mode (CodeTaste, table 4)."""

from verifier.reports.material import ReportData
from verifier.reports.rule_scores import (
    IFR,
    IFR_MINUS,
    IFR_PLUS,
    LABELS,
    LANGUAGE,
    NUMBER,
    PASS,
    TYPE,
    UNKNOWN,
    RuleGroup,
    amount_column,
    rule_groups,
    share_column,
)
from verifier.reports.table import TableDeclaration

_FIGURES = (
    PASS,
    share_column("a", "A", "Alignment: PASS times IFR.", lambda m: m.product_with("ifr")),
    share_column("a_plus", "A+", "PASS times IFR+.", lambda m: m.product_with("ifr_plus")),
    share_column("a_minus", "A-", "PASS times IFR-.", lambda m: m.product_with("ifr_minus")),
    IFR,
    IFR_PLUS,
    IFR_MINUS,
    share_column("strict", "Strict", "Every rule followed, and PASS.", lambda m: m.strict),
)


def collect(material: ReportData) -> tuple[RuleGroup, ...]:
    """One group per model, track and mode; the golden and the empty patch come last."""
    return rule_groups(material)


def collect_types(material: ReportData) -> tuple[RuleGroup, ...]:
    """The same groups, divided further by language and type."""
    return rule_groups(material, lambda m: (m.languages, str(m.verdict.task_type or "any")))


RULES_ALIGNMENT = TableDeclaration(
    name="rules-alignment",
    title="Rules and tests",
    description="Mean over instances with its 95 % interval; the golden patch should have IFR 100,"
    " the empty one 0.",
    columns=(
        *LABELS,
        NUMBER,
        UNKNOWN,
        *_FIGURES,
        amount_column(
            "cost",
            "Cost",
            "Mean price of a prediction in US dollars, if predictions state it.",
            lambda m: m.verdict.circumstances.cost_usd,
        ),
    ),
    collect=collect,
)
RULES_TYPES = TableDeclaration(
    name="rules-types",
    title="Rules and tests by language and type",
    description="The same figures for each language of the rules and each refactoring type.",
    columns=(*LABELS, LANGUAGE, TYPE, NUMBER, UNKNOWN, *_FIGURES),
    collect=collect_types,
)
