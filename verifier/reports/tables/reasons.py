"""Reasons against success: the first failed check of each prediction, with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.verdict import SUCCESS_CHECKS, Verdict
from verifier.reports.figures import count_keys, deciding, model_order
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableDeclaration,
    model_column,
    rate_column,
    text_column,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasonRow:
    """How often one reason decided, among all predictions of the model."""

    model: str
    check: CheckName
    reason: Reason | None
    status: Status
    count: Rate


def collect(material: ReportData) -> tuple[ReasonRow, ...]:
    """Rows by model, the most frequent reason first."""
    totals = count_keys(material.name_of(v) for v in material.verdicts)
    found = count_keys(
        (material.name_of(v), result.check, result.reason, result.status)
        for v in material.verdicts
        if (result := deciding(v, _needed(v, material))) is not None
    )
    rows = [
        ReasonRow(
            model=model,
            check=check,
            reason=reason,
            status=status,
            count=Rate(passed=count, judged=totals[model]),
        )
        for (model, check, reason, status), count in found.items()
    ]
    return tuple(sorted(rows, key=_order))


def _needed(verdict: Verdict, material: ReportData) -> Sequence[CheckName]:
    """The checks of success, or those of the headline if the prediction was not asked for success."""
    headline = material.headline
    if headline is None or verdict.was_asked_for(SUCCESS_CHECKS):
        return SUCCESS_CHECKS
    return headline.needed


def _order(row: ReasonRow) -> tuple[tuple[bool, str], int, str, str]:
    return model_order(row.model), -row.count.passed, str(row.check), str(row.reason)


REASONS = TableDeclaration(
    name="reasons",
    title="Why predictions failed",
    description="Each prediction without success, or without the headline if success was not asked"
    " for, counts once, at the first check that failed (or, if none failed, at the first that was"
    " inconclusive).",
    columns=(
        model_column(lambda row: row.model),
        text_column("check", "Check", "The check that decided.", lambda row: str(row.check)),
        text_column("reason", "Reason", "The check's reason code.", lambda row: str(row.reason)),
        text_column(
            "outcome",
            "Outcome",
            "failed: the prediction's fault; inconclusive: not its fault.",
            lambda row: str(row.status),
        ),
        rate_column(
            "share",
            "Predictions",
            "How many, of all the model's predictions.",
            lambda row: row.count,
        ),
    ),
    collect=collect,
)
