"""What each call of mining and validation cost: a line a call, summed up by stage."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.json_schemas import lines, satisfies
from verifier.errors import InputError, StorageError
from verifier.workflows.costs import Cost, CostLine, CostStage, cost_of, measure, read_costs


def call(folder: Path, *done: str, fresh: bool = False) -> None:
    journal = folder / "journal.jsonl"
    costs = folder / "costs.jsonl"
    with (
        measure(costs, CostStage.MINING, journal, fresh=fresh),
        journal.open("w" if fresh else "a") as stream,
    ):
        stream.writelines(f"{line}\n" for line in done)


def test_a_call_says_how_many_lines_of_the_journal_it_wrote_and_what_it_took(
    tmp_path: Path,
) -> None:
    call(tmp_path, "header", "a", "b")
    call(tmp_path, "c")
    call(tmp_path)
    call(tmp_path, "header", "a", "b", fresh=True)

    found = read_costs(tmp_path / "costs.jsonl")

    assert [line.done for line in found] == [2, 1, 2]
    assert all(line.seconds >= 0 for line in found)
    assert all(line.processor_seconds is not None for line in found)
    assert all(line.peak_memory is None or line.peak_memory > 1_000_000 for line in found)
    satisfies("cost", lines(tmp_path / "costs.jsonl"))


def test_a_call_states_the_dollars_and_tokens_that_it_spent(tmp_path: Path) -> None:
    journal, costs = tmp_path / "journal.jsonl", tmp_path / "costs.jsonl"
    for usd, tokens in ((0.25, 70), (None, None)):
        with (
            measure(costs, CostStage.GENERATION, journal) as spending,
            journal.open("a") as stream,
        ):
            stream.write("line\n")
            spending.usd, spending.tokens = usd, tokens

    assert [(line.done, line.cost_usd, line.tokens) for line in read_costs(costs)] == [
        (1, 0.25, 70),
        (1, None, None),
    ]


def test_a_call_that_is_stopped_leaves_its_line_too(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"

    def stop() -> None:
        with measure(tmp_path / "costs.jsonl", CostStage.VALIDATION, journal):
            journal.write_text("a\n")
            raise StorageError("the disk is full")

    with pytest.raises(StorageError):
        stop()

    assert [(line.stage, line.done) for line in read_costs(tmp_path / "costs.jsonl")] == [
        ("validation", 1)
    ]


def test_a_fresh_call_that_fails_before_it_begins_has_done_nothing(tmp_path: Path) -> None:
    call(tmp_path, "header", "a", "b")
    costs = tmp_path / "costs.jsonl"

    def refuse() -> None:
        with measure(costs, CostStage.MINING, tmp_path / "journal.jsonl", fresh=True):
            raise InputError("no such revision")

    with pytest.raises(InputError):
        refuse()

    assert [each.done for each in read_costs(costs)] == [2]


def line(stage: CostStage, done: int, seconds: float, peak: int | None) -> CostLine:
    return CostLine(stage=stage, done=done, seconds=seconds, peak_memory=peak)


def test_calls_of_one_stage_are_summed_up() -> None:
    every = [
        line(CostStage.MINING, 10, 4.0, 100),
        line(CostStage.VALIDATION, 2, 60.0, 900),
        line(CostStage.MINING, 30, 16.0, 300),
    ]

    found = cost_of(every, CostStage.MINING)

    assert found == Cost(done=40, seconds=20.0, peak_memory=300)
    assert found.rate == 2.0


def test_what_nobody_measured_has_no_value() -> None:
    assert cost_of([], CostStage.MINING) == Cost(done=0, seconds=None, peak_memory=None)
    assert cost_of([], CostStage.MINING).rate is None
    nothing = line(CostStage.MINING, 0, 0.0, None)
    assert cost_of([nothing], CostStage.MINING).rate is None


def test_a_file_of_something_else_is_refused_and_none_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "costs.jsonl"
    assert read_costs(path) == []
    path.write_text("{}\n")
    with pytest.raises(InputError):
        read_costs(path)


def test_processor_seconds_are_those_of_the_call_and_its_children(tmp_path: Path) -> None:
    journal, costs = tmp_path / "journal.jsonl", tmp_path / "costs.jsonl"
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    for program in (busy, "pass"):
        with measure(costs, CostStage.VALIDATION, journal), journal.open("a") as stream:
            subprocess.run([sys.executable, "-c", program], check=True)
            stream.write("line\n")

    much, little = (line.processor_seconds or 0.0 for line in read_costs(costs))

    assert much - little > 0.3
    assert little > 0
    assert cost_of(read_costs(costs), CostStage.VALIDATION).processor_seconds == much + little


def test_processor_seconds_are_unknown_if_those_of_a_call_are() -> None:
    known = CostLine(stage=CostStage.MINING, done=1, seconds=9, processor_seconds=2)

    found = cost_of([known, line(CostStage.MINING, 1, 9, None)], CostStage.MINING)

    assert found.processor_seconds is None
