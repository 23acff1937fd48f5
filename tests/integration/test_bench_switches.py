"""A few predictions of the soak, by default and with one switch off, each with a cache of its own."""

from pathlib import Path

import pytest

from bench.switches import main


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.usefixtures("warm_maven")
def test_a_sample_has_the_same_verdicts_with_a_switch_off_and_is_not_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.switches.BASES", 1)
    monkeypatch.setattr("bench.switches.MANY", 5)
    few = [str(tmp_path), "--set", "soak", "--most", "3", "--cold", "--sandbox", "local"]
    switched = "--only=--without=reuse-identical"

    ended = main([*few, switched, "--", "--strategy", "direct"])

    said = capsys.readouterr().out
    assert (ended, said.split(maxsplit=1)[1].strip()) == (0, "3 predictions, 0 differ"), said
    caches, runs = tmp_path / "soak" / "caches", tmp_path / "soak" / "runs"
    assert {cache.name for cache in caches.iterdir()} == {"default", "--without=reuse-identical"}
    assert all((cache / "prepared").is_dir() for cache in caches.iterdir())
    ledgers = {path: path.read_bytes() for path in runs.glob("*/verdicts.jsonl")}
    assert len(ledgers) == 2
    assert all('"direct"' in content.decode() for content in ledgers.values())

    assert main([*few, switched, "--", "--strategy", "direct"]) == 0
    assert all(path.read_bytes() == content for path, content in ledgers.items())
