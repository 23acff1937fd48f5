"""A real model behind an OpenAI-compatible server: opt-in, and never about the quality of its answers.

Set REFVERIFY_TEST_BASE_URL (such as http://localhost:8000/v1) and REFVERIFY_TEST_MODEL. The server must
need no key.
"""

import json
import os
from pathlib import Path

import pytest

from tests.support.generation_tasks import task, write_tasks
from verifier.cli.main import main
from verifier.domain.generation import FinishReason
from verifier.domain.prediction import Prediction
from verifier.tools.records import load_jsonl

BASE_URL = os.environ.get("REFVERIFY_TEST_BASE_URL", "")
MODEL = os.environ.get("REFVERIFY_TEST_MODEL", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.network,
    pytest.mark.skipif(
        not (BASE_URL and MODEL),
        reason="REFVERIFY_TEST_BASE_URL and REFVERIFY_TEST_MODEL name no server and model",
    ),
]


def generate(folder: Path, *words: str) -> Prediction:
    """Ask for one answer to one small task."""
    write_tasks(folder / "i.jsonl", [task()])
    given = ("-i", str(folder / "i.jsonl"), "-o", str(folder / "p.jsonl"), "--model", MODEL)
    where = ("--base-url", BASE_URL, "--api-key-env", "-", "--yes")
    assert main(["-q", "generate", *given, *where, *words]) == 0
    (prediction,) = load_jsonl(Prediction, folder / "p.jsonl")[0]
    return prediction


def test_an_answer_is_a_prediction_with_the_tokens_that_the_server_counts(tmp_path: Path) -> None:
    prediction = generate(tmp_path, "--temperature", "0", "--max-tokens", "256")

    made = prediction.circumstances.generation
    assert made is not None
    assert made.usage is not None
    assert made.model_answered
    assert made.usage.input > 0
    assert 0 < made.usage.output <= 256
    assert prediction.circumstances.finish_reason in {FinishReason.SUCCESS, FinishReason.TRUNCATED}
    (line,) = (tmp_path / "p.costs.jsonl").read_text().splitlines()
    assert json.loads(line)["tokens"] == made.usage.input + made.usage.output


def test_an_answer_that_is_cut_at_three_tokens_is_kept_as_truncated(tmp_path: Path) -> None:
    prediction = generate(tmp_path, "--max-tokens", "3")

    assert prediction.circumstances.finish_reason is FinishReason.TRUNCATED
    assert prediction.circumstances.finish_raw == "length"
    assert prediction.model_output is not None
