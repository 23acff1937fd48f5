"""The common parts of every HTML page: one file, no external resources, escaped text
(docs/adr/0006-report-page.md).
"""

import base64
import hashlib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from verifier.printable import visible
from verifier.reports.plot_frame import Plot
from verifier.reports.rendering.text import is_numeric, split_cell
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

_TEMPLATES = "templates"
_COMMON_SCRIPT = "page.js"


def render_page(template: str, script: str, tables: tuple[Table, ...], **words: Any) -> str:
    """Render a template with the style, the only script that may run, and the tables.

    `words` are the template's own values.
    """
    from markupsafe import Markup

    whole = _resource(_COMMON_SCRIPT) + _resource(script)
    return _render(
        template,
        script=Markup(whole),  # noqa: S704 - our own file
        script_hash=_hash(whole),
        tables=[_table(table) for table in tables],
        inert=Markup,
        **words,
    )


def render_still_page(template: str, style: str, **words: Any) -> str:
    """Render a template that needs no script, with a style of its own; no script may run."""
    from markupsafe import Markup

    return _render(template, own_style=Markup(_resource(style)), **words)  # noqa: S704 - our own file


def _render(template: str, **words: Any) -> str:
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(_resource), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["cell"] = split_cell
    environment.filters["sort_key"] = sort_key
    style = Markup(_resource("report.css"))  # noqa: S704 - our own file
    return visible(environment.get_template(template).render(style=style, **words))


def prepare_plots(plots: tuple[Plot, ...]) -> list[Mapping[str, Any]]:
    """Prepare the plots for the templates."""
    from markupsafe import Markup

    return [
        {"plot": plot, "svg": Markup(plot.svg), "narrow": Markup(plot.narrow)}  # noqa: S704 - escaped where it is drawn
        for plot in plots
    ]


def _resource(name: str) -> str:
    folder = resources.files("verifier.reports") / _TEMPLATES
    return (folder / name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def sort_key(cell: Cell) -> str:
    """The value by which a column sorts. It is empty for a missing value, which always comes last."""
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
    """Whether most columns hold text, so that long texts may wrap."""
    return sum(heading.kind is Kind.TEXT for heading in table.headings) > len(table.headings) / 2
