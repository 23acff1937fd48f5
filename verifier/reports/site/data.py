"""The data files of a site: the report as JSON, its tables as CSV, and the verdicts behind them."""

from collections.abc import Mapping

from verifier.frames import verdict_frame
from verifier.frames.files import csv_text
from verifier.reports.rendering.csv import render_csv
from verifier.reports.rendering.json import render_json
from verifier.reports.report import Report
from verifier.reports.site.folder import SUMS, SiteFolder
from verifier.tools.records import to_json

DATA = "data"


def write_data(report: Report, folder: SiteFolder) -> tuple[Mapping[str, str], ...]:
    """Write the files. Return the name, description and hash of each for the index."""
    ledger = report.material.ledger
    described = {
        "report.json": "the report: every table with its columns, and the runs",
        "verdicts.jsonl": "every verdict that counts, one record per line",
        "verdicts.csv": "the same as a table: outcome and reason of each check",
    }
    folder.write(f"{DATA}/report.json", render_json(report))
    folder.write_lines(f"{DATA}/verdicts.jsonl", map(to_json, ledger.verdicts))
    frame = verdict_frame(ledger.verdicts, ledger.run_names)
    folder.write(f"{DATA}/verdicts.csv", csv_text(frame))
    for table in report.tables:
        described[f"table-{table.name}.csv"] = table.title
        folder.write(f"{DATA}/table-{table.name}.csv", render_csv(table))
    return tuple(
        {
            "href": f"{DATA}/{name}",
            "name": name,
            "what": what,
            "sha256": folder.sums[f"{DATA}/{name}"],
        }
        for name, what in described.items()
    )


SUMS_NOTE = f"{SUMS} has the hash of every file of this site: sha256sum -c {SUMS}"
