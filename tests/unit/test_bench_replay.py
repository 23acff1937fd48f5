"""The replay of recorded answers: which prompt gets which answer, and how outcomes are counted."""

import gzip
import json
from pathlib import Path
from urllib.error import HTTPError

import pytest

from bench.replay import Outcome, different_answers, open_recorded_endpoint, outcomes, read_released
from tests.support.verdicts import checks_until, passing, verdict
from tests.unit.support.test_fake_endpoint import answer_to
from verifier.domain.outcome import CheckName, Reason
from verifier.domain.prediction import Prediction
from verifier.tools.records import to_line

RECORDS = [{"prompt": "Extract it.", "refactoredCode": "void f() {}"}]


def test_a_file_is_an_array_or_lines_packed_or_not(tmp_path: Path) -> None:
    line = "".join(f"{json.dumps(each)}\n" for each in RECORDS)
    for name, content in {
        "array": json.dumps(RECORDS).encode(),
        "lines": line.encode(),
        "packed": gzip.compress(line.encode()),
    }.items():
        (tmp_path / name).write_bytes(content)
        assert read_released(tmp_path / name) == RECORDS


def test_only_the_whole_recorded_prompt_gets_its_answer() -> None:
    with open_recorded_endpoint(RECORDS) as endpoint:
        assert answer_to(endpoint.port, "Extract it.") == "void f() {}"
        with pytest.raises(HTTPError, match="400"):
            answer_to(endpoint.port, "Extract it. ")


def test_two_answers_to_one_prompt_are_refused() -> None:
    with pytest.raises(ValueError, match="same prompt"):
        open_recorded_endpoint([*RECORDS, {**RECORDS[0], "refactoredCode": ""}])


def test_a_changed_and_a_lost_answer_differ_from_their_records(tmp_path: Path) -> None:
    def write(name: str, **answers: str) -> Path:
        made = [
            Prediction(instance_id=i, model_name_or_path="m", model_output=text)
            for i, text in answers.items()
        ]
        (tmp_path / name).write_bytes(b"".join(to_line(each) for each in made))
        return tmp_path / name

    recorded = write("recorded", a="1", b="2", c="3")

    assert different_answers(recorded, recorded) == 0
    assert different_answers(write("made", a="1", b="x"), recorded) == 2


def test_outcomes_are_figures_and_the_first_reasons() -> None:
    failed = verdict(checks=checks_until(CheckName.DETECTION, Reason.NOT_DETECTED))

    found = outcomes([verdict(checks=passing()), failed, failed])

    assert found[0] == Outcome(outcome="success", answers=1)
    assert found[3:] == [Outcome(outcome="NOT_DETECTED", answers=2)]
