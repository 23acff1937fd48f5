"""The file of a shard: written before the work, whole, and of one shard only."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.domain.shard import Shard, ShardHeader, ShardKind
from verifier.errors import InputError, UsageError
from verifier.tools.storage.shard_file import (
    Unit,
    name_shard_file,
    read_shard_file,
    write_shard_file,
)

HEADER = ShardHeader(
    kind=ShardKind.VALIDATION,
    shard=Shard(index=1, count=2),
    settings={"golden": True},
    versions={"refverify": "0"},
    jdks=("17.0.1 Vendor 12ab",),
    sandbox={"name": "docker", "isolated": True},
    command=("validate", "-i", "i.jsonl"),
)
UNITS = [
    Unit(key="a", name="i1", is_own=False),
    Unit(key="b", name="i2", is_own=True),
    Unit(key="c", name="c", is_own=True),
]


def test_the_header_counts_the_keys_and_each_key_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "i.shard.jsonl"
    write_shard_file(path, HEADER, UNITS)

    plan = read_shard_file(path)
    assert (plan.header.keys, plan.header.all_keys) == (2, 3)
    assert plan.header.jdks == HEADER.jdks
    assert [(key.at, key.key, key.name) for key in plan.keys] == [(1, "b", "i2"), (2, "c", "")]


def test_all_shards_of_a_job_have_the_same_plan_and_another_job_has_another(tmp_path: Path) -> None:
    def plan_of(units: list[Unit]) -> str:
        write_shard_file(tmp_path / "x", HEADER, units)
        return read_shard_file(tmp_path / "x").header.plan

    other = [replace(unit, is_own=not unit.is_own) for unit in UNITS]
    assert plan_of(UNITS) == plan_of(other)
    assert plan_of(UNITS) != plan_of(UNITS[:2])


def test_the_file_of_another_shard_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "i.shard.jsonl"
    write_shard_file(path, HEADER, UNITS)
    before, other = path.read_bytes(), replace(HEADER, shard=Shard(index=0, count=2))

    with pytest.raises(UsageError, match=r"is of shard 1/2 \(validation\), not 0/2"):
        write_shard_file(path, other, UNITS)
    assert path.read_bytes() == before

    write_shard_file(path, other, UNITS, fresh=True)
    assert read_shard_file(path).header.shard == other.shard


def test_the_same_shard_may_begin_again_also_after_damage(tmp_path: Path) -> None:
    path = tmp_path / "i.shard.jsonl"
    path.write_text("{")
    write_shard_file(path, HEADER, UNITS)
    write_shard_file(path, HEADER, UNITS[:2])

    assert read_shard_file(path).header.all_keys == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (slice(0, 0), ":1: no line of a shard's file"),
        (slice(1, 2), ":1: no line of a shard's file"),
        (slice(0, 2), "has 1 keys, and its header says 2"),
    ],
)
def test_a_file_that_lacks_lines_is_refused(tmp_path: Path, lines: slice, message: str) -> None:
    path = tmp_path / "i.shard.jsonl"
    write_shard_file(path, HEADER, UNITS)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[lines]))

    with pytest.raises(InputError, match=message):
        read_shard_file(path)


def test_the_file_is_named_after_the_output() -> None:
    assert name_shard_file(Path("a/i.validated.jsonl")) == Path("a/i.validated.shard.jsonl")
