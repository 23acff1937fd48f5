"""A table as a frame for CSV and Parquet: flat columns with declared types."""

from collections.abc import Callable
from typing import Any

import pandas as pd

from verifier.frames.columns import COUNT, NUMBER, TEXT, FrameColumn, frame_of
from verifier.reports.rendering.flat import Flat, FlatKind, flat_columns, flat_rows
from verifier.reports.table import Table

_KINDS = {FlatKind.TEXT: TEXT, FlatKind.COUNT: COUNT, FlatKind.NUMBER: NUMBER}


def table_frame(table: Table) -> pd.DataFrame:
    """Build a frame with one row per row of the table. Missing values stay missing."""
    columns = [
        FrameColumn[dict[str, Flat]](
            name=name, description=heading.description, kind=_KINDS[kind], value=_cell(name)
        )
        for heading in table.headings
        for name, kind in flat_columns(heading)
    ]
    return frame_of(flat_rows(table), columns)


def _cell(name: str) -> Callable[[dict[str, Flat]], Any]:
    return lambda row: row[name]
