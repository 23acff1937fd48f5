"""CSV: one table a file, flat columns, `NaN` for a number that has no value."""

from verifier.frames.files import csv_text
from verifier.reports.rendering.frame import table_frame
from verifier.reports.table import Table


def render_csv(table: Table) -> str:
    """One table with a header line."""
    return csv_text(table_frame(table), missing="NaN")
