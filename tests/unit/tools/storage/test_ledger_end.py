"""The last lines of a ledger cannot be removed without a message."""

import json
from pathlib import Path

import pytest

from verifier.domain.evidence import LedgerEnd
from verifier.tools.storage.chain import Chain
from verifier.tools.storage.ledger_end import describe_damage, describe_lost_lines


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run folder with three lines, and a `run.json` from when there were two."""
    run = tmp_path / "run"
    run.mkdir()
    chain, lines = Chain(), []
    for number in range(3):
        lines.append(chain.link(b'{"number":%d}' % number))
        if number == 1:
            end = {"lines": chain.end.lines, "chain": chain.end.chain}
            (run / "run.json").write_text(json.dumps({"ledger": end}))
    (run / "verdicts.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return run


def keep(run: Path, count: int) -> None:
    path = run / "verdicts.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:count]))


@pytest.mark.parametrize("count", [3, 2])
def test_lines_that_were_not_counted_may_be_missing(run: Path, count: int) -> None:
    keep(run, count)

    assert describe_lost_lines(run) == ""
    assert describe_damage(run) == ""


@pytest.mark.parametrize("count", [1, 0])
def test_counted_lines_that_are_gone_are_said(run: Path, count: int) -> None:
    keep(run, count)

    said = f"run/verdicts.jsonl: the last lines are gone: {count} are left of the 2 in run.json"
    assert describe_lost_lines(run) == said
    assert describe_damage(run) == said


def test_a_file_that_is_gone_lost_all_lines(run: Path) -> None:
    (run / "verdicts.jsonl").unlink()

    assert "0 are left of the 2" in describe_lost_lines(run)


def test_a_torn_line_is_no_line(run: Path) -> None:
    path = run / "verdicts.jsonl"
    keep(run, 2)
    path.write_bytes(path.read_bytes()[:-1])

    assert "1 are left of the 2" in describe_lost_lines(run)


def test_other_lines_in_the_place_of_the_lost_ones_are_said(run: Path) -> None:
    chain = Chain()
    lines = [chain.link(b'{"number":%d}' % number) for number in (0, 2, 3)]
    (run / "verdicts.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))

    said = "run/verdicts.jsonl: line 2 is not the one that run.json names"
    assert describe_damage(run) == said


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"ledger": 1}', '{"ledger": {"lines": -1}}', "[" * 200_000]
)
def test_without_a_count_nothing_is_known(run: Path, content: str) -> None:
    (run / "run.json").write_text(content)
    keep(run, 1)

    assert describe_lost_lines(run) == ""


def test_a_count_beyond_every_file_is_a_loss_and_no_crash(run: Path) -> None:
    (run / "run.json").write_text(json.dumps({"ledger": {"lines": 10**30}}))

    assert f"3 are left of the {10**30} in run.json" in describe_lost_lines(run)


def test_an_empty_chain_has_no_end() -> None:
    assert Chain().end == LedgerEnd(lines=0, chain="")
