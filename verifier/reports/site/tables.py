"""The tables of the report as a site shows them: ranked on the index, and those of one setting."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.domain.prediction import is_reference
from verifier.reports.material import ReportData
from verifier.reports.report import Report
from verifier.reports.setting_groups import DECIDING, LABELS, SettingGroup, setting_groups
from verifier.reports.statistics import Rate
from verifier.reports.table import Cell, Table
from verifier.reports.tables.costs import COSTS
from verifier.reports.tables.models import MODELS
from verifier.reports.tables.settings import SETTINGS

_BY_GROUP = frozenset({SETTINGS.name, COSTS.name})
"""The tables with one row per setting, in the order of `setting_groups`."""


def rank(table: Table, material: ReportData) -> Table:
    """Sort a table of models by the report's headline: the best first, then those without a value,
    then the references. No other table is changed.
    """
    if table.name != MODELS.name:
        return table
    headline = "success" if material.headline is None else material.headline.name
    names = [heading.name for heading in table.headings]
    at = names.index(headline)
    return replace(table, rows=tuple(sorted(table.rows, key=lambda row: _place(row, at))))


def _place(row: Sequence[Cell], at: int) -> tuple[bool, bool, float]:
    cell = row[at]
    value = cell.value if isinstance(cell, Rate) else None
    return is_reference(str(row[0])), value is None, -(value or 0.0)


def tables_of(report: Report, name: str) -> tuple[Table, ...]:
    """The rows of one setting, from the tables whose first column is the model.

    A table without such a row is left out.
    """
    groups = [_name_of(group, report.material) for group in setting_groups(report.material)]
    chosen = (_choose(table, name, groups) for table in report.tables)
    return tuple(table for table in chosen if table.rows)


def _choose(table: Table, name: str, groups: Sequence[str | None]) -> Table:
    if not table.headings or table.headings[0].name != "model":
        return replace(table, rows=())
    owners = groups if table.name in _BY_GROUP else [row[0] for row in table.rows]
    rows = (row for row, owner in zip(table.rows, owners, strict=True) if owner == name)
    return replace(table, rows=tuple(rows))


def _name_of(group: SettingGroup, material: ReportData) -> str | None:
    """The setting's name; None if only missing answers have it."""
    return material.name_of(group.verdicts[0]) if group.verdicts else None


def facts_of_setting(report: Report, name: str) -> list[Mapping[str, str]]:
    """What decides the answers of a setting, as the table of settings says it. Empty for references."""
    group = next(
        (g for g in setting_groups(report.material) if _name_of(g, report.material) == name), None
    )
    if group is None:
        return []
    cells = ((column.title, column.value(group)) for column in (*LABELS[1:], *DECIDING))
    return [{"name": title, "value": str(value)} for title, value in cells if value]
