"""The tables of a mined data set, in reading order: one module per table."""

from typing import Any

from verifier.reports.instance_set import InstanceSet
from verifier.reports.set_tables.context import CONTEXT
from verifier.reports.set_tables.coverage import COVERAGE
from verifier.reports.set_tables.duplicates import DUPLICATES
from verifier.reports.set_tables.licences import LICENCES
from verifier.reports.set_tables.outcomes import OUTCOMES
from verifier.reports.set_tables.projects import PROJECTS
from verifier.reports.set_tables.purity import PURITY
from verifier.reports.set_tables.sizes import SIZES
from verifier.reports.set_tables.types import TYPES
from verifier.reports.set_tables.years import YEARS
from verifier.reports.table import Table, TableDeclaration

SET_TABLES: tuple[TableDeclaration[InstanceSet, Any], ...] = (
    TYPES,
    PROJECTS,
    YEARS,
    SIZES,
    PURITY,
    OUTCOMES,
    COVERAGE,
    CONTEXT,
    LICENCES,
    DUPLICATES,
)


def fill_set(found: InstanceSet) -> tuple[Table, ...]:
    """Fill every table that has data."""
    tables = (declaration.fill(found) for declaration in SET_TABLES)
    return tuple(table for table in tables if table.rows)
