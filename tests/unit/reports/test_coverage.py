"""Covered, never ran, not measured: by model and project, and success among the covered."""

from pathlib import Path

from tests.support.verdicts import check, checks_until, passing, verdict
from verifier.cli.verdict_text import coverage_text
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.reports.ledger import LedgerEntry, RunVerdicts
from verifier.reports.material import ReportData
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.tables.coverage import COVERAGE


def side(covered: int, total: int) -> dict[str, object]:
    lines = {"covered": covered, "total": total}
    return {"lines": lines, "branches": {"covered": 0, "total": 0}, "stretches": []}


RAN = check(
    CheckName.COVERAGE,
    data={
        "measured": True,
        "before": side(3, 4),
        "after": side(2, 4),
        "reached_by": ["p.T"],
        "reached_by_tests": ["p.T#a", "p.T#b"],
        "reached_by_count": 2,
    },
)
NEVER = check(
    CheckName.COVERAGE,
    Status.INCONCLUSIVE,
    Reason.NOT_COVERED,
    data={"measured": True, "before": side(0, 4), "after": side(0, 4)},
)
UNKNOWN = check(CheckName.COVERAGE, Status.INCONCLUSIVE, Reason.NOT_MEASURED)
TOUCHED = check(CheckName.COVERAGE, Status.FAILED, Reason.TAMPER)
NOT_ASKED = check(CheckName.COVERAGE, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
NOT_REACHED = check(CheckName.COVERAGE, Status.NOT_APPLICABLE, Reason.NOT_REACHED)


def material(*results: CheckResult) -> ReportData:
    return of(*(verdict((*passing(), r), instance=str(n)) for n, r in enumerate(results)))


def of(*verdicts: Verdict) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(ledger=RunVerdicts(entries=entries))


def test_what_never_ran_stands_beside_what_did() -> None:
    row = flat_rows(COVERAGE.fill(material(RAN, RAN, NEVER, UNKNOWN, TOUCHED)))[0]

    assert (row["project"], row["tested"]) == ("all", 5)
    assert (row["covered_passed"], row["covered_judged"], row["covered_inconclusive"]) == (2, 3, 2)
    assert (row["never_ran_passed"], row["never_ran_judged"]) == (1, 3)
    assert (row["not_measured"], row["tampered"]) == (1, 1)
    assert (row["lines_before_passed"], row["lines_before_judged"]) == (6, 12)
    assert (row["lines_after_passed"], row["lines_after_judged"]) == (4, 12)
    assert row["branches_after_judged"] == 0


def test_success_of_code_that_never_ran_is_none_among_the_covered() -> None:
    failed = verdict(
        (*checks_until(CheckName.COMPILATION, Reason.COMPILE_ERROR), NOT_REACHED), instance="x"
    )
    verdicts = material(RAN, NEVER, UNKNOWN).verdicts
    row = flat_rows(COVERAGE.fill(of(*verdicts, failed)))[0]

    assert (row["covered_success_passed"], row["covered_success_judged"]) == (1, 3)
    assert (row["covered_success_inconclusive"], row["tested"]) == (1, 3)
    assert all(each.success is Status.PASSED for each in verdicts)


def test_each_project_has_its_row() -> None:
    rows = flat_rows(COVERAGE.fill(material(RAN)))
    assert len(rows) == 2
    assert rows[0]["project"] == "all"


def test_where_nobody_asked_there_is_no_row() -> None:
    assert COVERAGE.fill(material(NOT_ASKED)).rows == ()


def test_the_tests_that_reach_the_code_are_told() -> None:
    told = coverage_text(verdict((*passing(), RAN)))
    assert told.splitlines() == [
        "2 tests of the base run the refactored code:",
        "  p.T#a",
        "  p.T#b",
    ]
    assert coverage_text(verdict((*passing(), NEVER))) == ""
