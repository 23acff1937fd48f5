"""Whether the tests ran the refactored code, which tells how much passing tests mean."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from verifier.domain.facts.coverage import CountFact, CoverageFacts, SideFact
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.reports.figures import Group, group_rows
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    TableDeclaration,
    count_column,
    interval_column,
    model_column,
    rate_column,
    text_column,
)
from verifier.tools.records import facts_of

ALL_PROJECTS = "all"
_EARLIER = frozenset({Reason.NOT_SELECTED, Reason.NOT_REACHED})


@dataclass(frozen=True, kw_only=True)
class CoverageRow:
    """One model and project. `verdicts` covers the runs in which coverage was asked for."""

    model: str
    project: str
    verdicts: tuple[Verdict, ...]

    @cached_property
    def looked_at(self) -> tuple[CheckResult, ...]:
        """The results that the check reached, so the tests had passed."""
        found = (v.check(CheckName.COVERAGE) for v in self.verdicts)
        return tuple(r for r in found if r is not None and r.reason not in _EARLIER)

    def open(self, reason: Reason) -> int:
        """Number of results with this reason."""
        return sum(result.reason is reason for result in self.looked_at)

    @property
    def covered(self) -> Rate:
        """The share of measured predictions whose refactored code ran before and after."""
        passed = sum(r.status is Status.PASSED for r in self.looked_at)
        judged = passed + self.open(Reason.NOT_COVERED)
        return Rate(passed=passed, judged=judged, inconclusive=len(self.looked_at) - judged)

    @property
    def never_ran(self) -> Rate:
        """The share of measured predictions whose refactored code did not run."""
        covered = self.covered
        return Rate(
            passed=covered.judged - covered.passed,
            judged=covered.judged,
            inconclusive=covered.inconclusive,
        )

    @property
    def success(self) -> Rate:
        """Success among the predictions whose refactored code ran or that failed earlier."""
        return Rate.of(map(_decide, self.verdicts))

    def lines(self, side: str) -> Rate:
        """Share of the refactored code's lines that ran, over everything that was measured."""
        return _share(s.lines for s in self._sides(side))

    def branches(self, side: str) -> Rate:
        """Share of the refactored code's branches that ran."""
        return _share(s.branches for s in self._sides(side))

    def _sides(self, side: str) -> list[SideFact]:
        facts = (facts_of(result, CoverageFacts) for result in self.looked_at)
        sides = (f.before if side == "before" else f.after for f in facts if f is not None)
        return [each for each in sides if each is not None]


def _decide(verdict: Verdict) -> Status:
    """Success, but failed if the code never ran, and inconclusive if nothing was measured."""
    result = verdict.check(CheckName.COVERAGE)
    if verdict.success is not Status.PASSED or result is None:
        return verdict.success
    if result.status is Status.PASSED:
        return Status.PASSED
    return Status.FAILED if result.reason is Reason.NOT_COVERED else Status.INCONCLUSIVE


def _share(counts: Iterable[CountFact]) -> Rate:
    found = list(counts)
    return Rate(passed=sum(c.covered for c in found), judged=sum(c.total for c in found))


def collect(material: ReportData) -> tuple[CoverageRow, ...]:
    """For each model one row over all projects, then one per project. Empty if coverage was not
    asked for.
    """
    rows = material.rows
    asked = rows[rows["coverage"].notna() & rows["coverage_reason"].ne(Reason.NOT_SELECTED)]
    whole, parts = group_rows(asked, "model"), group_rows(asked, "model", "repo")
    found = [_row(group) for group in (*whole, *parts)]
    order = {row.model: number for number, row in reversed(list(enumerate(found)))}
    return tuple(sorted(found, key=lambda row: order[row.model]))


def _row(group: Group) -> CoverageRow:
    project = group.labels[1] if len(group.labels) > 1 else ALL_PROJECTS
    return CoverageRow(model=group.labels[0], project=project, verdicts=group.verdicts)


COVERAGE = TableDeclaration(
    name="coverage",
    title="Coverage of the refactored code",
    description="Whether the tests that passed ever ran the code that was extracted, inlined or"
    " moved, on the base and on the candidate. Code that never ran is no failure of the candidate.",
    columns=(
        model_column(lambda row: row.model),
        text_column("project", "Project", "The instances' repository.", lambda row: row.project),
        count_column("tested", "n", "Predictions whose tests passed.", lambda row: len(row.looked_at)),
        interval_column(
            "covered", "Covered", "The refactored code ran before and after, of those measured.",
            lambda row: row.covered,
        ),
        interval_column(
            "never_ran", "Tests passed, refactored code never ran", "Before, after or both, of those measured.",
            lambda row: row.never_ran,
        ),
        interval_column(
            "covered_success", "Success, covered",
            "Success, without successes whose code never ran; unmeasured predictions are"
            " left out.",
            lambda row: row.success,
        ),
        rate_column(
            "lines_before", "Lines before", "Lines of the refactored code that ran on the base, of all.",
            lambda row: row.lines("before"),
        ),
        rate_column(
            "lines_after", "Lines after", "The same on the candidate.",
            lambda row: row.lines("after"),
        ),
        rate_column(
            "branches_before", "Branches before", "Branches of the refactored code that were taken on the base, of all.",
            lambda row: row.branches("before"),
        ),
        rate_column(
            "branches_after", "Branches after", "The same on the candidate.",
            lambda row: row.branches("after"),
        ),
        count_column(
            "not_measured", "Not measured", "No value, for the reason in the verdict.",
            lambda row: row.open(Reason.NOT_MEASURED),
        ),
        count_column(
            "tampered", "Tampered", "What the tests executed was tampered with; no value.",
            lambda row: row.open(Reason.TAMPER),
        ),
    ),
    collect=collect,
)  # fmt: skip
