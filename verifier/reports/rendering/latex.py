"""LaTeX tables for a paper: booktabs, with one `table` environment per table."""

from verifier.reports.rendering.text import cell_text, is_numeric
from verifier.reports.report import Report
from verifier.reports.table import Table

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "\N{EN DASH}": "--",
    "±": r"$\pm$",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
}


def render_latex(report: Report) -> str:
    """Render every table, with the notices as comments."""
    parts = [r"% needs \usepackage{booktabs} and \usepackage{graphicx}"]
    parts += [f"% {' '.join(notice.split())}" for notice in report.notices]
    parts += [_table(table) for table in report.tables]
    return "\n\n".join(parts) + "\n"


def _table(table: Table) -> str:
    layout = "".join("r" if is_numeric(h.kind) else "l" for h in table.headings)
    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{escape(table.title)}. {escape(table.description)}}}",
        rf"  \label{{tab:{table.name}}}",
        r"  \resizebox{\textwidth}{!}{%",
        rf"  \begin{{tabular}}{{{layout}}}",
        r"    \toprule",
        _line([h.title for h in table.headings]),
        r"    \midrule",
    ]
    for row in table.rows:
        cells = zip(row, table.headings, strict=True)
        lines.append(_line([cell_text(cell, heading.kind) for cell, heading in cells]))
    lines += [r"    \bottomrule", r"  \end{tabular}}", r"\end{table}"]
    return "\n".join(lines)


def _line(texts: list[str]) -> str:
    return "    " + " & ".join(escape(text) for text in texts) + r" \\"


def escape(text: str) -> str:
    """Escape text for LaTeX, on one line. Control characters are dropped."""
    plain = "".join(c for c in " ".join(text.split()) if c.isprintable())
    return "".join(_SPECIAL.get(character, character) for character in plain)
