import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import (
    ORDER,
    check,
    checks_until,
    make_generated,
    passing,
    verdict,
    write_run,
)
from verifier.domain.generation import (
    Disclosure,
    FinishReason,
    GenerationSummary,
    Missing,
    Sampling,
    Setting,
    Usage,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, Mode, Track
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


def rows(table: TableDeclaration[Any, Any], of: ReportData) -> Sequence[Mapping[str, Any]]:
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


@pytest.mark.parametrize("table", [MODELS, REASONS], ids=lambda t: t.name)
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


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        (
            {"parameters": Sampling(temperature=0.0, top_p=1.0)},
            {"parameters": Sampling(temperature=0.7, top_p=1.0)},
            ["gpt (temperature 0)", "gpt (temperature 0.7)"],
        ),
        ({}, {"parameters": Sampling(max_tokens=9)}, ["gpt (max_tokens 9)", "gpt (no max_tokens)"]),
        (
            {"tasks_sha256": "a" * 64},
            {"tasks_sha256": "b" * 64},
            ["gpt (task texts aaaaaaaa)", "gpt (task texts bbbbbbbb)"],
        ),
        (
            {},
            {"disclose": (Disclosure.TARGET_CLASS,)},
            ["gpt (discloses nothing more)", "gpt (discloses target-class)"],
        ),
        (
            {"prompt_set_sha256": "a" * 64},
            {"prompt_set_sha256": "b" * 64},
            ["gpt (prompt texts aaaaaaaa)", "gpt (prompt texts bbbbbbbb)"],
        ),
        (
            {"prompt_set": "x", "prompt_set_sha256": "a" * 64},
            {"prompt_set": "y", "prompt_set_sha256": "b" * 64},
            ["gpt (x)", "gpt (y)"],
        ),
        (
            {"context_tokens": 8000, "fit": True},
            {"context_tokens": 9000, "fit": True},
            ["gpt (context 8000)", "gpt (context 9000)"],
        ),
        (
            {"model_asked": "a", "model_answered": "a"},
            {"model_asked": "b", "model_answered": "b"},
            ["gpt (a)", "gpt (b)"],
        ),
        (
            {"model_asked": "a", "model_answered": "c"},
            {"model_asked": "b", "model_answered": "c"},
            ["gpt (a)", "gpt (b)"],
        ),
    ],
    ids=[
        "temperature",
        "length",
        "task texts",
        "disclosures",
        "prompt texts",
        "prompt set",
        "context",
        "model",
        "asked model",
    ],
)
def test_all_that_decides_the_answers_makes_a_setting(
    tmp_path: Path, one: dict[str, Any], other: dict[str, Any], names: list[str]
) -> None:
    runs = [
        write_run(tmp_path / name, [make_verdict(verdict(passing()), setting=setting)])
        for name, setting in (("one", one), ("other", other))
    ]
    ledger = read_ledger(runs)
    found = ReportData(ledger=ledger)

    assert ledger.notices == ()
    assert [r["model"] for r in rows(MODELS, found)] == names
    assert [(r["first"], r["second"]) for r in rows(PAIRED, found)] == [tuple(names)] * 2
    assert len(rows(SETTINGS, found)) == 2


def test_the_seeds_of_samples_are_one_setting() -> None:
    found = material(
        *(
            make_verdict(
                verdict(passing(), sample=n), setting={"parameters": Sampling(seed=7 + n, top_p=1)}
            )
            for n in range(2)
        )
    )

    (row,) = rows(SETTINGS, found)
    assert (row["model"], row["predictions"]) == ("gpt", 2)
    assert row["parameters"] == "top_p 1, seed 7"


def test_the_table_of_settings_lists_what_the_names_leave_out() -> None:
    setting = {
        "tasks_sha256": "a" * 64,
        "disclose": (Disclosure.SENTENCE,),
        "context_tokens": 8000,
        "fit": True,
        "parameters": Sampling(temperature=0.0),
    }
    (row,) = rows(SETTINGS, material(make_verdict(verdict(passing()), setting=setting)))

    assert (row["model"], row["parameters"]) == ("gpt", "temperature 0")
    assert row["further"] == (
        "prompt texts 00000000, task texts aaaaaaaa, discloses sentence, context 8000, cut to fit"
    )


def test_missing_answers_belong_to_the_setting_that_lacks_them() -> None:
    warm = {"parameters": Sampling(temperature=1.0)}
    found = material(
        make_verdict(verdict(passing(), instance="a")),
        make_verdict(verdict(passing(), instance="a"), setting=warm),
        summaries=[summary({Missing.BUDGET: 2})],
    )

    assert [(r["model"], r["missing"]) for r in rows(SETTINGS, found)] == [
        ("gpt (no temperature)", 2),
        ("gpt (temperature 1)", None),
    ]


def only(*results: CheckResult) -> tuple[CheckResult, ...]:
    """The results, and the usual other checks, which were not asked for."""
    own = {each.check for each in results}
    left_out = (n for n in ORDER if n not in own)
    return (
        *results,
        *(check(n, Status.NOT_APPLICABLE, Reason.NOT_SELECTED) for n in left_out),
    )


APPLIES, DETECTED = check(CheckName.APPLICATION), check(CheckName.DETECTION)
PURE = only(APPLIES, DETECTED, check(CheckName.PURITY))
IMPURE = only(APPLIES, DETECTED, check(CheckName.PURITY, Status.FAILED, Reason.IMPURE))
ELSEWHERE = only(
    APPLIES,
    check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED),
    check(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.NOT_REACHED),
)
NOT_PURE_OR_IMPURE = only(
    APPLIES, DETECTED, check(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED)
)


def headed(found: ReportData, table: str) -> tuple[list[str], Sequence[Mapping[str, Any]]]:
    (made,) = (each for each in make_report(found).tables if each.name == table)
    return [h.title for h in made.headings], flat_rows(made)


def test_static_checks_alone_have_a_headline_that_is_named_as_what_it_is() -> None:
    found = material(
        make_verdict(verdict(PURE, instance="a")),
        make_verdict(verdict(IMPURE, instance="b")),
        make_verdict(verdict(ELSEWHERE, instance="c")),
        make_verdict(verdict(NOT_PURE_OR_IMPURE, instance="d")),
        verdict(only(APPLIES), instance="a", model="golden"),
    )

    assert {(r["check"], r["reason"]) for r in rows(REASONS, found)} == {
        ("purity", "IMPURE"),
        ("detection", "NOT_DETECTED"),
    }
    for table in ("models", "settings", "types", "classes", "projects"):
        titles, (row, *_) = headed(found, table)
        assert titles.index("Pure, of all") + 1 == titles.index("Success"), table
        assert (row["pure"], row["pure_passed"], row["pure_judged"]) == (pytest.approx(1 / 3), 1, 3)
        assert row["success"] is None


def test_the_headline_is_what_every_prediction_was_asked_for() -> None:
    found = material(verdict(PURE), verdict(only(APPLIES, DETECTED), model="two"))

    titles, (one, two) = headed(found, "models")
    assert "Pure, of all" not in titles
    assert (one["detected"], two["detected"]) == (1.0, 1.0)
    assert headed(material(verdict(passing())), "models")[0].count("Success") == 1
    assert "Detected, of all" not in headed(material(verdict(passing())), "models")[0]


def test_an_unproved_change_is_not_proved_in_the_headline() -> None:
    unproved = check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    found = material(
        verdict((*only(APPLIES, DETECTED), check(CheckName.PROOF)), instance="a"),
        verdict((*only(APPLIES, DETECTED), unproved), instance="b"),
    )

    titles, (row,) = headed(found, "models")
    assert "Proved, of all" in titles
    assert (row["proved_passed"], row["proved_judged"]) == (1, 2)


def test_settings_are_compared_on_the_headline_too() -> None:
    found = material(
        *(verdict(PURE, instance=f"i{n}", model="one") for n in range(3)),
        *(verdict(ELSEWHERE, instance=f"i{n}", model="two") for n in range(3)),
    )

    (row,) = rows(PAIRED, found)

    assert (row["figure"], row["common"], row["only_first"]) == ("pure", 3, 3)


def test_successes_as_counts_are_named_after_the_headline() -> None:
    found = replace(
        material(verdict(PURE, instance="a"), verdict(IMPURE, instance="b")), counts=True
    )

    titles, (row,) = headed(found, "types")
    assert titles[:3] == ["Model", "Pure, of all", "Extract Method"]
    assert (row["pure_passed"], row["pure_judged"]) == (1, 2)


def test_without_an_agent_there_is_no_table_of_why_agents_stopped() -> None:
    answered = make_verdict(verdict(REFUSED, instance="a"), finish_reason="success")
    agents = replace(
        verdict(REFUSED, model="agent"),
        circumstances=Circumstances(finish_reason=FinishReason.TIMEOUT),
    )

    assert rows(FINISH_REASONS, material(answered)) == []
    assert [
        (r["model"], r["reason"]) for r in rows(FINISH_REASONS, material(answered, agents))
    ] == [
        ("agent", "timeout"),
        ("gpt", "success"),
    ]
