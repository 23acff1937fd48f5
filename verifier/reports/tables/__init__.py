"""One table, one module; `fill_all` lists them in the order in which a reader wants them."""

from verifier.reports.material import Material
from verifier.reports.table import Table
from verifier.reports.tables.agreement import AGREEMENT
from verifier.reports.tables.behaviour import BEHAVIOUR
from verifier.reports.tables.checks import CHECKS
from verifier.reports.tables.classes import CLASSES
from verifier.reports.tables.disagreements import DISAGREEMENTS
from verifier.reports.tables.finish_reasons import FINISH_REASONS
from verifier.reports.tables.funnel import FUNNEL
from verifier.reports.tables.models import MODELS
from verifier.reports.tables.pass_at_k import PASS_AT_K
from verifier.reports.tables.projects import PROJECTS
from verifier.reports.tables.reasons import REASONS
from verifier.reports.tables.rules_alignment import RULES_ALIGNMENT, RULES_TYPES
from verifier.reports.tables.rules_following import RULES_FOLLOWING
from verifier.reports.tables.rules_precision import RULES_PRECISION
from verifier.reports.tables.rules_sanity import RULES_SANITY
from verifier.reports.tables.sanity import SANITY
from verifier.reports.tables.types import TYPES

ALWAYS = frozenset({MODELS.name, TYPES.name, CLASSES.name})
"""Shown even without a row; every other table only with rows."""


def fill_all(material: Material) -> tuple[Table, ...]:
    """Every table that has something to show."""
    tables = (
        MODELS.fill(material),
        TYPES.fill(material),
        CLASSES.fill(material),
        PROJECTS.fill(material),
        PASS_AT_K.fill(material),
        REASONS.fill(material),
        CHECKS.fill(material),
        BEHAVIOUR.fill(material),
        SANITY.fill(material),
        RULES_FOLLOWING.fill(material),
        RULES_ALIGNMENT.fill(material),
        RULES_TYPES.fill(material),
        RULES_PRECISION.fill(material),
        RULES_SANITY.fill(material),
        FINISH_REASONS.fill(material),
        AGREEMENT.fill(material),
        DISAGREEMENTS.fill(material),
        FUNNEL.fill(material),
    )
    return tuple(table for table in tables if table.rows or table.name in ALWAYS)
