"""Reference predictions: the whole commit, its refactoring alone, and nothing."""

import json
from pathlib import Path

import pytest

from tests.support.answers import an_instance
from verifier.cli.main import main
from verifier.predictions.golden.reference import (
    empty_prediction,
    golden_commit,
)
from verifier.tools.records import to_json


def test_the_whole_commit_is_the_instances_patch() -> None:
    instance = an_instance("Extract Method:A#f()", patch="--- a/A\n")

    assert golden_commit(instance).model_patch == "--- a/A\n"
    assert empty_prediction(instance).model_patch == ""


@pytest.mark.parametrize(
    ("words", "model", "patch"),
    [(["golden", "--form", "commit"], "golden", "P\n"), (["empty"], "empty", "")],
)
def test_the_command_writes_a_line_for_each_instance(
    tmp_path: Path, words: list[str], model: str, patch: str
) -> None:
    instances, output = tmp_path / "i.jsonl", tmp_path / "o.jsonl"
    instances.write_text(to_json(an_instance("Extract Method:A#f()", patch="P\n")) + "\n")

    assert main(["predictions", *words, "-i", str(instances), "-o", str(output)]) == 0
    (line,) = output.read_text().splitlines()
    record = json.loads(line)
    assert (record["instance_id"], record["model_name_or_path"]) == ("i1", model)
    assert record["model_patch"] == patch


def test_the_refactoring_form_without_a_repository_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances = tmp_path / "i.jsonl"
    instances.write_text("")
    words = [
        "predictions",
        "golden",
        "-i",
        str(instances),
        "--form",
        "refactoring",
        "-o",
        "o.jsonl",
    ]

    assert main(words) == 2
    assert "--repo" in capsys.readouterr().err
