"""CSV: one table a file, flat columns, `NaN` for a number that has no value."""

import csv
import io

from verifier.reports.rendering.flat import Flat, flat_names, flat_rows
from verifier.reports.table import Table


def render_csv(table: Table) -> str:
    """One table with a header line."""
    names = [name for heading in table.headings for name in flat_names(heading)]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=names, lineterminator="\n")
    writer.writeheader()
    for row in flat_rows(table):
        writer.writerow({name: _written(value) for name, value in row.items()})
    return stream.getvalue()


def _written(value: Flat) -> str | int | float:
    """A text that a spreadsheet would run as a formula is quoted with an apostrophe."""
    if value is None:
        return "NaN"
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return f"'{value}"
    return value
