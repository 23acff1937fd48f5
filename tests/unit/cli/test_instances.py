import sys
from pathlib import Path

import pandas as pd
import pytest

from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.cli.main import main
from verifier.domain.outcome import Reason
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Step
from verifier.tools.records import to_json, to_line


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "instances.jsonl"
    instances = [make_mined(), make_mined(id="i2", type=RefactoringType.MOVE_METHOD)]
    path.write_text("".join(f"{to_json(i)}\n" for i in instances), encoding="utf-8")
    return path


def test_csv_goes_to_standard_output(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["instances", "-i", str(file), "--type", "Move Method", "--format", "csv"]) == 0

    header, row = capsys.readouterr().out.splitlines()
    assert header.startswith("id,group,repo,commit,parent,committed,type,refactoring_class,")
    assert row.startswith(f"i2,g1,r,{'1' * 40},{'2' * 40},,Move Method,atomic,")


def test_parquet_goes_to_a_file_with_the_types(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "instances.parquet"

    assert main(["instances", "-i", str(file), "--format", "parquet", "-o", str(out)]) == 0

    frame = pd.read_parquet(out)
    assert frame["id"].tolist() == ["i1", "i2"]
    assert frame["type"].cat.categories.tolist() == [str(t) for t in RefactoringType]


def test_only_validated_instances_that_passed_the_step_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "instances.validated.jsonl"
    passed, uncovered = validation(golden=False), validation(Step.COVERED, Reason.NOT_COVERED)
    every = [
        make_mined(build=passed.build, coverage=passed.coverage),
        make_mined(id="i2", build=uncovered.build, coverage=uncovered.coverage),
        make_mined(id="i3"),
    ]
    path.write_bytes(b"".join(map(to_line, every)))

    def listed(*options: str) -> list[list[str]]:
        assert main(["-q", "instances", "-i", str(path), *options]) == 0
        return [line.split("\t") for line in capsys.readouterr().out.splitlines()]

    assert [row[-1] for row in listed()] == ["passed", "covered: NOT_COVERED", ""]
    assert [row[0] for row in listed("--require", "tested")] == ["i1", "i2"]
    assert [row[0] for row in listed("--require", "covered")] == ["i1"]
    assert listed("--require", "golden") == []


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "parquet"],
        ["--output", "x.csv"],
        ["--format", "csv", "--count"],
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together_are_refused(file: Path, options: list[str]) -> None:
    assert main(["instances", "-i", str(file), *options]) == 2


def test_parquet_without_pyarrow_says_what_to_install(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    status = main(["instances", "-i", str(file), "--format", "parquet", "-o", str(tmp_path / "x")])

    assert status == 7
    assert "pip install 'refverify[parquet]'" in capsys.readouterr().err


def test_a_search_that_finds_nothing_says_so(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["instances", "-i", str(file), "--text", "NothingLikeThis"]) == 0

    out, err = capsys.readouterr()
    assert (out, err) == ("", f"note: 0 of 2 instances in {file} match\n")


def test_an_unknown_id_names_the_file_that_was_read(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "ffff", "-i", str(file)]) == 5
    assert f"no instance 'ffff' in {file}" in capsys.readouterr().err


def test_show_prints_the_record_as_it_stands_in_the_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "i1", "-i", str(file), "--format", "json"]) == 0

    assert capsys.readouterr().out == file.read_text().splitlines(keepends=True)[0]
    assert main(["show", "i1", "-i", str(file), "--format", "json", "--run", "r"]) == 2


def test_show_says_what_was_validated_in_short_and_all_of_it_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = validation()
    path = tmp_path / "v.jsonl"
    one = make_mined(build=found.build, coverage=found.coverage, golden=found.golden)
    path.write_text(f"{to_json(one)}\n")

    assert main(["show", "i1", "-i", str(path)]) == 0
    short = capsys.readouterr().out
    assert main(["show", "i1", "-i", str(path), "--all"]) == 0
    whole = capsys.readouterr().out

    assert "\nValidation\nbuilds before  passed\nbuilds after   passed\n" in short
    assert "sandbox docker" not in short
    assert f"\n  commit {'2' * 40}\n" in whole
    assert "\n  sandbox docker\n" in whole


def test_options_of_the_page_are_refused_without_it(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["instances", "-i", str(file), "--licences", "permissive"]) == 2
    assert "--licences and --funnel need the page" in capsys.readouterr().err


def test_a_sample_has_one_of_each_type(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = make_mined(id="i3")
    file.write_text(f"{file.read_text()}{to_json(again)}\n", encoding="utf-8")

    assert main(["instances", "-i", str(file), "--sample", "2", "--spread", "type,eloc"]) == 0
    assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["i1", "i2"]


def test_properties_without_a_sample_are_refused(file: Path) -> None:
    assert main(["instances", "-i", str(file), "--spread", "type"]) == 2
