from dataclasses import replace
from pathlib import Path

from verifier.domain.funnel import Stage, ValidatedCounts
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.mining.commit import CommitStatus, Ending
from verifier.mining.funnel import FunnelCounter
from verifier.reports.funnel import FunnelStages, read_funnel
from verifier.reports.ledger import RunVerdicts
from verifier.reports.material import ReportData
from verifier.reports.plots import make_plots
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.tables.funnel import FUNNEL
from verifier.reports.tables.validated import VALIDATED
from verifier.tools.records import to_json


def save_as_mining(path: Path) -> Path:
    counter = FunnelCounter("gson", DEFAULT_TYPES)
    counter.ended(Ending(status=CommitStatus.NONE))
    counter.ended(Ending(status=CommitStatus.NONE))
    counter.ended(Ending(status=CommitStatus.SKIPPED, reason="merge"))
    path.write_text(to_json(counter.funnel()), encoding="utf-8")
    return path


def test_the_funnel_that_mining_saves_is_shown_with_its_losses(tmp_path: Path) -> None:
    funnel = read_funnel(save_as_mining(tmp_path / "instances.funnel.json"))
    material = ReportData(ledger=RunVerdicts(entries=()), funnel=funnel)

    rows = flat_rows(FUNNEL.fill(material))

    assert [(r["stage"], r["unit"], r["count"], r["losses"]) for r in rows[:3]] == [
        ("listed", "commits", 3, ""),
        ("analysed", "commits", 2, "1 skipped: merge"),
        ("with wanted types", "commits", 0, "2 without the wanted types"),
    ]


def test_what_validation_kept_is_a_row_a_project_and_type(tmp_path: Path) -> None:
    counts = ValidatedCounts(
        repo="gson",
        type=RefactoringType.EXTRACT_METHOD,
        instances=5,
        builds_before=4,
        builds_after=4,
        tests_pass=3,
        covered=2,
        kept=5,
        losses={"builds before: BASE_INVALID": 1, "covered: NOT_COVERED": 1},
    )
    mined = FunnelCounter("gson", DEFAULT_TYPES).funnel()
    path = tmp_path / "i.validated.funnel.json"
    path.write_text(to_json(replace(mined, validated=(counts,))), encoding="utf-8")
    material = ReportData(ledger=RunVerdicts(entries=()), funnel=read_funnel(path))

    (row,) = flat_rows(VALIDATED.fill(material))

    assert row == {
        "project": "gson",
        "type": "Extract Method",
        "instances": 5,
        "builds_before": 4,
        "builds_after": 4,
        "tests_pass": 3,
        "covered": 2,
        "golden": None,
        "kept": 5,
        "losses": "1 builds before: BASE_INVALID, 1 covered: NOT_COVERED",
    }


def test_the_funnel_is_plotted_even_where_a_stage_keeps_nothing(tmp_path: Path) -> None:
    funnel = read_funnel(save_as_mining(tmp_path / "instances.funnel.json"))

    (plot,) = make_plots(ReportData(ledger=RunVerdicts(entries=()), funnel=funnel))

    assert plot.name == "funnel"
    assert plot.svg.count("<rect") == plot.narrow.count("<rect") == len(funnel.stages)


def test_a_funnel_never_climbs_and_names_units_that_share_a_stage() -> None:
    stages = (
        Stage(name="golden", unit="instances", count=2),
        Stage(name="kept", unit="instances", count=3),
        Stage(name="kept", unit="acts", count=3),
        Stage(name="kept", unit="commits", count=1),
    )
    funnel = FunnelStages(stages=stages)
    material = ReportData(ledger=RunVerdicts(entries=()), funnel=funnel)

    (plot,) = make_plots(material)

    assert plot.svg.count("<rect") == 3
    assert "kept: acts" in plot.svg
    assert "kept: commits" in plot.svg
    rows = [(r["stage"], r["unit"]) for r in flat_rows(FUNNEL.fill(material))]
    assert rows == [("golden", "instances"), ("kept", "acts"), ("kept", "commits")]
