"""JSON: every table with its columns' descriptions. A missing value is `null`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.declared import to_plain
from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import JsonValue
from verifier.reports.rendering.flat import Flat, flat_rows
from verifier.reports.report import Report
from verifier.reports.table import Kind, Table


@dataclass(frozen=True, kw_only=True, slots=True)
class ColumnRecord(Described):
    """One column of a table. In rows, a rate or a mean has several keys."""

    name: str
    """The prefix of its keys in rows."""
    title: str
    """Its heading."""
    description: str
    """What the column means."""
    kind: Kind
    """The kind of value, which decides the keys: `_low` and `_high` are the ends of an interval;
    `_passed`, `_judged`, `_inconclusive` and `_n` are the counts behind a figure.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRecord(Described):
    """One table."""

    title: str
    """Its title."""
    description: str
    """What the table shows."""
    columns: tuple[ColumnRecord, ...]
    """Its columns."""
    rows: tuple[Mapping[str, Flat], ...]
    """Its rows, by the columns' keys; null for a missing value."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportRecord(Described):
    """The output of `report --format json`."""

    runs: Mapping[str, Mapping[str, JsonValue]]
    """The `run.json` of each run, by the run's name."""
    notices: tuple[str, ...]
    """Notes on input that was left out or looks wrong."""
    tables: Mapping[str, TableRecord]
    """The tables by name."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def render_json(report: Report) -> str:
    """Render the whole report."""
    record = ReportRecord(
        runs=report.material.ledger.meta,
        notices=tuple(report.notices),
        tables={table.name: _table(table) for table in report.tables},
    )
    return json.dumps(to_plain(record), indent=2, allow_nan=False) + "\n"


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
