"""CSV: one table per file, with flat columns; `NaN` marks a missing number."""

from verifier.frames.files import csv_text
from verifier.reports.rendering.frame import table_frame
from verifier.reports.table import Table


def render_csv(table: Table) -> str:
    """Render one table with a header line."""
    return csv_text(table_frame(table), missing="NaN")
