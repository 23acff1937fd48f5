"""Reference predictions from the command line: the refactoring alone unless more is asked for."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.assignments import a_commit, a_method
from verifier.cli.globals import Globals
from verifier.cli.predictions import command
from verifier.console import Console
from verifier.domain.prediction import Prediction
from verifier.errors import UsageError
from verifier.tools.records import load_jsonl, to_line

SHARED = Globals(console=Console(quiet=True), debug=False)


def test_the_refactoring_alone_is_the_default_and_needs_the_repository(tmp_path: Path) -> None:
    instances = tmp_path / "instances.jsonl"
    instances.write_text("")
    words = ["golden", "-i", str(instances), "-o", str(tmp_path / "golden.jsonl")]

    refused = CliRunner().invoke(command, words, obj=SHARED)
    whole = CliRunner().invoke(command, [*words, "--form", "commit"], obj=SHARED)

    assert isinstance(refused.exception, UsageError)
    assert "--form commit" in refused.exception.hint
    assert whole.exit_code == 0


@pytest.mark.parametrize("words", [["empty"], ["golden", "--form", "commit"]], ids=" ".join)
def test_what_was_written_is_told(tmp_path: Path, words: list[str]) -> None:
    instances, output = tmp_path / "instances.jsonl", tmp_path / "out.jsonl"
    instances.write_text("")
    told = Globals(console=Console(plain=True), debug=False)

    done = CliRunner().invoke(command, [*words, "-i", str(instances), "-o", str(output)], obj=told)

    assert done.stderr.splitlines() == [f"wrote {output}"]


def write_files(folder: Path, *records: object) -> Path:
    path = folder / "tasks.jsonl"
    path.write_bytes(b"".join(map(to_line, records)))
    return path


def test_assignments_have_reference_predictions_too(tmp_path: Path) -> None:
    tasks, output = write_files(tmp_path, a_commit(patch="diff --git a/A b/A\n")), tmp_path / "out"

    for words in (["empty"], ["golden", "--form", "commit"]):
        done = CliRunner().invoke(
            command, [*words, "-i", str(tasks), "-o", str(output)], obj=SHARED
        )
        assert done.exit_code == 0, done.output
        (made,) = load_jsonl(Prediction, output)[0]
        assert made.instance_id == "c1"
        assert made.model_patch == ("" if words == ["empty"] else "diff --git a/A b/A\n")


@pytest.mark.parametrize(
    ("record", "form", "said"),
    [
        (a_method(), "commit", "is a method to rewrite"),
        (a_commit(), "commit", "does not contain the patch"),
        (a_commit(patch="x"), "refactoring", "is an assignment"),
    ],
)
def test_a_golden_solution_that_does_not_exist_is_refused(
    tmp_path: Path, record: object, form: str, said: str
) -> None:
    tasks, output = write_files(tmp_path, record), tmp_path / "out"
    words = ["golden", "--form", form, "--repo", ".", "-i", str(tasks), "-o", str(output)]

    refused = CliRunner().invoke(command, words, obj=SHARED)

    assert isinstance(refused.exception, UsageError)
    assert said in refused.exception.message
    assert not output.exists()
