import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import check, checks_until, passing, verdict, write_run
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.recorded import RecordedVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.verdict import Verdict
from verifier.errors import InputError
from verifier.reports.comparison import compare, find_recorded
from verifier.reports.funnel import read_funnel
from verifier.reports.ledger import LedgerEntry, RunVerdicts, read_ledger
from verifier.reports.material import Pair, ReportData
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.report import make_report
from verifier.reports.statistics import Rate
from verifier.reports.table import TableDeclaration
from verifier.reports.tables.agreement import AGREEMENT
from verifier.reports.tables.checks import CHECKS
from verifier.reports.tables.classes import CLASSES
from verifier.reports.tables.disagreements import DISAGREEMENTS
from verifier.reports.tables.funnel import FUNNEL
from verifier.reports.tables.models import MODELS
from verifier.reports.tables.pass_at_k import PASS_AT_K
from verifier.reports.tables.projects import PROJECTS
from verifier.reports.tables.reasons import REASONS
from verifier.reports.tables.sanity import SANITY
from verifier.reports.tables.types import TYPES
from verifier.tools.records import to_json

MOVE = RefactoringType.MOVE_METHOD
COMPOUND = RefactoringType.EXTRACT_AND_MOVE_METHOD
EVERY = (MODELS, TYPES, CLASSES, PROJECTS, PASS_AT_K, REASONS, CHECKS, SANITY, AGREEMENT)


def material(*verdicts: Verdict) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(ledger=RunVerdicts(entries=entries))


SOME = material(
    verdict(passing(0.5), instance="a"),
    verdict(passing(None, delegate=True), instance="b", kind=MOVE),
    verdict(checks_until(CheckName.DETECTION, Reason.NOT_DETECTED), instance="c", kind=COMPOUND),
    verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="d", repo="gson"),
    verdict(
        checks_until(CheckName.COMPILATION, Reason.BASE_INVALID, Status.INCONCLUSIVE), instance="e"
    ),
)


@pytest.mark.parametrize("declaration", [*EVERY, DISAGREEMENTS, FUNNEL], ids=lambda d: d.name)
def test_every_table_and_column_says_what_it_holds(
    declaration: TableDeclaration[ReportData, Any],
) -> None:
    table = declaration.fill(material())

    assert table.title
    assert table.description.endswith(".")
    assert all(h.description.endswith(".") for h in table.headings)
    assert len({h.name for h in table.headings}) == len(table.headings)


def test_models_count_each_rate_over_its_own_denominator() -> None:
    (row,) = flat_rows(MODELS.fill(SOME))

    assert row["predictions"] == 5
    assert (row["success_passed"], row["success_judged"], row["success_inconclusive"]) == (2, 4, 1)
    assert row["success"] == 0.5
    assert row["success_low"] == pytest.approx(0.15, abs=0.001)
    assert row["success_high"] == pytest.approx(0.85, abs=0.001)
    assert (row["detection_rate_passed"], row["detection_rate_judged"]) == (4, 5)
    assert (row["compilation_rate_passed"], row["compilation_rate_judged"]) == (3, 3)
    assert row["compilation_rate_inconclusive"] == 1
    assert (row["tests_rate_passed"], row["tests_rate_judged"]) == (2, 3)
    assert (row["codebleu"], row["codebleu_n"]) == (0.5, 1)
    assert (row["codebleu_raw"], row["codebleu_raw_n"]) == (0.5, 1)
    assert row["delegates"] == 1


def test_strict_success_is_also_shown_of_what_the_golden_refactoring_can_be() -> None:
    impure = checks_until(CheckName.PURITY, Reason.IMPURE)
    said = replace(verdict(impure, instance="i2"), golden_purity=Status.INCONCLUSIVE)
    judged = verdict(impure, instance="i3", model="golden-refactoring")
    several = (
        verdict(passing()),
        said,
        verdict(impure, instance="i3"),
        replace(verdict(impure, instance="i4"), golden_purity=Status.PASSED),
    )

    row, golden = flat_rows(MODELS.fill(material(*several, judged)))

    assert (row["strict_success_passed"], row["strict_success_judged"]) == (1, 4)
    assert (row["possible_strict_passed"], row["possible_strict_judged"]) == (1, 2)
    assert (row["golden_cannot"], golden["golden_cannot"]) == (2, 1)


def test_no_figure_has_a_value_without_the_checks_that_it_needs() -> None:
    """Only the failures are judged then, and a rate of these would be 0."""
    static = (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY)
    unbuilt, failed = (
        [
            c if c.check in static else check(c.check, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
            for c in checks
        ]
        + [check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)]
        for checks in (passing(), checks_until(CheckName.APPLICATION, Reason.APPLY_FAILED))
    )

    (row,) = flat_rows(MODELS.fill(material(verdict(unbuilt), verdict(failed, instance="i2"))))

    assert (row["success_judged"], row["strict_success_judged"]) == (0, 0)
    assert row["possible_strict_judged"] == 0
    parts = ("proved_success", "weak_evidence", "untested_modules", "delegates")
    assert [row[part] for part in parts] == [None] * 4


@pytest.mark.parametrize(("strength", "count"), [("strong", 0), ("weak", 1)])
def test_successes_on_weak_evidence_are_counted(strength: str, count: int) -> None:
    checks = [
        check(CheckName.TESTS, data={"strength": strength}) if c.check is CheckName.TESTS else c
        for c in passing()
    ]
    failed = checks_until(CheckName.PURITY, Reason.IMPURE)

    (row,) = flat_rows(MODELS.fill(material(verdict(checks), verdict(failed, instance="i2"))))

    assert row["weak_evidence"] == count


@pytest.mark.parametrize(
    ("name", "data", "count"),
    [
        (CheckName.TESTS, {"untested": {}}, 0),
        (CheckName.TESTS, {"untested": {"app": "--modules changed"}}, 1),
        (CheckName.COMPILATION, {"uncompiled": {"app": "it is not among --modules"}}, 1),
    ],
)
def test_successes_beside_modules_that_were_not_tested_are_counted(
    name: CheckName, data: dict[str, dict[str, str]], count: int
) -> None:
    checks = [check(name, data=data) if c.check is name else c for c in passing()]

    (row,) = flat_rows(MODELS.fill(material(verdict(checks))))

    assert row["untested_modules"] == count


def test_a_group_without_judged_predictions_has_no_value() -> None:
    broken = checks_until(CheckName.APPLICATION, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)

    (row,) = flat_rows(MODELS.fill(material(verdict(broken))))

    assert (row["success"], row["success_low"], row["success_inconclusive"]) == (None, None, 1)
    assert row["tests_rate"] is None
    assert row["codebleu"] is None


def test_types_and_classes_and_projects_split_by_their_key() -> None:
    types = [
        (r["type"], r["success_passed"], r["predictions"]) for r in flat_rows(TYPES.fill(SOME))
    ]
    classes = [(r["class"], r["predictions"]) for r in flat_rows(CLASSES.fill(SOME))]
    projects = [(r["project"], r["predictions"]) for r in flat_rows(PROJECTS.fill(SOME))]

    assert types == [
        ("Extract Method", 1, 3),
        ("Move Method", 1, 1),
        ("Extract And Move Method", 0, 1),
    ]
    assert classes == [("atomic", 4), ("compound", 1)]
    assert projects == [("commons-cli", 4), ("gson", 1)]


def test_types_of_variables_are_atomic_rows_of_their_own() -> None:
    renamed = material(verdict(passing(), kind=RefactoringType.RENAME_VARIABLE))

    assert [r["type"] for r in flat_rows(TYPES.fill(renamed))] == ["Rename Variable"]
    assert [r["class"] for r in flat_rows(CLASSES.fill(renamed))] == ["atomic"]


def test_reference_predictions_come_after_the_models() -> None:
    rows = flat_rows(
        MODELS.fill(
            material(
                verdict(passing(), model="golden"),
                verdict(passing(), model="zephyr"),
                verdict(passing(), model="empty"),
            )
        )
    )

    assert [r["model"] for r in rows] == ["zephyr", "empty", "golden"]


def test_reasons_count_each_prediction_once_at_the_first_failed_check() -> None:
    both = (
        check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED),
        check(CheckName.COMPILATION, Status.FAILED, Reason.COMPILE_ERROR),
    )
    rows = flat_rows(REASONS.fill(material(*SOME.verdicts, verdict(both, instance="f"))))

    assert [(r["check"], r["reason"], r["outcome"], r["share_passed"]) for r in rows] == [
        ("detection", "NOT_DETECTED", "failed", 2),
        ("compilation", "BASE_INVALID", "inconclusive", 1),
        ("tests", "TEST_FAILED", "failed", 1),
    ]
    assert {r["share_judged"] for r in rows} == {6}


def test_checks_count_their_four_outcomes_and_time_only_what_ran() -> None:
    rows = {r["check"]: r for r in flat_rows(CHECKS.fill(SOME))}

    tests = rows["tests"]
    assert [tests[s] for s in ("passed", "failed", "not_applicable", "inconclusive")] == [
        2,
        1,
        2,
        0,
    ]
    assert (tests["seconds"], tests["seconds_n"]) == (1.5, 3)


def test_pass_at_k_appears_only_with_several_samples() -> None:
    assert flat_rows(PASS_AT_K.fill(SOME)) == []


def test_pass_at_k_averages_over_instances_and_says_which_are_left_out() -> None:
    refused = checks_until(CheckName.DETECTION, Reason.NOT_DETECTED)
    open_ = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)
    rows = flat_rows(
        PASS_AT_K.fill(
            material(
                verdict(passing(), instance="a", sample=0),
                verdict(refused, instance="a", sample=1),
                verdict(refused, instance="a", sample=2),
                verdict(passing(), instance="b", sample=0),
                verdict(open_, instance="b", sample=1),
            )
        )
    )

    assert [(r["k"], r["pass_at_k"], r["pass_at_k_n"], r["left_out"]) for r in rows] == [
        (1, pytest.approx(2 / 3), 2, 0),
        (3, 1.0, 1, 1),
    ]


def test_sanity_expects_success_of_golden_and_no_change_of_empty() -> None:
    unchanged = checks_until(CheckName.APPLICATION, Reason.NO_CHANGE)
    rows = flat_rows(
        SANITY.fill(
            material(
                verdict(passing(), model="golden", instance="a"),
                verdict(
                    checks_until(CheckName.TESTS, Reason.TEST_MISSING), model="golden", instance="b"
                ),
                verdict(unchanged, model="empty", instance="a"),
                verdict(passing(), model="empty", instance="b"),
            )
        )
    )

    assert [
        (r["model"], r["expected"], r["as_expected_passed"], r["exceptions"]) for r in rows
    ] == [
        ("empty", "NO_CHANGE", 1, "b (success)"),
        ("golden", "success", 1, "b (tests: TEST_MISSING)"),
    ]


def make_recorded(instance: str, *, detected: bool, passes: bool) -> RecordedVerdict:
    return RecordedVerdict(
        instance_id=instance,
        model_name_or_path="gpt",
        source="swe-refactor",
        detected=detected,
        compiles_and_passes=passes,
    )


def make_pair(ours: Verdict, *, detected: bool, passes: bool) -> Pair:
    theirs = make_recorded(ours.instance_id, detected=detected, passes=passes)
    return Pair(ours=ours, recorded=theirs)


PAIRS = ReportData(
    ledger=SOME.ledger,
    pairs=(
        make_pair(SOME.verdicts[0], detected=True, passes=True),
        make_pair(SOME.verdicts[1], detected=False, passes=True),
        make_pair(SOME.verdicts[2], detected=False, passes=False),
        make_pair(SOME.verdicts[4], detected=True, passes=True),
    ),
)


def test_agreement_compares_only_what_both_sides_judged() -> None:
    rows = {r["question"]: r for r in flat_rows(AGREEMENT.fill(PAIRS))}

    detected, builds, success = rows["detected"], rows["compiles and passes"], rows["success"]
    assert [detected[k] for k in ("both", "ours_only", "theirs_only", "neither")] == [2, 1, 0, 1]
    assert detected["kappa"] == pytest.approx(0.5)
    assert (builds["both"], builds["agreement_judged"], builds["agreement_inconclusive"]) == (
        2,
        2,
        2,
    )
    assert (success["ours_only"], success["agreement_judged"]) == (1, 3)


def test_disagreements_give_both_sides_reasons() -> None:
    rows = flat_rows(DISAGREEMENTS.fill(PAIRS))

    assert [(r["instance"], r["question"], r["ours"]) for r in rows] == [
        ("b", "detected", "yes"),
        ("b", "success", "yes"),
    ]
    assert rows[0]["our_reason"] == "passed: application, detection"
    assert rows[0]["their_reason"] == "swe-refactor: detected: no, compiles and passes: yes"


def test_a_disagreement_names_the_check_that_decided_its_own_question() -> None:
    both = (
        check(CheckName.APPLICATION),
        check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED),
        check(CheckName.COMPILATION),
        check(CheckName.TESTS, Status.FAILED, Reason.TEST_FAILED),
    )
    ours = verdict(both)
    pairs = (make_pair(ours, detected=False, passes=True),)
    rows = flat_rows(DISAGREEMENTS.fill(ReportData(ledger=SOME.ledger, pairs=pairs)))

    assert [(r["question"], r["our_reason"]) for r in rows] == [
        ("compiles and passes", "tests: TEST_FAILED")
    ]


def test_recorded_verdicts_are_found_beside_the_instances_that_the_run_names(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    records = [
        make_recorded("i1", detected=True, passes=True),
        make_recorded("x", detected=True, passes=True),
    ]
    text = "".join(f"{to_json(r)}\n" for r in records)
    (data / "recorded.jsonl").write_text(text, encoding="utf-8")
    meta = {"instances": {"path": "../data/instances.jsonl", "sha256": "0"}}
    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())], meta)])

    comparison = compare(ledger, find_recorded(ledger))

    assert [p.recorded.instance_id for p in comparison.pairs] == ["i1"]
    assert comparison.notices == (
        "1 prediction has a recorded verdict to compare with",
        "1 recorded verdict belongs to predictions that were not judged",
    )


def test_without_recorded_verdicts_the_user_is_told_to_name_them(tmp_path: Path) -> None:
    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())])])

    with pytest.raises(InputError, match=r"Give its path"):
        find_recorded(ledger)


def test_the_report_says_what_must_be_borne_in_mind() -> None:
    assert make_report(material()).notices == ("no verdicts yet",)
    assert make_report(SOME).notices == ()


def test_a_file_that_is_no_funnel_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "funnel.json"
    path.write_text(json.dumps({"other": 1}), encoding="utf-8")

    with pytest.raises(InputError, match="is not a mining funnel"):
        read_funnel(path)


def test_success_has_no_value_where_nobody_asked_for_all_that_it_needs() -> None:
    left_out = {CheckName.COMPILATION, CheckName.TESTS}

    def partly(reason: Reason | None = None) -> list[CheckResult]:
        checks = passing(None) if reason is None else checks_until(CheckName.DETECTION, reason)
        return [
            check(c.check, Status.INCONCLUSIVE, Reason.NOT_SELECTED) if c.check in left_out else c
            for c in checks
        ]

    some = [
        verdict(partly(), instance="a"),
        verdict(partly(Reason.NOT_DETECTED), instance="b"),
    ]
    nobody, somebody = material(*some), material(*some, verdict(passing(None), instance="c"))

    for found, judged in ((nobody, 0), (somebody, 2)):
        table = MODELS.fill(found)
        names = [heading.name for heading in table.headings]
        for figure in ("success", "strict_success"):
            rate = table.rows[0][names.index(figure)]
            assert isinstance(rate, Rate)
            assert rate.judged == judged
