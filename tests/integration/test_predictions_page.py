"""docs/predictions.md at work: its lines are judged, without a sandbox, and are what it says."""

import json
import re
from pathlib import Path

import pytest

from verifier.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "predictions.md"
WITHOUT_A_BUILD = ("--checks", "detection", "--checks", "purity")


def run_cli(*words: str) -> int:
    return main(words)


def lines() -> list[str]:
    return re.findall(r"^```json\n(.*)\n```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bistro and its instances, where no engine answers."""
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["datasets", "build", "bistro", "-o", "bistro"]) == 0
        assert main(["mine", "bistro", "-o", "instances.jsonl"]) == 0
    return folder


@pytest.fixture(autouse=True)
def in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:1")


def test_every_form_of_the_page_passes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("predictions.jsonl").write_text("\n".join(lines()), encoding="utf-8")
    words = [
        "verify",
        "-i",
        "instances.jsonl",
        "predictions.jsonl",
        "--repo",
        "bistro",
        "--run",
        "run",
    ]

    assert run_cli(*words, *WITHOUT_A_BUILD) == 0

    out, err = capsys.readouterr()
    verdicts = Path("run/verdicts.jsonl").read_text(encoding="utf-8")
    forms = [json.loads(line)["form"] for line in verdicts.splitlines()]
    assert sorted(forms) == ["answer", "files", "patch"]
    assert out.splitlines()[-1] == (
        "3 predictions: 3 pass the checks asked for, 0 not, 0 inconclusive"
    )
    assert err.splitlines()[-1].endswith(" passed")


def judge_file(patch: str, *more: str) -> int:
    Path("x.diff").write_text(patch, encoding="utf-8")
    wanted = json.loads(lines()[0])["instance_id"]
    mined = map(json.loads, Path("instances.jsonl").read_text(encoding="utf-8").splitlines())
    base = next(instance["parent"] for instance in mined if instance["id"] == wanted)
    words = ["check", "--repo", "bistro", "--base", base, "--patch", "x.diff"]
    return run_cli(*words, "--level", "static", *more)


def test_the_last_line_is_the_answer_and_agrees_with_the_exit_status(
    capsys: pytest.CaptureFixture[str],
) -> None:
    right = json.loads(lines()[0])["model_patch"]

    assert judge_file(right) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "PASSED (level static): behaviour PROVED, only refactoring"
    )

    assert judge_file(right.replace("long off", "int off")) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(
        "FAILED (level static): behaviour OPEN, refactoring open: APPLY_FAILED: "
    )


def test_a_file_that_is_no_diff_is_a_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert judge_file("root:x:0:0:root:/root:/bin/bash\n") == 4
    assert "not a patch that can be judged: no file header" in capsys.readouterr().err


def test_the_template_goes_to_standard_output_and_the_task_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["predictions", "template", "90c1", "--form", "files"]) == 0
    out, err = capsys.readouterr()
    assert list(json.loads(out)["files"]) == ["src/main/java/example/bistro/Discounts.java"]
    assert err.startswith("Inline Method on example.bistro.Discounts#offForGuests(Money, int)\n")

    assert main(["predictions", "template", "90c1", "--prompt"]) == 0
    assert capsys.readouterr().out == err
