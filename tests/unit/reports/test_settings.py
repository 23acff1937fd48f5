import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import check, checks_until, make_generated, passing, verdict, write_run
from verifier.domain.generation import GenerationSummary, Missing, Sampling, Setting, Usage
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Mode, Track
from verifier.domain.verdict import Verdict
from verifier.reports.ledger import LedgerEntry, RunVerdicts, read_ledger
from verifier.reports.material import ReportData
from verifier.reports.missing import Generated, read_generated
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.rendering.text import cell_text
from verifier.reports.report import make_report
from verifier.reports.table import Kind, TableDeclaration
from verifier.reports.tables.costs import COSTS
from verifier.reports.tables.finish_reasons import FINISH_REASONS
from verifier.reports.tables.models import MODELS
from verifier.reports.tables.paired import PAIRED
from verifier.reports.tables.reasons import REASONS
from verifier.reports.tables.settings import SETTINGS
from verifier.tools.records import to_json

REFUSED = checks_until(CheckName.DETECTION, Reason.NOT_DETECTED)
OPEN = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)
PROVED = (*passing(), check(CheckName.PROOF))
UNPROVED = (*passing(), check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED))
UNASKED = (*passing(), check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_SELECTED))


def material(*verdicts: Verdict, summaries: Sequence[GenerationSummary] = ()) -> ReportData:
    entries = tuple(LedgerEntry(verdict=v, run=Path("run")) for v in verdicts)
    return ReportData(
        ledger=RunVerdicts(entries=entries), generated=Generated(summaries=tuple(summaries))
    )


def rows(table: TableDeclaration[Any, Any], of: ReportData) -> list[Mapping[str, Any]]:
    return flat_rows(table.fill(of))


def summary(missing: Mapping[Missing, int], *, label: str = "gpt") -> GenerationSummary:
    setting = Setting(
        label=label,
        model="m",
        prompt_set="refverify-1",
        prompt_set_sha256="0" * 64,
        track="instructed",
        mode="direct",
        samples=1,
        parameters=Sampling(),
    )
    count = sum(missing.values())
    return GenerationSummary(setting=setting, asked=count + 1, answered=1, missing=missing)


def make_verdict(of: Verdict, **facts: Any) -> Verdict:
    return make_generated(of, track=Track.INSTRUCTED, mode=Mode.DIRECT, **facts)


@pytest.mark.parametrize("declaration", [SETTINGS, COSTS, PAIRED], ids=lambda d: d.name)
def test_every_table_and_column_says_what_it_holds(declaration: TableDeclaration[Any, Any]) -> None:
    table = declaration.fill(material())

    assert table.rows == ()
    assert all(h.description.endswith(".") for h in table.headings)
    assert len({h.name for h in table.headings}) == len(table.headings)


def test_a_prompt_set_and_an_answering_model_make_a_setting_of_their_own() -> None:
    found = material(
        make_verdict(verdict(passing(), instance="a"), answered="m-2"),
        make_verdict(verdict(REFUSED, instance="b"), prompt_set="mine-1", answered="m-2"),
        make_verdict(verdict(passing(), instance="c"), answered="m-1"),
    )

    settings = [
        (r["model"], r["asked"], r["answered"], r["prompt_set"], r["success_passed"])
        for r in rows(SETTINGS, found)
    ]
    assert settings == [
        ("gpt", "m", "m-2", "mine-1", 0),
        ("gpt", "m", "m-1", "refverify-1", 1),
        ("gpt", "m", "m-2", "refverify-1", 1),
    ]


@pytest.mark.parametrize("table", [MODELS, REASONS, FINISH_REASONS], ids=lambda t: t.name)
def test_no_table_merges_two_settings_of_one_label(table: TableDeclaration[Any, Any]) -> None:
    found = material(
        make_verdict(verdict(REFUSED, instance="a"), finish_reason="success"),
        make_verdict(verdict(REFUSED, instance="a"), prompt_set="mine-1", finish_reason="success"),
    )

    assert [r["model"] for r in rows(table, found)] == ["gpt (mine-1)", "gpt (refverify-1)"]


def test_a_label_that_looks_like_a_setting_keeps_its_own_row() -> None:
    found = material(
        make_verdict(verdict(passing(), instance="a")),
        make_verdict(verdict(passing(), instance="a"), prompt_set="mine-1"),
        make_verdict(verdict(REFUSED, instance="a", model="gpt (mine-1)")),
    )

    names = [r["model"] for r in rows(MODELS, found)]
    assert names == ["gpt (mine-1)", "gpt (mine-1) #2", "gpt (refverify-1)"]


def test_references_never_split() -> None:
    found = material(
        replace(verdict(passing(), model="golden", instance="a")),
        make_verdict(verdict(passing(), model="golden", instance="b")),
    )

    assert [(r["model"], r["predictions"]) for r in rows(MODELS, found)] == [("golden", 2)]
    assert rows(SETTINGS, found) == []


def test_predictions_that_state_only_a_label_need_no_table_of_settings() -> None:
    assert rows(SETTINGS, material(verdict(passing()))) == []


def test_the_intervals_of_settings_allow_for_predictions_of_one_commit() -> None:
    def some(commits: Sequence[str]) -> Mapping[str, Any]:
        checks = [passing(), passing(), REFUSED, REFUSED]
        (row,) = rows(
            SETTINGS,
            material(
                *(
                    make_verdict(replace(verdict(c, instance=f"i{n}"), base_commit=commit))
                    for n, (c, commit) in enumerate(zip(checks, commits, strict=True))
                )
            ),
        )
        return row

    apart, together = some("abcd"), some("aabb")

    assert (apart["success"], together["success"]) == (0.5, 0.5)
    assert (apart["success_low"], apart["success_high"]) == (
        pytest.approx(0.150, abs=0.001),
        pytest.approx(0.850, abs=0.001),
    )
    assert together["success_low"] < 0.01
    assert together["success_high"] > 0.99


def test_proved_counts_only_predictions_that_were_asked_for_a_proof() -> None:
    (row,) = rows(
        SETTINGS,
        material(
            make_verdict(verdict(PROVED, instance="a")),
            make_verdict(verdict(UNPROVED, instance="b")),
            make_verdict(verdict(UNASKED, instance="c")),
        ),
    )

    assert (row["proved_success_passed"], row["proved_success_judged"]) == (1, 2)
    (none,) = rows(SETTINGS, material(make_verdict(verdict(UNASKED))))
    assert none["proved_success"] is None


def test_missing_answers_are_counted_and_are_no_failures() -> None:
    missing = {Missing.BUDGET: 2, Missing.GAVE_UP: 1}
    found = material(make_verdict(verdict(passing())), summaries=[summary(missing)])

    (row,) = rows(SETTINGS, found)

    assert (row["predictions"], row["missing"], row["success_judged"]) == (1, 3, 1)
    assert row["missing_reasons"] == "2 budget, 1 gave_up"
    assert rows(MODELS, found)[0]["predictions"] == 1


def test_a_setting_without_any_answer_has_a_row_and_no_rates() -> None:
    (row,) = rows(SETTINGS, material(summaries=[summary({Missing.NOT_ASKED: 4})]))

    assert (row["model"], row["predictions"], row["missing"]) == ("gpt", 0, 4)
    assert (row["success"], row["success_low"]) == (None, None)


def test_missing_answers_of_a_label_that_several_models_answered_stay_apart() -> None:
    found = rows(
        SETTINGS,
        material(
            make_verdict(verdict(passing(), instance="a"), answered="m-1"),
            make_verdict(verdict(passing(), instance="b"), answered="m-2"),
            summaries=[summary({Missing.GAVE_UP: 1})],
        ),
    )

    assert [(r["answered"], r["missing"]) for r in found] == [
        (None, 1),
        ("m-1", None),
        ("m-2", None),
    ]


def test_if_nothing_is_missing_every_model_that_answered_says_so() -> None:
    found = rows(
        SETTINGS,
        material(
            make_verdict(verdict(passing(), instance="a"), answered="m-1"),
            make_verdict(verdict(passing(), instance="b"), answered="m-2"),
            summaries=[summary({})],
        ),
    )

    assert [(r["answered"], r["missing"]) for r in found] == [("m-1", 0), ("m-2", 0)]


def test_without_a_summary_nothing_is_said_about_missing_answers() -> None:
    (row,) = rows(SETTINGS, material(make_verdict(verdict(passing()))))

    assert (row["missing"], row["missing_reasons"]) == (None, None)


def write_predictions(folder: Path, missing: Mapping[Missing, int]) -> dict[str, object]:
    """Predictions with their summary, as `run.json` names them."""
    folder.mkdir()
    (folder / "p.jsonl").write_bytes(b"{}\n")
    (folder / "p.setting.json").write_text(to_json(summary(missing)), encoding="utf-8")
    sha256 = hashlib.sha256(b"{}\n").hexdigest()
    return {"predictions": {"path": "../made/p.jsonl", "sha256": sha256}}


def test_the_summary_is_found_next_to_the_predictions_that_the_run_names(tmp_path: Path) -> None:
    meta = write_predictions(tmp_path / "made", {Missing.BUDGET: 2})
    runs = [write_run(tmp_path / name, [], meta) for name in ("one", "two")]

    found = read_generated(read_ledger(runs))

    assert [s.missing for s in found.summaries] == [{Missing.BUDGET: 2}]
    assert found.notices == ("gpt: 2 answers are missing (2 budget); no figure counts them",)


def test_a_summary_of_other_predictions_does_not_count(tmp_path: Path) -> None:
    meta = write_predictions(tmp_path / "made", {Missing.BUDGET: 2})
    (tmp_path / "made" / "p.jsonl").write_bytes(b"{}\n{}\n")

    found = read_generated(read_ledger([write_run(tmp_path / "run", [], meta)]))

    assert found.summaries == ()
    assert found.notices == ("p.jsonl has changed since the run: what is missing is not known",)


def test_a_damaged_summary_is_left_out_with_a_notice(tmp_path: Path) -> None:
    meta = write_predictions(tmp_path / "made", {})
    (tmp_path / "made" / "p.setting.json").write_text("{", encoding="utf-8")

    found = read_generated(read_ledger([write_run(tmp_path / "run", [], meta)]))

    assert found.summaries == ()
    assert found.notices[0].startswith("p.setting.json cannot be read (")


def test_another_model_than_the_requested_one_is_said() -> None:
    found = material(
        make_verdict(verdict(passing(), instance="a"), answered="m-2"),
        make_verdict(verdict(passing(), instance="b"), answered=""),
    )

    assert "m was requested, and m-2 answered: 1 prediction" in make_report(found).notices


def test_costs_are_over_the_predictions_whose_cost_is_known() -> None:
    usage = Usage(input=90, cached=50, output=10, reasoning=4)
    (row,) = rows(
        COSTS,
        material(
            make_verdict(verdict(PROVED, instance="a"), cost_usd=1.0, usage=usage),
            make_verdict(
                verdict(UNPROVED, instance="b"), cost_usd=3.0, usage=replace(usage, input=190)
            ),
            make_verdict(
                verdict(REFUSED, instance="c"), cost_usd=0.5, finish_reason="budget_exceeded"
            ),
            make_verdict(
                verdict(OPEN, instance="d"), cost_usd=8.0, usage=replace(usage, estimated=True)
            ),
            make_verdict(verdict(PROVED, instance="e")),
            summaries=[summary({Missing.BUDGET: 6, Missing.GAVE_UP: 1})],
        ),
    )

    assert (row["predictions"], row["priced"]) == (5, 4)
    assert (row["mean_usd"], row["median_usd"], row["total_usd"]) == (3.125, 2.0, 12.5)
    assert (row["usd_per_success"], row["usd_per_proved"]) == (2.25, 4.5)
    assert (row["counted"], row["estimated"], row["total_tokens"]) == (3, 1, 400)
    assert (row["mean_tokens"], row["median_tokens"]) == (133, 100)
    assert (row["ended_by_budget"], row["missing_by_budget"]) == (1, 6)


def test_an_unknown_cost_has_no_value() -> None:
    (row,) = rows(COSTS, material(make_verdict(verdict(passing()), usage=Usage(input=1, output=1))))

    unknown = ("mean_usd", "median_usd", "total_usd", "usd_per_success", "usd_per_proved")
    assert [row[name] for name in unknown] == [None] * 5
    assert (row["priced"], row["missing_by_budget"]) == (0, None)


def test_a_model_without_a_success_has_no_cost_per_success() -> None:
    (row,) = rows(COSTS, material(make_verdict(verdict(REFUSED), cost_usd=2.0)))

    assert (row["total_usd"], row["usd_per_success"]) == (2.0, None)


def test_costs_that_nobody_knows_need_no_table() -> None:
    assert rows(COSTS, material(make_verdict(verdict(passing())))) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0.00"), (1234.5, "1,234.50"), (0.0123, "0.0123"), (0.00001234, "1.2e-05")],
)
def test_small_amounts_keep_their_digits(value: float, shown: str) -> None:
    assert cell_text(value, Kind.DOLLARS) == shown


def test_settings_are_compared_on_common_instances_alone() -> None:
    def answers(model: str, checks: str, sample: int = 0) -> list[Verdict]:
        kinds = {"+": passing(), "-": REFUSED, "?": OPEN}
        return [
            verdict(kinds[word], instance=f"i{number}", model=model, sample=sample)
            for number, word in enumerate(checks)
            if word != " "
        ]

    row, strict = rows(
        PAIRED,
        material(
            *answers("one", "+++++++?+"),
            *answers("one", "        -", sample=1),
            *answers("two", "------++ "),
            *answers("golden", "+++++++++"),
        ),
    )

    assert (row["first"], row["second"], row["figure"]) == ("one", "two", "success")
    assert (row["common"], row["only_first"], row["only_second"]) == (7, 6, 0)
    assert (row["of_first"], row["of_second"]) == (1.0, pytest.approx(1 / 7))
    assert row["p_value"] == pytest.approx(2 / 2**6)
    assert strict["figure"] == "strict success"


def test_settings_without_a_common_instance_are_not_compared() -> None:
    found = material(
        verdict(passing(), instance="a", model="one"), verdict(passing(), instance="b", model="two")
    )

    assert rows(PAIRED, found) == []


def test_too_many_settings_are_not_compared_and_the_report_says_so() -> None:
    found = material(*(verdict(passing(), model=f"m{n:02}") for n in range(31)))

    assert rows(PAIRED, found) == []
    assert "31 settings are too many to compare in pairs" in make_report(found).notices


def test_equal_answers_give_no_p_value() -> None:
    found = material(verdict(passing(), model="one"), verdict(passing(), model="two"))

    assert rows(PAIRED, found)[0]["p_value"] is None
