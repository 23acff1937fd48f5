"""Tables for a terminal, drawn with rich."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from verifier.printable import printable
from verifier.reports.rendering.text import (
    LEGEND,
    cell_text,
    is_numeric,
    mean_figure,
    percent,
    without_empty_columns,
)
from verifier.reports.report import Report
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

if TYPE_CHECKING:
    from rich.table import Table as RichTable

NARROWEST, WIDEST = 80, 1000
KEY_WIDTH = 14


def render_terminal(report: Report, *, width: int, colour: bool) -> str:
    """Render the whole report, folded to `width` columns, or to more if a word needs it."""
    legend = f"{LEGEND}; a column without a value in any row is not shown"
    return terminal_tables(
        report.tables, notices=report.notices, legend=legend, width=width, colour=colour
    )


def terminal_tables(
    tables: Sequence[Table],
    *,
    width: int,
    notices: Sequence[str] = (),
    legend: str = "",
    colour: bool = False,
) -> str:
    """Render some tables, folded in the same way."""
    from rich.console import Console

    drawn = [_draw(table) for table in tables]
    for table in drawn:
        _set_widths(table, max(width, NARROWEST))
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(width, *map(_least_width, drawn), NARROWEST),
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for notice in notices:
        console.print(f"note: {printable(notice)}", style="yellow")
    for table in drawn:
        console.print()
        console.print(table)
    if legend:
        console.print(legend, style="dim")
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _least_width(table: "RichTable") -> int:
    """The width that the columns' longest words need. rich's own measure omits the gaps."""
    from rich.console import Console

    return Console(width=WIDEST).measure(table).minimum + 2 * len(table.columns)


def _set_widths(table: "RichTable", width: int) -> None:
    """Fix the columns' widths: the widest fold first, and none is narrower than its longest word.

    rich itself folds words of a column and cuts the last column although both would fit.
    """
    from rich.console import Console

    console = Console(width=WIDEST)
    measures = [
        [console.measure(text) for text in (column.header, *column.cells)]
        for column in table.columns
    ]
    least = [
        max(column.min_width or 0, *(m.minimum for m in found))
        for column, found in zip(table.columns, measures, strict=True)
    ]
    most = [
        max(low, *(m.maximum for m in found)) for low, found in zip(least, measures, strict=True)
    ]
    room = width - 2 * len(table.columns) - 1
    widths = least
    for cap in range(max(most, default=0) + 1):
        wider = [max(low, min(high, cap)) for low, high in zip(least, most, strict=True)]
        if sum(wider) > room:
            break
        widths = wider
    for column, fixed in zip(table.columns, widths, strict=True):
        column.width = fixed


def _draw(table: Table) -> "RichTable":
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(
        title=table.title,
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        title_justify="left",
        title_style="bold",
    )
    shown = without_empty_columns(table)
    for number, heading in enumerate(shown.headings):
        drawn.add_column(
            Text(heading.title),
            justify="right" if is_numeric(heading.kind) else "left",
            overflow="fold",
            min_width=KEY_WIDTH if number == 0 else None,
        )
    for row in shown.rows:
        cells = zip(row, shown.headings, strict=True)
        drawn.add_row(*(Text(_text(cell, heading.kind)) for cell, heading in cells))
    return drawn


def _text(cell: Cell, kind: Kind) -> str:
    """The figure, its counts and its interval on separate lines, which keeps columns narrow."""
    match cell:
        case Rate(value=float() as value) if kind is not Kind.COUNT_OF:
            unjudged = f" ?{cell.inconclusive}" if cell.inconclusive else ""
            lines = [percent(value), f"{cell.passed}/{cell.judged}{unjudged}"]
            if kind is Kind.RATE_WITH_INTERVAL and cell.interval is not None:
                lines.append(f"[{100 * cell.interval.low:.0f}-{100 * cell.interval.high:.0f}]")
            return "\n".join(lines)
        case Mean(value=float()):
            return f"{mean_figure(cell, kind)}\nn={cell.count}"
        case _:
            return printable(cell_text(cell, kind))
