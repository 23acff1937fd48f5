"""The common parts of every HTML page: one file, no external resources, escaped text
(docs/adr/0006-report-page.md).
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from verifier.printable import visible
from verifier.reports.plot_frame import Plot
from verifier.reports.rendering.text import is_numeric, split_cell
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = "templates"
SORT, COMMON = "sort.js", "page.js"
"""The script that sorts tables, and what lists of predictions or instances share."""


def render_page(template: str, script: str, tables: Sequence[Table], **words: Any) -> str:
    """Render a page of one file: a template with the style, the only script that may run, and the
    tables.

    `words` are the template's own values.
    """
    from markupsafe import Markup

    scripts = read_resource(SORT) + read_resource(COMMON) + read_resource(script)
    style = Markup(read_resource("report.css"))  # noqa: S704 - our own file
    return render(template, scripts, tables, style=style, **words)


def render(template: str, script: str = "", tables: Sequence[Table] = (), **words: Any) -> str:
    """Render a template. Control and format characters of foreign texts become visible.

    `script` is the only one that may run.
    """
    from markupsafe import Markup

    text = (
        _environment()
        .get_template(template)
        .render(
            script=Markup(script),  # noqa: S704 - our own file
            script_hash=_hash(script),
            tables=[_table(table) for table in tables],
            inert=Markup,
            **words,
        )
    )
    return visible(text)


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(read_resource), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["cell"] = split_cell
    environment.filters["sort_key"] = sort_key
    environment.filters["line_class"] = line_class
    return environment


def prepare_plots(plots: tuple[Plot, ...]) -> list[Mapping[str, Any]]:
    """Prepare the plots for the templates."""
    from markupsafe import Markup

    return [
        {
            "plot": plot,
            # All foreign text was escaped where it was drawn.
            "svg": Markup(plot.svg),  # noqa: S704
            "middle": Markup(plot.middle),  # noqa: S704
            "narrow": Markup(plot.narrow),  # noqa: S704
        }
        for plot in plots
    ]


def read_resource(name: str) -> str:
    """Read one of our own templates, scripts or styles."""
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


_FILE_LINE = re.compile(r"diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity ")
_LINE_CLASSES = {"@@": "hunk", "+": "added", "-": "removed"}


def line_class(line: str) -> str:
    """The style of a line of a diff, as `page.js` has it. Empty for a line of context."""
    if _FILE_LINE.match(line):
        return "file"
    return next((style for mark, style in _LINE_CLASSES.items() if line.startswith(mark)), "")


def _table(table: Table) -> Mapping[str, Any]:
    headings = [
        {
            "name": heading.name,
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
