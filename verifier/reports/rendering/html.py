"""The HTML page: one file, no other host, hostile text inert (docs/adr/0006-report-page.md)."""

import base64
import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from verifier.domain.reasons import MEANINGS
from verifier.reports.plots import make_plots
from verifier.reports.rendering.details import Details, inert_json
from verifier.reports.rendering.text import LEGEND, is_numeric, shown_cell
from verifier.reports.report import Report
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import Cell, Kind, Table

_TEMPLATES = "templates"
MOST_TITLE = 60
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no page needs, and what a terminal may obey when the page is printed there."""


def render_html(report: Report, *, page: Path | None) -> str:
    """The whole page. `page` is the folder that it will stand in, for links to evidence."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(_resource), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["cell"] = shown_cell
    environment.filters["sort_key"] = sort_key
    script = _resource("report.js")
    details = Details(page=page)
    text = environment.get_template("report.html.j2").render(
        report=report,
        title=page_title(report),
        meanings=inert_json(MEANINGS),
        legend=LEGEND,
        style=Markup(_resource("report.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        script_hash=_hash(script),
        plots=[
            {"plot": plot, "svg": Markup(plot.svg)}  # noqa: S704 - escaped where it is drawn
            for plot in make_plots(report.material)
        ],
        tables=[_table(table) for table in report.tables],
        index=details.index(report.material.ledger),
        bodies=(
            details.body(number, entry)
            for number, entry in enumerate(report.material.ledger.entries)
        ),
        runs=_runs(report),
        inert=Markup,
    )
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def page_title(report: Report) -> str:
    """The runs' names, so that two open pages are told apart; bounded."""
    names = ", ".join(report.material.ledger.meta)
    shown = names if len(names) <= MOST_TITLE else f"{names[: MOST_TITLE - 2]} …"
    return f"{shown}: refactoring report" if shown else "Refactoring report"


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


def _runs(report: Report) -> list[Mapping[str, str]]:
    """What the page says of where the verdicts come from."""
    verdicts = report.material.verdicts
    facts = {
        "Runs": ", ".join(report.material.ledger.meta),
        "Predictions": f"{len(verdicts):,}",
        "Instances": f"{len({v.instance_id for v in verdicts}):,}",
        "Models": f"{len({v.model_name_or_path for v in verdicts}):,}",
        "Sandbox": ", ".join(sorted({v.provenance.sandbox for v in verdicts})),
        "Version": ", ".join(sorted({v.provenance.refverify for v in verdicts})),
    }
    return [{"name": name, "value": value} for name, value in facts.items() if value]
