"""What every HTML page is made with: one file, no other host, hostile text inert (docs/adr/0006-report-page.md)."""

import base64
import hashlib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from verifier.printable import visible
from verifier.reports.plot_frame import Plot
from verifier.reports.rendering.text import is_numeric, shown_cell
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

_TEMPLATES = "templates"
_COMMON_SCRIPT = "page.js"


def render_page(template: str, script: str, tables: tuple[Table, ...], **words: Any) -> str:
    """A template with the style, the one script that may run, and the tables; `words` are its own values."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(_resource), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["cell"] = shown_cell
    environment.filters["sort_key"] = sort_key
    whole = _resource(_COMMON_SCRIPT) + _resource(script)
    text = environment.get_template(template).render(
        style=Markup(_resource("report.css")),  # noqa: S704 - our own file
        script=Markup(whole),  # noqa: S704 - our own file
        script_hash=_hash(whole),
        tables=[_table(table) for table in tables],
        inert=Markup,
        **words,
    )
    return visible(text)


def shown_plots(plots: tuple[Plot, ...]) -> list[Mapping[str, Any]]:
    """The plots as the templates take them."""
    from markupsafe import Markup

    return [
        {"plot": plot, "svg": Markup(plot.svg)}  # noqa: S704 - escaped where it is drawn
        for plot in plots
    ]


def _resource(name: str) -> str:
    folder = resources.files("verifier.reports") / _TEMPLATES
    return (folder / name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def sort_key(cell: Cell) -> str:
    """What a column sorts by; empty for what has no value, which goes last either way."""
    match cell:
        case Rate() | Mean():
            return "" if cell.value is None else repr(cell.value)
        case None:
            return ""
        case _:
            return str(cell)


def _table(table: Table) -> Mapping[str, Any]:
    headings = [
        {
            "title": heading.title,
            "description": heading.description,
            "numeric": is_numeric(heading.kind),
            "kind": heading.kind,
        }
        for heading in table.headings
    ]
    rows = [list(zip(row, headings, strict=True)) for row in table.rows]
    return {"table": table, "headings": headings, "rows": rows, "wide": _is_wide(table)}


def _is_wide(table: Table) -> bool:
    """Whether long texts stand in it, which then may wrap."""
    return sum(heading.kind is Kind.TEXT for heading in table.headings) > len(table.headings) / 2
