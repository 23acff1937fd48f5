"""A file without a prediction is a mistake, not a run of nothing."""

from pathlib import Path

import pytest

from tests.support.instances import make_mined
from verifier.console import Console
from verifier.errors import InputError
from verifier.judging.run import InputFiles, load_inputs
from verifier.tools.records import to_line


def test_without_a_prediction_nothing_is_judged(tmp_path: Path) -> None:
    instances, predictions = tmp_path / "i.jsonl", tmp_path / "p.jsonl"
    instances.write_bytes(to_line(make_mined()))
    predictions.write_bytes(b"\n")
    files = InputFiles(instances=instances, predictions=predictions, run=tmp_path / "run")

    with pytest.raises(InputError, match="no prediction to judge"):
        load_inputs(files, Console(quiet=True))
