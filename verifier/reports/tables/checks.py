"""The four outcomes of each check and its cost."""

from dataclasses import dataclass

from verifier.domain.outcome import CheckName, CheckResult, Status
from verifier.reports.figures import Group, group_rows
from verifier.reports.material import ReportData
from verifier.reports.statistics import Mean, Rate
from verifier.reports.table import (
    TableColumn,
    TableDeclaration,
    count_column,
    interval_column,
    mean_column,
    model_column,
    text_column,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckRow:
    """One check over the predictions of one model."""

    model: str
    check: CheckName
    results: tuple[CheckResult, ...]

    def count(self, status: Status) -> int:
        """Number of results with this outcome."""
        return sum(r.status is status for r in self.results)

    @property
    def seconds(self) -> Mean:
        """Mean wall-clock time of the results that are applicable."""
        ran = [r for r in self.results if r.status is not Status.NOT_APPLICABLE]
        return Mean.of(r.seconds for r in ran)


def collect(material: ReportData) -> tuple[CheckRow, ...]:
    """One row per model and check; checks are in the order of their cost. Checks without a result
    are left out.
    """
    groups = group_rows(material.rows, "model")
    rows = (_row(group, name) for group in groups for name in CheckName)
    return tuple(row for row in rows if row.results)


def _row(group: Group, name: CheckName) -> CheckRow:
    results = (verdict.check(name) for verdict in group.verdicts)
    return CheckRow(
        model=group.labels[0], check=name, results=tuple(r for r in results if r is not None)
    )


def _count(status: Status, title: str, description: str) -> TableColumn[CheckRow]:
    return count_column(str(status), title, description, lambda row: row.count(status))


CHECKS = TableDeclaration(
    name="checks",
    title="Checks",
    description="The outcomes of every check. A prediction's checks end at its first failure, so"
    " later ones judge fewer.",
    columns=(
        model_column(lambda row: row.model),
        text_column("check", "Check", "The check, in order of cost.", lambda row: str(row.check)),
        _count(Status.PASSED, "Passed", "Predictions that the check accepted."),
        _count(Status.FAILED, "Failed", "Predictions that the check refused."),
        _count(Status.NOT_APPLICABLE, "Not applicable", "Not reached, or nothing to judge."),
        _count(Status.INCONCLUSIVE, "Inconclusive", "The environment failed, not the prediction."),
        interval_column(
            "rate",
            "Rate",
            "Passed, of passed and failed.",
            lambda row: Rate.of(r.status for r in row.results),
        ),
        mean_column(
            "seconds",
            "Seconds",
            "Mean wall-clock time of the runs of the check.",
            lambda row: row.seconds,
        ),
    ),
    collect=collect,
)
