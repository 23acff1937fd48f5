"""JSON: every table with its columns' descriptions; `null` for what has no value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.declared import declared
from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import JsonValue
from verifier.reports.rendering.flat import Flat, flat_rows
from verifier.reports.report import Report
from verifier.reports.table import Kind, Table


@dataclass(frozen=True, kw_only=True, slots=True)
class ColumnRecord(Described):
    """One column, as a person reads it; in rows a rate or a mean takes several keys."""

    name: str
    """The name that its keys begin with."""
    title: str
    """Its heading."""
    description: str
    """What it says."""
    kind: Kind
    """What it holds, and so which keys: `_low` and `_high` are the ends of an interval, `_passed`,
    `_judged`, `_inconclusive` and `_n` what a figure rests on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRecord(Described):
    """One table."""

    title: str
    """Its title."""
    description: str
    """What it shows."""
    columns: tuple[ColumnRecord, ...]
    """Its columns."""
    rows: tuple[Mapping[str, Flat], ...]
    """Its rows by the columns' keys; null where there is no value."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportRecord(Described):
    """What `report --format json` writes."""

    runs: Mapping[str, Mapping[str, JsonValue]]
    """The `run.json` of each run, by the run's name."""
    notices: tuple[str, ...]
    """What was left out or is odd."""
    tables: Mapping[str, TableRecord]
    """The tables by their names."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def render_json(report: Report) -> str:
    """The whole report."""
    record = ReportRecord(
        runs=report.material.ledger.meta,
        notices=tuple(report.notices),
        tables={table.name: _table(table) for table in report.tables},
    )
    return json.dumps(declared(record), indent=2, allow_nan=False) + "\n"


def _table(table: Table) -> TableRecord:
    return TableRecord(
        title=table.title,
        description=table.description,
        columns=tuple(
            ColumnRecord(
                name=heading.name,
                title=heading.title,
                description=heading.description,
                kind=heading.kind,
            )
            for heading in table.headings
        ),
        rows=tuple(flat_rows(table)),
    )
