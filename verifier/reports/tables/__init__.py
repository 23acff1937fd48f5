"""The tables of a report, one module per table. `TABLES` lists them in reading order."""

from dataclasses import replace
from typing import Any

from verifier.reports.material import ReportData
from verifier.reports.measures import Measure
from verifier.reports.table import Table, TableColumn, TableDeclaration, interval_column
from verifier.reports.tables.agreement import AGREEMENT
from verifier.reports.tables.behaviour import BEHAVIOUR
from verifier.reports.tables.checks import CHECKS
from verifier.reports.tables.classes import CLASSES
from verifier.reports.tables.costs import COSTS
from verifier.reports.tables.coverage import COVERAGE
from verifier.reports.tables.disagreements import DISAGREEMENTS
from verifier.reports.tables.failures import FAILURES, READ
from verifier.reports.tables.finish_reasons import FINISH_REASONS
from verifier.reports.tables.funnel import FUNNEL
from verifier.reports.tables.models import MODELS, label_models
from verifier.reports.tables.paired import PAIRED
from verifier.reports.tables.pass_at_k import PASS_AT_K
from verifier.reports.tables.projects import PROJECTS
from verifier.reports.tables.reasons import REASONS
from verifier.reports.tables.rules_alignment import RULES_ALIGNMENT, RULES_TYPES
from verifier.reports.tables.rules_following import RULES_FOLLOWING
from verifier.reports.tables.rules_precision import RULES_PRECISION
from verifier.reports.tables.rules_sanity import RULES_SANITY
from verifier.reports.tables.sanity import SANITY
from verifier.reports.tables.settings import SETTINGS
from verifier.reports.tables.types import TYPES, count_types
from verifier.reports.tables.validated import VALIDATED

ALWAYS = frozenset({MODELS.name, TYPES.name, CLASSES.name})
"""Tables that appear even if they are empty. All others need at least one row."""


TABLES: tuple[TableDeclaration[Any, Any], ...] = (
    MODELS,
    TYPES,
    CLASSES,
    PROJECTS,
    SETTINGS,
    PAIRED,
    COSTS,
    PASS_AT_K,
    REASONS,
    FAILURES,
    READ,
    CHECKS,
    COVERAGE,
    BEHAVIOUR,
    SANITY,
    RULES_FOLLOWING,
    RULES_ALIGNMENT,
    RULES_TYPES,
    RULES_PRECISION,
    RULES_SANITY,
    FINISH_REASONS,
    AGREEMENT,
    DISAGREEMENTS,
    FUNNEL,
    VALIDATED,
)


def fill_all(material: ReportData) -> tuple[Table, ...]:
    """Fill every table that has data, and those in `ALWAYS`."""
    tables = (_choose_form(declaration, material).fill(material) for declaration in TABLES)
    return tuple(table for table in tables if table.rows or table.name in ALWAYS)


def _choose_form(
    table: TableDeclaration[Any, Any], material: ReportData
) -> TableDeclaration[Any, Any]:
    """The form of a table that the user asked for: types as counts, models with their labels.

    Tables of success have the report's headline in addition, if not every prediction was asked for
    success.
    """
    if table is TYPES and material.counts:
        return count_types(material)
    headline = material.headline if table in _HEADED else None
    if table is MODELS and material.labels is not None:
        table = label_models(material.labels)
    return table if headline is None else with_headline(table, headline)


_HEADED = (MODELS, TYPES, CLASSES, PROJECTS, SETTINGS)


def with_headline(
    table: TableDeclaration[Any, Any], headline: Measure
) -> TableDeclaration[Any, Any]:
    """Insert the headline before success."""
    column: TableColumn[Any] = interval_column(
        headline.name,
        headline.title,
        f"Predictions for which this holds: {headline.meaning}. It is the strongest measure that every"
        " prediction was asked for; one that fails an earlier check does not pass.",
        lambda row: row.rate(headline.status),
    )
    at = [each.name for each in table.columns].index("success")
    return replace(table, columns=(*table.columns[:at], column, *table.columns[at:]))
