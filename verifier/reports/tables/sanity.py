"""Checks of the reference predictions: golden ones must succeed, empty ones must be NO_CHANGE."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import EMPTY, is_reference
from verifier.domain.verdict import Verdict
from verifier.printable import list_first
from verifier.reports.figures import Group, deciding, group_rows, reason_text
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableDeclaration,
    rate_column,
    text_column,
)

MOST_NAMED = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class SanityRow:
    """One kind of reference prediction."""

    model: str
    verdicts: tuple[Verdict, ...]

    @property
    def expected(self) -> str:
        """The outcome that each of these predictions must have."""
        return str(Reason.NO_CHANGE) if self.model == EMPTY else "success"

    @property
    def rate(self) -> Rate:
        """The share with the expected outcome among those that were judged."""
        return Rate.of(self._outcome(v) for v in self.verdicts)

    @property
    def exceptions(self) -> Sequence[Verdict]:
        """The predictions with another outcome."""
        return [v for v in self.verdicts if self._outcome(v) is Status.FAILED]

    def _outcome(self, verdict: Verdict) -> Status:
        if self.model != EMPTY:
            return verdict.success
        result = verdict.check(CheckName.APPLICATION)
        if result is None or result.status is Status.INCONCLUSIVE:
            return Status.INCONCLUSIVE
        unchanged = result.status is Status.FAILED and result.reason is Reason.NO_CHANGE
        return Status.PASSED if unchanged else Status.FAILED


def collect(material: ReportData) -> tuple[SanityRow, ...]:
    """One row per reference that was verified."""
    groups = group_rows(material.rows, "model")
    return tuple(_row(group) for group in groups if is_reference(group.labels[0]))


def _row(group: Group) -> SanityRow:
    return SanityRow(model=group.labels[0], verdicts=group.verdicts)


def _name_exceptions(row: SanityRow) -> str:
    shown = [f"{v.instance_id} ({reason_text(deciding(v)) or 'success'})" for v in row.exceptions]
    return list_first(shown, MOST_NAMED)


SANITY = TableDeclaration(
    name="sanity",
    title="Sanity",
    description="The developers' own change should succeed and the empty patch should get"
    f" {Reason.NO_CHANGE}; an exception says something about the instance or about us.",
    columns=(
        text_column("model", "Reference", "The reference prediction.", lambda row: row.model),
        text_column("expected", "Expected", "What it should show.", lambda row: row.expected),
        rate_column(
            "as_expected",
            "As expected",
            "Those that show it, of those that were judged.",
            lambda row: row.rate,
        ),
        text_column(
            "exceptions",
            "Exceptions",
            "Those with another outcome, and the check that decided.",
            _name_exceptions,
        ),
    ),
    collect=collect,
)
