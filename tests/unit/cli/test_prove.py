"""`refverify prove`: its command line."""

from pathlib import Path

import pytest

from verifier.cli.main import main


@pytest.mark.parametrize(
    "words", [["one"], ["one", "two", "three"], ["--repo", "."], ["a", "b", "--repo", "."], []]
)
def test_anything_but_two_versions_is_a_usage_error(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", *words]) == 2
    assert "two versions are needed" in capsys.readouterr().err


def test_a_class_path_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["prove", str(tmp_path), str(tmp_path), "--class-path", str(tmp_path / "no.jar")]

    assert main(words) == 2
    assert "no.jar is not there" in capsys.readouterr().err
