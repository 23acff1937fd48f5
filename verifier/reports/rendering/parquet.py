"""Parquet: what was judged and every table of the report, each with its columns' types."""

from collections.abc import Mapping

import pandas as pd

from verifier.frames import check_frame, run_frame, verdict_frame
from verifier.reports.rendering.frame import table_frame
from verifier.reports.report import Report

VERDICTS, RESULTS, RUNS = "verdicts", "check-results", "runs"


def report_frames(report: Report) -> Mapping[str, pd.DataFrame]:
    """By the name of `--table`: first the records, then the tables made from them."""
    ledger = report.material.ledger
    return {
        VERDICTS: verdict_frame(ledger.verdicts, ledger.run_names),
        RESULTS: check_frame(ledger.verdicts),
        RUNS: run_frame(ledger.meta),
        **{table.name: table_frame(table) for table in report.tables},
    }
