"""scripts/reproduce says of each figure whether it is equal, and its claims are those of the documents."""

import importlib.machinery
import importlib.util
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
CLAIMS = tomllib.loads((ROOT / "datasets" / "claims.toml").read_text(encoding="utf-8"))["claims"]


@pytest.fixture(scope="module")
def reproduce() -> Iterator[ModuleType]:
    loader = importlib.machinery.SourceFileLoader("reproduce", str(ROOT / "scripts" / "reproduce"))
    spec = importlib.util.spec_from_loader("reproduce", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["reproduce"] = module
    loader.exec_module(module)
    yield module
    del sys.modules["reproduce"]


def test_a_figure_is_read_by_keys_and_by_the_row_that_has_values(reproduce: ModuleType) -> None:
    value = {"rows": [{"model": "a", "n": 1}, {"model": "b", "n": 2}]}

    assert reproduce.find(value, ["rows", {"model": "b"}, "n"]) == 2
    assert reproduce.find(value, ["rows", {"model": "c"}, "n"]) is None
    assert reproduce.find(value, ["gone", "n"]) is None


def test_a_tolerance_holds_for_numbers_and_never_for_a_missing_one(reproduce: ModuleType) -> None:
    figure = reproduce.Figure
    assert figure(claim="c", expected=0.5, found=0.504, tolerance=0.005).equal
    assert not figure(claim="c", expected=0.5, found=0.51, tolerance=0.005).equal
    assert not figure(claim="c", expected=3, found=4).equal
    assert not figure(claim="c", expected=0, found=None, tolerance=1).equal


def test_equal_figures_end_with_0_and_a_different_or_no_figure_with_1(
    reproduce: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    equal = reproduce.Figure(claim="pure", expected=20, found=20)
    other = reproduce.Figure(claim="proved", expected=9, found=8)
    (tmp_path / "file").write_bytes(b"x" * 2_000_000)

    assert reproduce.report([equal], 61.4, tmp_path) == 0
    assert reproduce.report([equal, other], 61.4, tmp_path) == 1
    assert reproduce.report([], 1.0, tmp_path) == 1
    printed = capsys.readouterr().out
    assert "= pure: 20\n" in printed
    assert "! proved: 8 (expected 9)\n" in printed
    assert f"2 figures, 1 different; 61 s; 2 MB in {tmp_path}\n" in printed


def test_the_documented_rows_equal_themselves_and_a_changed_one_differs(
    reproduce: ModuleType,
) -> None:
    names = ["disruptor", "junit4"]

    figures = reproduce.compare_projects(RESULTS, RESULTS, names)
    changed = reproduce.compare_projects(RESULTS, RESULTS.replace("| 184 |", "| 185 |"), names)

    assert len([f for f in figures if ": lost" not in f.claim]) == 2 * len(reproduce.MINED)
    assert len([f for f in figures if f.claim.startswith("disruptor: analysed")]) == 4
    assert all(f.equal for f in figures)
    assert [(f.claim, f.expected, f.found) for f in changed if not f.equal] == [
        ("disruptor: Pure", "184", "185")
    ]


def test_a_project_that_was_not_mined_differs_and_one_that_was_not_asked_for_is_left_out(
    reproduce: ModuleType,
) -> None:
    figures = reproduce.compare_projects(RESULTS, "", ["disruptor", "somebody-elses"])

    assert {f.claim.partition(":")[0] for f in figures} == {"disruptor"}
    assert not any(f.equal for f in figures)


def test_the_list_of_histories_has_the_projects_of_the_results(reproduce: ModuleType) -> None:
    names = reproduce.names_in(reproduce.PROJECTS)
    rows = {
        row["Project"]: row["Up to"] for row in reproduce.read_table(RESULTS, "Project", "Up to")
    }

    assert sorted(names) == sorted(rows)
    listed = reproduce.PROJECTS.read_text(encoding="utf-8")
    assert all(f"rev={tip}" in listed for tip in rows.values())


def test_claims_are_read_from_the_files_of_a_run(
    reproduce: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = tmp_path / "claims.toml"
    claims.write_text(
        '[[claims]]\nclaim = "n"\nfile = "a.json"\nat = ["n"]\nexpected = 1\n', encoding="utf-8"
    )
    monkeypatch.setattr(reproduce, "CLAIMS", claims)
    (tmp_path / "a.json").write_text(json.dumps({"n": 2}), encoding="utf-8")

    (figure,) = reproduce.read_claims(tmp_path)

    assert (figure.claim, figure.expected, figure.found, figure.equal) == ("n", 1, 2, False)


def test_the_page_has_every_claim_with_its_figure_and_tolerance() -> None:
    text = (ROOT / "docs" / "artefact.md").read_text(encoding="utf-8")
    page = text.partition("## Claims of the small track")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| `([^`|]+)` \| ([^|]+?) \| ([^|]+?) \|$", page, re.MULTILINE)

    assert [(claim, expected, tolerance) for claim, _, expected, tolerance in rows] == [
        (each["claim"], str(each["expected"]), str(each.get("tolerance", "none")))
        for each in CLAIMS
    ]
