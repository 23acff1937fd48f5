"""Run folders of shards become one: verdicts in order, hashes computed again, evidence linked."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.judging.test_ledger import verdict
from verifier.domain.outcome import CheckName, CheckResult, JsonValue, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.shard import Shard, ShardHeader, ShardKind
from verifier.domain.verdict import Verdict
from verifier.errors import InputError, UsageError
from verifier.judging.ledger import Ledger, read_verdicts
from verifier.tools.storage.chain import breaks
from verifier.tools.storage.shard_file import SHARD, Unit, write_shard_file
from verifier.workflows.merging.merge import merge_shards

KEYS = [f"key{number}" for number in range(9)]
LOST = CheckResult(check=CheckName.TESTS, status=Status.INCONCLUSIVE, reason=Reason.INFRASTRUCTURE)


def timed(seconds: float, same_as: str) -> CheckResult:
    data: dict[str, JsonValue] = {"same_as": same_as, "build_seconds": seconds}
    return CheckResult(check=CheckName.TESTS, status=Status.PASSED, seconds=seconds, data=data)


def judge(
    folder: Path,
    shard: Shard,
    verdicts: Sequence[Verdict] | None = None,
    facts: dict[str, JsonValue] | None = None,
) -> Path:
    """Write the run folder of a shard, as `verify` does; by default with a verdict for each key."""
    units = [Unit(key=key, name=key, is_own=shard.holds(key)) for key in KEYS]
    header = ShardHeader(kind=ShardKind.JUDGEMENT, shard=shard, settings={}, versions={})
    own = [verdict(key) for key in reversed(KEYS) if shard.holds(key)]
    with Ledger(folder=folder) as ledger:
        ledger.describe(facts or {"checks": ["tests"]})
        write_shard_file(folder / SHARD, header, units)
        for each in own if verdicts is None else verdicts:
            prediction = Prediction(
                instance_id=each.instance_id, model_name_or_path="model", model_patch=""
            )
            (ledger.evidence_folder(prediction) / "log.txt").write_text(each.provenance.key)
            ledger.append(each)
    return folder


WHOLE = Shard(index=0, count=1)


@pytest.mark.parametrize("count", [1, 2, 7])
def test_the_merged_run_is_a_run_with_every_verdict_in_order(tmp_path: Path, count: int) -> None:
    shards = [judge(tmp_path / str(i), Shard(index=i, count=count)) for i in range(count)]

    result = merge_shards(shards, tmp_path / "run")

    assert (result.written, result.command) == (9, ())
    assert [v.provenance.key for v in read_verdicts(tmp_path / "run")] == KEYS
    assert list(breaks(tmp_path / "run" / "verdicts.jsonl")) == []
    logs = [tmp_path / "run" / "evidence" / f"instance-{k}" / "model/0/log.txt" for k in KEYS]
    assert [path.read_text() for path in logs] == KEYS
    assert json.loads((tmp_path / "run" / "run.json").read_text())["checks"] == ["tests"]
    with Ledger(folder=tmp_path / "run") as ledger:
        assert all(ledger.find_finished(key) for key in KEYS)


def test_paths_of_the_inputs_are_seen_from_the_merged_run(tmp_path: Path) -> None:
    def facts(path: str) -> dict[str, JsonValue]:
        return {"predictions": {"path": path, "sha256": "ab"}, "engine": path}

    (tmp_path / "deep").mkdir()
    shards = [
        judge(tmp_path / "a", Shard(index=0, count=2), facts=facts("../p.jsonl")),
        judge(tmp_path / "deep/b", Shard(index=1, count=2), facts=facts("../../p.jsonl")),
    ]
    merge_shards(shards, tmp_path / "deep" / "run")

    found = json.loads((tmp_path / "deep" / "run" / "run.json").read_text())
    assert found["predictions"] == {"path": "../../p.jsonl", "sha256": "ab"}


def test_runs_that_were_described_differently_are_refused(tmp_path: Path) -> None:
    shards = [
        judge(tmp_path / str(i), Shard(index=i, count=2), facts={"tools": {"java": str(i)}})
        for i in range(2)
    ]
    with pytest.raises(UsageError, match=r"run\.json differ: tools\.java 0, and 1"):
        merge_shards(shards, tmp_path / "run")


def test_a_decided_verdict_counts_and_not_an_open_one(tmp_path: Path) -> None:
    open_ = [verdict(key, LOST) for key in KEYS]
    shards = [judge(tmp_path / "open", WHOLE, open_), judge(tmp_path / "done", WHOLE)]

    result = merge_shards(shards, tmp_path / "run")

    assert list(read_verdicts(tmp_path / "run")) == [verdict(key) for key in KEYS]
    assert result.unsettled == 0


def test_verdicts_that_stay_open_are_counted(tmp_path: Path) -> None:
    mixed = [verdict(KEYS[0], LOST), *map(verdict, KEYS[1:])]

    result = merge_shards([judge(tmp_path / "shard", WHOLE, mixed)], tmp_path / "run")

    assert (result.written, result.unsettled) == (9, 1)


def test_verdicts_that_differ_in_times_alone_are_equal(tmp_path: Path) -> None:
    one = [verdict(key, timed(1.0, "a")) for key in KEYS]
    other = [verdict(key, timed(2.0, "b")) for key in KEYS]
    shards = [judge(tmp_path / "one", WHOLE, one), judge(tmp_path / "other", WHOLE, other)]

    assert merge_shards(shards, tmp_path / "run").written == 9


def test_two_decided_verdicts_are_refused_with_both_places(tmp_path: Path) -> None:
    other = [replace(verdict(key), success=Status.PASSED) for key in KEYS]
    shards = [judge(tmp_path / "one", WHOLE), judge(tmp_path / "other", WHOLE, other)]

    with pytest.raises(InputError, match="two different results for key") as caught:
        merge_shards(shards, tmp_path / "run")

    assert caught.value.exit_code == 4
    assert str(tmp_path / "one" / "verdicts.jsonl:1") in caught.value.message
    assert str(tmp_path / "other" / "verdicts.jsonl:9") in caught.value.message
    assert not (tmp_path / "run").exists()


def test_an_altered_verdict_is_left_out_and_listed_as_missing(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)
    ledger = shard / "verdicts.jsonl"
    lines = ledger.read_text().splitlines(keepends=True)
    lines[0] = lines[0].replace('"success":"failed"', '"success":"passed"')
    ledger.write_text("".join(lines))

    result = merge_shards([shard], tmp_path / "run")

    assert result.written is None
    assert [len(each.keys) for each in result.missing] == [1]
    assert result.notices == (f"{ledger}:1: this line was altered; its verdict is left out",)


def test_a_verdict_without_its_hash_is_left_out(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)
    ledger = shard / "verdicts.jsonl"
    lines = ledger.read_text().splitlines(keepends=True)
    lines[-1] = re.sub(r'"chain":"[0-9a-f]{64}",', "", lines[-1])
    ledger.write_text("".join(lines))

    result = merge_shards([shard], tmp_path / "run")

    assert result.written is None
    assert len(result.notices) == 1


def test_a_verdict_that_is_gone_from_the_end_is_said_and_missing(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)
    ledger = shard / "verdicts.jsonl"
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))

    result = merge_shards([shard], tmp_path / "run")

    assert [len(each.keys) for each in result.missing] == [1]
    assert result.notices == (
        "one/verdicts.jsonl: the last lines are gone: 8 are left of the 9 in run.json",
    )


def test_the_merged_run_has_the_end_of_its_own_ledger(tmp_path: Path) -> None:
    shards = [judge(tmp_path / str(i), Shard(index=i, count=2)) for i in range(2)]

    merge_shards(shards, tmp_path / "run")

    last = json.loads((tmp_path / "run" / "verdicts.jsonl").read_bytes().splitlines()[-1])["chain"]
    described = json.loads((tmp_path / "run" / "run.json").read_bytes())["ledger"]
    assert described == {"lines": 9, "chain": last, "lost": 0}


def test_links_in_the_evidence_lead_nowhere(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)
    evidence = shard / "evidence" / "instance-key0" / "model" / "0"
    (tmp_path / "secret").write_text("secret")
    (evidence / "link").symlink_to(tmp_path / "secret")

    merge_shards([shard], tmp_path / "run")

    merged = tmp_path / "run" / "evidence" / "instance-key0" / "model" / "0"
    assert [path.name for path in merged.iterdir()] == ["log.txt"]


def test_evidence_behind_a_link_is_not_taken(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)
    (shard / "evidence").rename(tmp_path / "elsewhere")
    (shard / "evidence").symlink_to(tmp_path / "elsewhere")

    merge_shards([shard], tmp_path / "run")

    assert not (tmp_path / "run" / "evidence").exists()


def test_nothing_that_is_there_is_replaced(tmp_path: Path) -> None:
    shard = judge(tmp_path / "one", WHOLE)

    with pytest.raises(UsageError, match="exists already"):
        merge_shards([shard], tmp_path / "one")
