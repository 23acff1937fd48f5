"""`cache show` and `cache prune`: words, forms and refusals."""

import json
from pathlib import Path

import pytest

from verifier.cli.main import main


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "cache/prepared/base/A.java"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x" * 1024**2)
    return tmp_path / "cache"


def test_sizes_are_shown_by_kind(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    assert main(["cache", "show"]) == 0

    first, last = capsys.readouterr().out.splitlines()
    assert first.split() == ["prepared", "1", "1.0", "MiB", "used", "within", "a", "day"]
    assert last.split() == ["in", "all", "1.0", "MiB", str(cache)]


def test_json_says_what_was_removed(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    assert main(["cache", "prune", "--keep", "0.5M", "--older", "30d", "--format", "json"]) == 0

    record = json.loads(capsys.readouterr().out)
    assert (record["removed"], record["removed_bytes"], record["in_use"]) == (1, 1024**2, 0)
    assert list((cache / "prepared").iterdir()) == []


def test_a_dry_run_says_what_would_go(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    assert main(["cache", "prune", "--keep", "1K", "-n"]) == 0

    assert "would go: 1, 1.0 MiB" in capsys.readouterr().out
    assert (cache / "prepared/base/A.java").exists()


def test_without_a_word_nothing_goes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "prune"]) == 2
    assert "nothing says what may go" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("--keep", "20"), ("--keep", "-1G"), ("--older", "30G")])
def test_a_quantity_needs_its_unit(
    capsys: pytest.CaptureFixture[str], words: tuple[str, str]
) -> None:
    assert main(["cache", "prune", *words]) == 2
    assert "is not a number with one of" in capsys.readouterr().err


def test_the_ceiling_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "2G")

    assert main(["cache", "show"]) == 0

    assert capsys.readouterr().out.splitlines()[-1].split() == [
        *("ceiling", "2,048.0", "MiB", "cache-size"),
    ]


def test_a_ceiling_that_is_no_size_ends_every_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "2 GB")

    assert main(["doctor"]) == 11
    assert "REFVERIFY_CACHE_SIZE: '2 GB' is not a size" in capsys.readouterr().err
