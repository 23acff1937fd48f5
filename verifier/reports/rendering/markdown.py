"""GitHub-flavoured Markdown: pipe tables, hostile text escaped."""

import re

from verifier.printable import visible
from verifier.reports.rendering.text import LEGEND, cell_text, is_numeric
from verifier.reports.report import Report
from verifier.reports.table import Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def render_markdown(report: Report) -> str:
    """The whole report."""
    parts = ["# Refactoring report\n"]
    parts += [f"> {escape(notice)}\n" for notice in report.notices]
    parts += [table_markdown(table) for table in report.tables]
    parts.append(f"{escape(LEGEND)}\n")
    return "\n".join(parts)


def table_markdown(table: Table) -> str:
    """One table with its title and what it says."""
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
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(text.split())))
