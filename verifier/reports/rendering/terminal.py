"""Tables for a terminal, drawn by rich."""

import io

from verifier.reports.rendering.text import LEGEND, cell_text, is_numeric
from verifier.reports.report import Report
from verifier.reports.table import Table

NARROWEST = 80


def render_terminal(report: Report, *, width: int, colour: bool) -> str:
    """The whole report, folded to `width` columns."""
    from rich.console import Console

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=max(width, NARROWEST),
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for notice in report.notices:
        console.print(f"note: {printable(notice)}", style="yellow")
    for table in report.tables:
        console.print()
        console.print(_drawn(table))
    console.print(LEGEND, style="dim")
    return stream.getvalue()


def _drawn(table: Table) -> "object":
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(
        title=table.title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold"
    )
    for heading in table.headings:
        justify = "right" if is_numeric(heading.kind) else "left"
        drawn.add_column(Text(heading.title), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in table.rows:
        cells = zip(row, table.headings, strict=True)
        drawn.add_row(*(Text(printable(cell_text(c, h.kind))) for c, h in cells))
    return drawn


def printable(text: str) -> str:
    """Text without control characters: what a record holds must not drive the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
