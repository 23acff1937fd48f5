"""The report as an HTML page."""

from collections.abc import Mapping
from pathlib import Path

from verifier.domain.reasons import MEANINGS
from verifier.reports.plots import make_plots
from verifier.reports.rendering.details import Details, inert_json
from verifier.reports.rendering.page import prepare_plots, render_page
from verifier.reports.rendering.text import LEGEND
from verifier.reports.report import Report

MOST_TITLE = 60


def render_html(report: Report, *, page: Path | None) -> str:
    """Render the whole page. `page` is its future folder, from which links to evidence start."""
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
        plots=prepare_plots(make_plots(report.material)),
        index=details.index(report.material),
        bodies=(details.body(number, entry) for number, entry in enumerate(ledger.entries)),
        runs=describe_runs(report),
    )


def page_title(report: Report) -> str:
    """Title the page with the names of the runs, cut to `MOST_TITLE` characters."""
    names = ", ".join(report.material.ledger.meta)
    shown = names if len(names) <= MOST_TITLE else f"{names[: MOST_TITLE - 2]} …"
    return f"{shown}: refactoring report" if shown else "Refactoring report"


def describe_runs(report: Report) -> list[Mapping[str, str]]:
    """Facts about the runs that the page shows."""
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
