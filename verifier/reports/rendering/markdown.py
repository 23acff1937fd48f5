"""GitHub-flavoured Markdown: pipe tables with escaped text."""

import re

from verifier.printable import visible
from verifier.reports.rendering.text import LEGEND, cell_text, is_numeric
from verifier.reports.report import Report
from verifier.reports.table import Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render_markdown(report: Report) -> str:
    """Render the whole report."""
    parts = ["# Refactoring report\n"]
    parts += [f"> {escape(notice)}\n" for notice in report.notices]
    parts += [table_markdown(table) for table in report.tables]
    parts.append(f"{escape(LEGEND)}\n")
    return "\n".join(parts)


def table_markdown(table: Table) -> str:
    """Render one table with its title and description."""
    titles = " | ".join(escape(h.title) for h in table.headings)
    rules = " | ".join("---:" if is_numeric(h.kind) else "---" for h in table.headings)
    lines = [f"## {escape(table.title)}", "", escape(table.description), ""]
    lines += [f"| {titles} |", f"| {rules} |"]
    for row in table.rows:
        cells = zip(row, table.headings, strict=True)
        texts = (escape(cell_text(cell, heading.kind)) for cell, heading in cells)
        lines.append(f"| {' | '.join(texts)} |")
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Escape text for Markdown, on one line."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(text.split())))
