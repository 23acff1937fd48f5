"""Format rows of a dataclass as a plain table."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any


def as_table(rows: Sequence[Any]) -> str:
    """Format one line per row under the fields' names, with numbers right-aligned. Empty for no
    rows.
    """
    if not rows:
        return ""
    names = [f.name for f in fields(rows[0])]
    cells = [[_cell(value) for value in asdict(row).values()] for row in rows]
    widths = [max(len(row[i]) for row in [names, *cells]) for i in range(len(names))]
    numeric = [isinstance(value, int | float) for value in asdict(rows[0]).values()]
    return "\n".join(
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in [names, *cells]
    )


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def as_markdown(rows: Sequence[Any]) -> str:
    """Format the rows as a Markdown table."""
    if not rows:
        return ""
    names = [f.name.replace("_", " ") for f in fields(rows[0])]
    lines = [names, ["---"] * len(names)]
    lines += [[_cell(value) for value in asdict(row).values()] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
