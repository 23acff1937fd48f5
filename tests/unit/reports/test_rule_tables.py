"""Tables 3 to 5 and figure 7 of CodeTaste, from verdicts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.verdicts import check, verdict
from verifier.domain.generation import FinishReason
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, Mode, Track
from verifier.domain.verdict import Verdict
from verifier.reports.ledger import LedgerEntry, RunVerdicts
from verifier.reports.material import ReportData
from verifier.reports.rendering.text import cell_text
from verifier.reports.report import make_report
from verifier.reports.rule_plots import rule_plots
from verifier.reports.rule_scores import RuleVerdict, rule_verdicts
from verifier.reports.statistics import Mean
from verifier.reports.table import Kind, Table

N = CheckName


def rules(ifr: float | None, plus: float | None = None, **more: object) -> CheckResult:
    data = {"ifr": ifr, "ifr_plus": plus, "ifr_minus": ifr, "languages": ["java"], **more}
    if ifr is None:
        return check(N.RULES, Status.INCONCLUSIVE, Reason.UNSEEN, data=data)
    return check(N.RULES, data=data)


def ran(
    passed: int, failed: int, base: Sequence[object] = ([10, 0],), **more: object
) -> CheckResult:
    seen = {"passed": passed, "failed": failed, "skipped": 0}
    data = {"seen": seen, "complete": True, "base": {"runs": list(base)}, **more}
    return check(N.TESTS, data=data)


def make_scored(
    *checks: CheckResult,
    model: str = "gpt",
    instance: str = "i1",
    sample: int = 0,
    circumstances: Circumstances | None = None,
) -> Verdict:
    found = verdict([check(N.APPLICATION), *checks], instance=instance, model=model, sample=sample)
    return replace(found, circumstances=circumstances or Circumstances())


def golden(instance: str = "i1", ifr: float = 1.0) -> Verdict:
    return make_scored(ran(10, 0), rules(ifr, ifr), model="golden", instance=instance)


def material(*verdicts: Verdict, bootstrap: int = 0) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(ledger=RunVerdicts(entries=entries), bootstrap=bootstrap)


def rows(name: str, of: ReportData) -> list[Mapping[str, str]]:
    table = next(t for t in make_report(of).tables if t.name == name)
    return [show_row(table, number) for number in range(len(table.rows))]


def show_row(table: Table, number: int) -> Mapping[str, str]:
    cells = zip(table.headings, table.rows[number], strict=True)
    return {heading.name: cell_text(cell, heading.kind) for heading, cell in cells}


def by_model(of: ReportData) -> dict[str, RuleVerdict]:
    return {s.verdict.model_name_or_path: s for s in rule_verdicts(of)}


def test_pass_is_measured_against_base_and_golden_runs() -> None:
    base = [[10, 0], [9, 1]]
    found = by_model(
        material(
            make_scored(ran(10, 0, base), rules(1.0), model="golden"),
            make_scored(ran(9, 1, base), rules(0.5), model="as-the-worst-run"),
            make_scored(ran(8, 1, base), rules(0.5), model="a-test-less"),
            make_scored(ran(99, 2, base), rules(0.5), model="a-failure-more"),
        )
    )

    assert {model: s.passes for model, s in found.items() if model != "golden"} == {
        "as-the-worst-run": True,
        "a-test-less": False,
        "a-failure-more": False,
    }


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        ([check(N.COMPILATION, Status.FAILED, Reason.COMPILE_ERROR)], False),
        ([ran(0, 0, complete=False)], False),
        ([check(N.TESTS, Status.NOT_APPLICABLE, Reason.NOT_REACHED)], None),
        ([check(N.TESTS, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)], None),
        ([], None),
    ],
)
def test_what_has_no_counts(checks: list[CheckResult], expected: bool | None) -> None:
    found = by_model(material(golden(), make_scored(*checks, rules(0.5))))["gpt"]

    assert found.passes is expected
    assert found.product_with("ifr") == (None if expected is None else 0.0)


def test_without_golden_runs_there_is_no_pass() -> None:
    assert by_model(material(make_scored(ran(10, 0), rules(0.5))))["gpt"].passes is None


def test_the_empty_patch_is_the_base_and_what_does_not_apply_does_not_pass() -> None:
    def make_unapplied(model: str, reason: Reason) -> Verdict:
        return verdict([check(N.APPLICATION, Status.FAILED, reason), rules(0.0)], model=model)

    found = by_model(
        material(
            make_unapplied("empty", Reason.NO_CHANGE), make_unapplied("torn", Reason.APPLY_FAILED)
        )
    )

    assert (found["empty"].passes, found["torn"].passes) == (True, False)


def test_modes_are_never_pooled() -> None:
    found = rows(
        "rules-alignment",
        material(
            make_scored(
                rules(0.2), circumstances=Circumstances(track=Track.OPEN, mode=Mode.DIRECT)
            ),
            make_scored(rules(0.4), circumstances=Circumstances(track=Track.OPEN, mode=Mode.PLAN)),
            make_scored(
                rules(0.9),
                circumstances=Circumstances(track=Track.INSTRUCTED, mode=Mode.DIRECT, cost_usd=2.5),
            ),
        ),
    )

    assert [(r["track"], r["mode"], r["ifr"], r["cost"]) for r in found] == [
        ("instructed", "direct", "90.0% (n=1)", "2.5 (n=1)"),
        ("open", "direct", "20.0% (n=1)", "\N{EN DASH}"),
        ("open", "plan", "40.0% (n=1)", "\N{EN DASH}"),
    ]


def test_no_table_pools_modes() -> None:
    both = material(
        golden(),
        make_scored(rules(0.2), circumstances=Circumstances(track=Track.OPEN, mode=Mode.DIRECT)),
        make_scored(rules(0.4), circumstances=Circumstances(track=Track.OPEN, mode=Mode.PLAN)),
    )

    tables = {table.name: table for table in make_report(both).tables}
    assert [row[0] for row in tables["models"].rows] == ["gpt (direct)", "gpt (plan)", "golden"]


def test_the_alignment_table_has_means_with_intervals_and_the_references_last() -> None:
    found = rows(
        "rules-alignment",
        material(
            golden("i1"),
            golden("i2"),
            make_scored(ran(10, 0), rules(1.0, 1.0), instance="i1"),
            make_scored(ran(0, 9), rules(0.5, None), instance="i2"),
        ),
    )

    assert [r["model"] for r in found] == ["gpt", "golden"]
    assert {k: found[0][k] for k in ("pass", "a", "ifr", "ifr_plus", "a_plus", "strict")} == {
        "pass": "50.0% ± 635.3 (n=2)",
        "a": "50.0% ± 635.3 (n=2)",
        "ifr": "75.0% ± 317.7 (n=2)",
        "ifr_plus": "100.0% (n=1)",
        "a_plus": "100.0% (n=1)",
        "strict": "50.0% ± 635.3 (n=2)",
    }


def test_samples_of_one_instance_count_as_their_mean() -> None:
    found = rows(
        "rules-alignment",
        material(
            make_scored(rules(0.0), sample=0),
            make_scored(rules(1.0), sample=1),
            make_scored(rules(1.0), instance="i2"),
        ),
    )

    assert (found[0]["predictions"], found[0]["ifr"][:5]) == ("3", "75.0%")


def test_what_cannot_be_told_is_counted_and_in_no_mean() -> None:
    found = rows(
        "rules-alignment", material(make_scored(rules(None)), make_scored(rules(0.5), instance="b"))
    )

    assert (found[0]["unknown"], found[0]["ifr"]) == ("1", "50.0% (n=1)")


def test_the_following_table_goes_by_track_and_mode() -> None:
    found = rows(
        "rules-following",
        material(
            make_scored(rules(0.1), model="a", circumstances=Circumstances(track=Track.OPEN)),
            make_scored(rules(0.2), model="b", circumstances=Circumstances(track=Track.INSTRUCTED)),
        ),
    )

    assert [(r["track"], r["model"]) for r in found] == [("instructed", "b"), ("open", "a")]


def test_the_precision_table_has_shares_and_line_counts() -> None:
    lines = {"added": 10, "removed": 5}
    found = rows(
        "rules-precision",
        material(
            make_scored(rules(0.5, prec=0.4, prec_plus=0.3, prec_minus=0.6, lines=lines)),
            make_scored(rules(0.5, prec=None, lines={"added": 0, "removed": 0}), instance="b"),
        ),
    )

    assert {k: v for k, v in found[0].items() if k.startswith(("prec", "lines"))} == {
        "prec": "40.0% (n=1)",
        "prec_plus": "30.0% (n=1)",
        "prec_minus": "60.0% (n=1)",
        "lines": "7.5 (n=2)",
        "lines_added": "5.0 (n=2)",
        "lines_removed": "2.5 (n=2)",
    }


def test_a_broken_rule_set_is_named() -> None:
    found = rows("rules-sanity", material(golden("good"), golden("bad", ifr=0.75)))

    assert [(r["model"], r["as_expected"], r["broken"]) for r in found] == [
        ("golden", "1/2 50.0%", "bad (0.75)"),
        ("empty", "\N{EN DASH}", "not verified: see refverify predictions empty"),
    ]


def test_the_golden_refactoring_is_a_golden_patch_too() -> None:
    found = rows("rules-sanity", material(make_scored(rules(1.0, 1.0), model="golden-refactoring")))

    assert [(r["model"], r["as_expected"]) for r in found] == [
        ("golden-refactoring", "1/1 100.0%"),
        ("empty", "\N{EN DASH}"),
    ]


def test_finish_reasons_are_counted_where_they_are_said() -> None:
    found = rows(
        "finish-reasons",
        material(
            make_scored(circumstances=Circumstances(finish_reason=FinishReason.BUDGET_EXCEEDED)),
            make_scored(
                instance="b",
                circumstances=Circumstances(finish_reason=FinishReason.UNKNOWN, finish_raw="done"),
            ),
            make_scored(
                instance="c",
                circumstances=Circumstances(finish_reason=FinishReason.UNKNOWN, finish_raw="done"),
            ),
            make_scored(instance="d"),
        ),
    )

    assert [(r["reason"], r["share"]) for r in found] == [
        ("unknown (done)", "2/3 66.7%"),
        ("budget_exceeded", "1/3 33.3%"),
    ]


def test_without_rules_there_is_no_table_of_them() -> None:
    names = [t.name for t in make_report(material(make_scored(ran(1, 0)))).tables]

    assert [name for name in names if name.startswith("rules")] == []


def test_there_is_one_plot_a_track() -> None:
    plots = rule_plots(
        material(
            golden(),
            make_scored(rules(0.25), circumstances=Circumstances(track=Track.OPEN, mode=Mode.PLAN)),
            make_scored(
                rules(0.5), instance="b", circumstances=Circumstances(track=Track.INSTRUCTED)
            ),
        )
    )

    assert [plot.name for plot in plots] == ["rules-instructed", "rules-open"]
    assert "gpt plan: IFR 25.0%, n=1" in plots[1].svg
    assert "golden" not in plots[1].svg


def test_a_bootstrap_interval_is_written_with_both_ends() -> None:
    found = rows(
        "rules-alignment",
        material(
            make_scored(rules(0.0)),
            make_scored(rules(0.3), instance="b"),
            make_scored(rules(0.3), instance="c"),
            bootstrap=200,
        ),
    )

    assert found[0]["ifr"] == "20.0% [0.0, 30.0] (n=3)"


def test_a_mean_without_a_value_is_a_dash() -> None:
    assert cell_text(Mean(value=None, count=0), Kind.MEAN_WITH_INTERVAL) == "\N{EN DASH}"
