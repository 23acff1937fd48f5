"""Two ledgers of one set: what makes them differ; and what a stretch took compared with another."""

import json
from dataclasses import replace
from pathlib import Path

from bench.footprint import bytes_below
from bench.soak import Stretch, compare, other_lines

STRETCH = Stretch(
    verdicts=100,
    seconds=20.0,
    own_cpu=4.0,
    own_mb=500,
    containers_mb=0,
    open_files=100,
    containers=0,
    cache_mb=1.0,
    run_mb=1.0,
)


def ledger(path: Path, *records: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def record(sample: int, **more: object) -> dict[str, object]:
    return {"instance_id": "i", "model_name_or_path": "m", "sample": sample, **more}


def test_times_order_and_the_chain_make_no_difference(tmp_path: Path) -> None:
    ours = ledger(tmp_path / "a", record(0, chain="x", checks=[{"seconds": 1.0}]), record(1))
    theirs = ledger(tmp_path / "b", record(1), record(0, chain="y", checks=[{"seconds": 2.0}]))

    assert list(other_lines(ours, theirs)) == []


def test_whatever_else_differs_is_told_with_its_place(tmp_path: Path) -> None:
    ours = ledger(tmp_path / "a", record(0, checks=[{"reason": "POLICY", "seconds": 1.0}]))
    theirs = ledger(tmp_path / "b", record(0, checks=[{"reason": "TAMPER", "seconds": 1.0}]))

    assert list(other_lines(ours, theirs)) == [
        "i m #0: record.checks[0].reason is 'POLICY' and 'TAMPER'"
    ]


def test_a_line_that_one_ledger_lacks_is_told(tmp_path: Path) -> None:
    ours = ledger(tmp_path / "a", record(0), record(1))

    assert len(list(other_lines(ours, ledger(tmp_path / "b", record(0))))) == 1


def test_a_figure_that_was_nothing_has_no_multiple() -> None:
    last = replace(STRETCH, seconds=25.0, containers=3)

    assert compare(STRETCH, last) == (
        "seconds 1.25, processor seconds of our own 1.00, memory of our own 1.00, open files 1.00"
    )


def test_a_file_with_two_names_takes_its_disk_once(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "file").write_bytes(b"x" * 100_000)
    (tmp_path / "b" / "again").hardlink_to(tmp_path / "a" / "file")

    assert bytes_below(tmp_path / "a") >= 100_000
    assert bytes_below(tmp_path) < 200_000
    assert bytes_below(tmp_path / "none") == 0
