"""Corr@Test against Eq@DFuzz, and the counterexample where a report shows it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.verdicts import check, checks_until, passing, verdict, write_run
from verifier.cli.main import main
from verifier.cli.verdict_text import counterexample_text
from verifier.domain.assignment import AssignmentType
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.verdict import Verdict
from verifier.reports.formats import Format
from verifier.reports.ledger import LedgerEntry, RunVerdicts
from verifier.reports.material import ReportData
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.request import ReportRequest, write_report
from verifier.reports.statistics import Rate
from verifier.reports.tables.behaviour import BEHAVIOUR

UNNOTICED = {"messages_only": 0, "unmeasured": 0, "survivors": []}
STRONG = {"mutants": 10, "killed": 9, "share": 0.9, "weak": False, **UNNOTICED}
WEAK = {"mutants": 10, "killed": 1, "share": 0.1, "weak": True, **UNNOTICED}
WITNESS = {
    "entry": "p.Code#one()I",
    "call": "new p.Code().one()",
    "old": "returns 1",
    "new": "returns </script> 2",
    "test_class": "p.CodeDiffersTest",
    "test": "package p;\npublic class CodeDiffersTest {}\n",
}
MOVE = RefactoringType.MOVE_METHOD


def same(corr: int | None, sensitivity: object = None) -> CheckResult:
    data = {"eq_at_dfuzz": 1, "corr_at_test": corr, "sensitivity": sensitivity or STRONG}
    return check(CheckName.BEHAVIOUR, data=data)


def differs(corr: int | None) -> CheckResult:
    data = {"eq_at_dfuzz": 0, "corr_at_test": corr, "witness": WITNESS}
    return check(CheckName.BEHAVIOUR, Status.FAILED, Reason.BEHAVIOUR_CHANGED, data=data)


def open_(reason: Reason) -> CheckResult:
    data = {"eq_at_dfuzz": None, "corr_at_test": 1}
    return check(CheckName.BEHAVIOUR, Status.INCONCLUSIVE, reason, data=data)


def material(*results: CheckResult, kinds: tuple[RefactoringType, ...] = ()) -> ReportData:
    extract = RefactoringType.EXTRACT_METHOD
    verdicts = [
        verdict((*passing(), r), instance=str(n), kind=kinds[n] if kinds else extract)
        for n, r in enumerate(results)
    ]
    return of(*verdicts)


def of(*verdicts: Verdict) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(ledger=RunVerdicts(entries=entries))


def test_the_four_cells_are_counted_and_what_tests_miss_is_of_those_that_differ() -> None:
    results = (same(1), same(1, WEAK), same(0), differs(1), differs(0), differs(0), differs(None))
    row = flat_rows(BEHAVIOUR.fill(material(*results)))[0]

    cells = ("tests_pass_same", "tests_pass_differs", "tests_fail_same", "tests_fail_differs")
    assert [row[name] for name in cells] == [2, 1, 1, 2]
    assert (row["differs_passed"], row["differs_judged"]) == (4, 7)
    assert (row["missed_by_tests_passed"], row["missed_by_tests_judged"]) == (1, 3)
    assert row["weak"] == 1


def test_what_has_no_value_stands_beside_and_is_in_no_rate() -> None:
    reasons = (Reason.UNREACHED, Reason.UNREACHED, Reason.UNSUPPORTED, Reason.INFRASTRUCTURE)
    row = flat_rows(BEHAVIOUR.fill(material(same(1), *map(open_, reasons))))[0]

    assert (row["fuzzed"], row["differs_judged"], row["differs_inconclusive"]) == (5, 1, 4)
    assert (row["unreached"], row["unsupported"], row["nondeterministic"]) == (2, 1, 0)
    assert row["not_run"] == 1


def test_every_model_has_a_row_over_all_types_and_one_a_type() -> None:
    table = BEHAVIOUR.fill(
        material(same(1), differs(1), kinds=(RefactoringType.EXTRACT_METHOD, MOVE))
    )

    assert [row[1:4] for row in table.rows] == [
        ("all", "all", 2),
        ("Extract Method", "all", 1),
        ("Move Method", "all", 1),
    ]


def of_goal(goal: AssignmentType, repo: str, *results: CheckResult) -> Verdict:
    judged = verdict(
        results, instance=f"{goal}-{repo}-{len(results)}-{results[-1].reason}", repo=repo
    )
    return replace(judged, type=None, refactoring_class=None, assignment=goal)


def test_assignments_have_rows_by_goal_and_by_project() -> None:
    simplify, optimise = AssignmentType.SIMPLIFY, AssignmentType.OPTIMISE
    table = BEHAVIOUR.fill(
        of(
            of_goal(optimise, "bank", *passing(), differs(1)),
            of_goal(simplify, "bank", *passing(), same(1)),
            of_goal(simplify, "shop", *passing(), differs(0)),
        )
    )

    figures = []
    for row in table.rows:
        same_, differs_ = row[4:6]
        assert isinstance(same_, Rate)
        assert isinstance(differs_, Rate)
        figures.append((*row[1:3], same_.passed, same_.judged, differs_.passed))
    assert figures == [
        ("all", "all", 2, 3, 1),
        ("simplify", "all", 1, 2, 0),
        ("optimise", "all", 1, 1, 1),
        ("all", "bank", 1, 2, 1),
        ("all", "shop", 1, 1, 0),
        ("simplify", "bank", 0, 1, 0),
        ("simplify", "shop", 1, 1, 0),
        ("optimise", "bank", 1, 1, 1),
    ]


def test_what_does_not_compile_or_times_out_is_in_no_rate_and_is_counted() -> None:
    late = check(CheckName.BEHAVIOUR, Status.NOT_APPLICABLE, Reason.NOT_REACHED)
    goal = AssignmentType.SIMPLIFY
    broken = checks_until(CheckName.COMPILATION, Reason.COMPILE_ERROR)
    foreign = checks_until(CheckName.APPLICATION, Reason.UNPARSABLE_ANSWER)
    endless = checks_until(CheckName.TESTS, Reason.TIMEOUT)
    verdicts = [
        of_goal(goal, "bank", *passing(), differs(1)),
        of_goal(goal, "shop", *broken, late),
        of_goal(goal, "mill", *foreign, late),
        of_goal(goal, "farm", *endless, differs(0)),
    ]

    row = flat_rows(BEHAVIOUR.fill(of(*verdicts)))[0]

    assert (row["fuzzed"], row["differs_passed"], row["differs_judged"]) == (1, 1, 1)
    assert (row["not_applied"], row["not_compiled"], row["timed_out"]) == (1, 1, 1)


def test_predictions_that_were_not_fuzzed_are_not_in_the_table() -> None:
    skipped = check(CheckName.BEHAVIOUR, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
    late = check(CheckName.BEHAVIOUR, Status.NOT_APPLICABLE, Reason.NOT_REACHED)

    assert BEHAVIOUR.fill(material(skipped, late)).rows == ()
    assert BEHAVIOUR.fill(of(verdict(passing()))).rows == ()


@pytest.mark.parametrize(
    "format_", [f for f in Format if f not in {Format.PARQUET, Format.SITE}], ids=str
)
def test_every_format_has_the_table(format_: Format, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict((*passing(), differs(1)))])
    chosen = () if format_ is Format.HTML else ("behaviour",)
    text = write_report(ReportRequest(runs=(run,), format=format_, tables=chosen)).text

    assert text is not None
    assert "missed" in text.lower()


def test_the_page_carries_the_counterexample_as_inert_data(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict((*passing(), differs(1)))])
    text = write_report(ReportRequest(runs=(run,), format=Format.HTML)).text

    assert text is not None
    start = text.index(">", text.index('id="prediction-0"')) + 1
    body = json.loads(text[start : text.index("</script>", start)])
    assert body["counterexample"] == WITNESS


def test_a_person_reads_input_both_results_and_the_test() -> None:
    text = counterexample_text(verdict((*passing(), differs(1))))

    assert text.splitlines()[:4] == [
        "counterexample:",
        "  input:      new p.Code().one()",
        "  base:       returns 1",
        "  candidate:  returns </script> 2",
    ]
    assert text.endswith("public class CodeDiffersTest {}")
    assert counterexample_text(verdict(passing())) == ""


def test_a_counterexample_cannot_drive_the_terminal() -> None:
    hostile = {"call": "new \x1b]0;A\x07()", "old": "1\n2", "new": "\x9b2J", "test": "a\n\x1bc"}
    result = check(
        CheckName.BEHAVIOUR,
        Status.FAILED,
        Reason.BEHAVIOUR_CHANGED,
        data={"eq_at_dfuzz": 0, "witness": {**WITNESS, **hostile}},
    )

    assert counterexample_text(verdict((*passing(), result))).splitlines() == [
        "counterexample:",
        r"  input:      new \x1b]0;A\x07()",
        r"  base:       1\n2",
        r"  candidate:  \x9b2J",
        "",
        "a",
        r"\x1bc",
    ]


def test_a_difference_takes_the_strict_success_away_and_nothing_else_does() -> None:
    judged = [verdict((*passing(), r)) for r in (differs(1), same(1), open_(Reason.UNREACHED))]

    assert [v.success for v in judged] == [Status.PASSED] * 3
    assert [v.strict_success for v in judged] == [Status.FAILED, Status.PASSED, Status.PASSED]


def test_a_failed_prediction_that_differs_stays_failed() -> None:
    refused = checks_until(CheckName.TESTS, Reason.TEST_FAILED)

    assert verdict((*refused, differs(0))).strict_success is Status.FAILED


def test_show_without_such_a_run_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "x", "-i", str(tmp_path / "none.jsonl"), "--run", str(tmp_path)]) == 4
    assert "cannot read" in capsys.readouterr().err
