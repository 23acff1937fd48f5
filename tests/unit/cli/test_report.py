from pathlib import Path

import pytest

from tests.support.verdicts import checks_until, passing, verdict, write_run
from verifier.cli.main import main
from verifier.domain.outcome import CheckName, Reason


def run_in(folder: Path) -> str:
    failed = verdict(checks_until(CheckName.APPLICATION, Reason.NO_CHANGE), instance="i2")
    return str(write_run(folder / "run", [verdict(passing()), failed]))


def test_types_as_counts_and_failures_to_read_are_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["report", run_in(tmp_path), "--as-counts", "--read", "1", "--format", "markdown"]

    assert main(words) == 0

    shown = capsys.readouterr().out
    assert "| gpt | 1 of 2 | 1 of 2 |" in shown
    assert "## Failures to read" in shown


def test_a_wrong_labels_file_ends_with_exit_code_4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = tmp_path / "labels.toml"
    labels.write_text('"gpt" = { cutoff = "June" }', encoding="utf-8")

    assert main(["report", run_in(tmp_path), "--labels", str(labels)]) == 4

    assert "gpt: cutoff 'June' is not a date" in capsys.readouterr().err
