"""How far shards are: done, failed, open and left, read from their files alone."""

import json
from pathlib import Path

import pytest

from tests.unit.judging.test_ledger import verdict
from tests.unit.workflows.merging.test_runs import KEYS, LOST, judge
from verifier.cli.main import main
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.shard import Shard
from verifier.errors import InputError, UsageError
from verifier.workflows.merging.progress import measure_progress, read_progress

INVALID = CheckResult(
    check=CheckName.COMPILATION, status=Status.INCONCLUSIVE, reason=Reason.BASE_INVALID
)
ONE, OTHER, LAST = (Shard(index=index, count=3) for index in (1, 2, 0))
OWN = [key for key in KEYS if ONE.holds(key)]


def judge_some(folder: Path) -> Path:
    """A shard with one unit that is open, one that failed and one that is left; the others are done."""
    some = [verdict(OWN[0], LOST), verdict(OWN[1], INVALID), *map(verdict, OWN[3:])]
    return judge(folder, ONE, some)


def test_the_units_of_a_shard_add_up(tmp_path: Path) -> None:
    found = read_progress(
        [
            judge_some(tmp_path / "one"),
            judge(tmp_path / "other", OTHER),
            judge(tmp_path / "0", LAST),
        ]
    )

    _, one, other = found.shards
    assert (one.done, one.failed, one.open, one.left) == (len(OWN) - 3, 1, 1, 1)
    assert one.keys == len(OWN)
    assert other.done == other.keys == sum(map(OTHER.holds, KEYS))
    assert found.reasons == {"INFRASTRUCTURE": 1, "BASE_INVALID": 1}
    assert (found.is_complete, found.unfinished, found.missing_shards) == (False, 2, 0)
    assert one.bytes >= (tmp_path / "one" / "verdicts.jsonl").stat().st_size


def test_a_shard_that_is_not_given_is_missing_and_one_that_is_given_twice_counts_once(
    tmp_path: Path,
) -> None:
    shard = judge(tmp_path / "other", OTHER)

    found = read_progress([shard, shard])

    assert (found.missing_shards, len(found.shards), found.is_complete) == (2, 1, False)


def test_a_line_that_is_being_written_does_not_count(tmp_path: Path) -> None:
    shard = judge(tmp_path / "other", OTHER)
    ledger = shard / "verdicts.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-5])

    assert read_progress([shard]).shards[0].left == 1


def test_the_rate_is_what_was_added_between_two_looks(tmp_path: Path) -> None:
    shard = judge_some(tmp_path / "one")

    def judge_the_rest(seconds: float) -> None:
        assert seconds == 60
        judge(tmp_path / "one", ONE, [verdict(OWN[2])])

    found = measure_progress([shard], 60, judge_the_rest)

    assert found.units_per_hour == 60
    assert found.hours_left == pytest.approx(1 / 60)


def test_a_rate_of_nothing_leaves_no_estimate(tmp_path: Path) -> None:
    found = measure_progress([judge_some(tmp_path / "one")], 60, lambda _: None)

    assert (found.units_per_hour, found.hours_left) == (0, None)


def test_what_is_no_shard_and_a_mixture_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no shard"):
        read_progress([tmp_path])
    others = [judge(tmp_path / str(i), Shard(index=0, count=3 + i)) for i in range(2)]
    with pytest.raises(UsageError, match="do not belong together"):
        read_progress(others)


@pytest.mark.parametrize(
    ("words", "status"), [((), 3), (("--max-failed", "1"), 3), (("--max-failed", "0"), 1)]
)
def test_the_command_ends_by_what_is_missing_and_what_failed(
    tmp_path: Path, words: tuple[str, ...], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = judge_some(tmp_path / "one")

    assert main(["status", str(shard), *words]) == status

    out = capsys.readouterr().out
    assert "shards that were not given: 2" in out
    assert "without an answer: INFRASTRUCTURE 1, BASE_INVALID 1" in out


def test_a_complete_job_ends_with_0_and_is_a_record_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shards = [judge(tmp_path / str(each.index), each) for each in (ONE, OTHER, LAST)]

    assert main(["status", "--format", "json", *map(str, shards)]) == 0

    found = json.loads(capsys.readouterr().out)
    assert sum(each["done"] for each in found["shards"]) == len(KEYS)
    assert found["units_per_hour"] is None
