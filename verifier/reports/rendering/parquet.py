"""Parquet: the verdicts, their results, the runs and every table of the report, with typed columns."""

from collections.abc import Mapping

import pandas as pd

from verifier.frames import check_frame, run_frame, verdict_frame
from verifier.reports.rendering.frame import table_frame
from verifier.reports.report import Report

VERDICTS, RESULTS, RUNS = "verdicts", "check-results", "runs"


def report_frames(report: Report) -> Mapping[str, pd.DataFrame]:
    """Frames by their `--table` name: first the records, then the report's tables."""
    ledger = report.material.ledger
    return {
        VERDICTS: verdict_frame(ledger.verdicts, ledger.run_names),
        RESULTS: check_frame(ledger.verdicts),
        RUNS: run_frame(ledger.meta),
        **{table.name: table_frame(table) for table in report.tables},
    }
