"""Predictions of every outcome over several bases, undisturbed and killed: each has its verdict, the ledgers are equal.

Five predictions here; `python -m bench.soak` takes as many as are wanted.
"""

from pathlib import Path

import pytest

from bench.killed import RunFolders
from bench.soak import PREDICTIONS, main, wrong_verdicts
from tests.support.own_settings import DIRECT, set_own


@pytest.mark.slow
@pytest.mark.network
def test_each_prediction_has_its_verdict_although_the_run_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_own(monkeypatch, tmp_path / "settings", DIRECT)
    few = ("--predictions", "5", "--bases", "2", "--every", "5", "--kills", "1")

    ended = main([*few, "--sandbox", "local", "--keep", str(tmp_path)])

    said = capsys.readouterr().out
    assert (ended, said.splitlines()[-1]) == (0, "0 things are wrong"), said
    assert said.count("killed after") == 1
    run = f"{PREDICTIONS}-run"
    place = RunFolders(folder=tmp_path / "whole", words=(), sandbox="local", run_name=run)
    # Those that prepared the bases are not in its ledger.
    assert len(list(wrong_verdicts(tmp_path / "first.jsonl", place.ledger))) == 4
