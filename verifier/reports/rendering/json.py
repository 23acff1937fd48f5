"""JSON: every table with its columns' descriptions; `null` for what has no value."""

import json

from verifier.reports.rendering.flat import flat_rows
from verifier.reports.report import Report
from verifier.reports.table import Table


def render_json(report: Report) -> str:
    """The whole report."""
    data = {
        "runs": {name: dict(meta) for name, meta in report.material.ledger.meta.items()},
        "notices": list(report.notices),
        "tables": {table.name: _table(table) for table in report.tables},
    }
    return json.dumps(data, indent=2, allow_nan=False) + "\n"


def _table(table: Table) -> dict[str, object]:
    return {
        "title": table.title,
        "description": table.description,
        "columns": [
            {
                "name": heading.name,
                "title": heading.title,
                "description": heading.description,
                "kind": str(heading.kind),
            }
            for heading in table.headings
        ],
        "rows": flat_rows(table),
    }
