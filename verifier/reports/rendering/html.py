"""The HTML page of a report."""

from collections.abc import Mapping
from pathlib import Path

from verifier.domain.reasons import MEANINGS
from verifier.reports.plots import make_plots
from verifier.reports.rendering.details import Details, inert_json
from verifier.reports.rendering.page import render_page, shown_plots
from verifier.reports.rendering.text import LEGEND
from verifier.reports.report import Report

MOST_TITLE = 60


def render_html(report: Report, *, page: Path | None) -> str:
    """The whole page. `page` is the folder that it will stand in, for links to evidence."""
    details = Details(page=page)
    ledger = report.material.ledger
    return render_page(
        "report.html.j2",
        "report.js",
        report.tables,
        report=report,
        title=page_title(report),
        meanings=inert_json(MEANINGS),
        legend=LEGEND,
        plots=shown_plots(make_plots(report.material)),
        index=details.index(ledger),
        bodies=(details.body(number, entry) for number, entry in enumerate(ledger.entries)),
        runs=_runs(report),
    )


def page_title(report: Report) -> str:
    """The runs' names, so that two open pages are told apart; bounded."""
    names = ", ".join(report.material.ledger.meta)
    shown = names if len(names) <= MOST_TITLE else f"{names[: MOST_TITLE - 2]} …"
    return f"{shown}: refactoring report" if shown else "Refactoring report"


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
