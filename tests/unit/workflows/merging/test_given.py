"""Which shards a merge accepts, and what it says about the others."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verifier.domain.shard import Shard, ShardHeader, ShardKind
from verifier.errors import InputError, StorageError, UsageError
from verifier.tools.storage.shard_file import Unit, write_shard_file
from verifier.workflows.merging.given import find_shard, refuse_mixture
from verifier.workflows.merging.merge import merge_shards

HEADER = ShardHeader(
    kind=ShardKind.CONTEXT,
    shard=Shard(index=0, count=2),
    settings={"limits": {"callers": 3}},
    versions={"refverify": "1", "java": "25"},
    jdks=("17.0.1 Vendor 12ab",),
    sandbox={"image": "sha256:1"},
)
UNITS = [Unit(key="a", name="i1", is_own=True)]
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the file of a shard and return its output."""

    def make(name: str, units: list[Unit] = UNITS, **more: Any) -> Path:
        (tmp_path / name).mkdir(parents=True)
        write_shard_file(tmp_path / name / "i.shard.jsonl", replace(HEADER, **more), units)
        return tmp_path / name / "i.jsonl"

    return make


def test_a_shard_is_found_by_its_output_its_folder_and_its_own_file(write: Write) -> None:
    output = write("a")

    for given in (output, output.parent, output.with_name("i.shard.jsonl")):
        assert find_shard(given).output == output


def test_a_folder_with_several_shards_or_none_is_refused(write: Write, tmp_path: Path) -> None:
    output = write("a")
    write_shard_file(output.with_name("j.shard.jsonl"), HEADER, UNITS)
    with pytest.raises(UsageError, match=r"has several shards: i\.shard\.jsonl, j\.shard\.jsonl"):
        find_shard(output.parent)
    with pytest.raises(InputError, match="has no shard"):
        find_shard(tmp_path)
    with pytest.raises(InputError, match="cannot read"):
        find_shard(tmp_path / "absent.jsonl")


def test_a_list_s_folder_without_shards_names_the_command_that_reports_it(tmp_path: Path) -> None:
    (tmp_path / "repositories.jsonl").write_bytes(b"")

    with pytest.raises(InputError, match="has no shard") as refused:
        find_shard(tmp_path)

    assert f"`refverify projects {tmp_path}`" in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"kind": ShardKind.VALIDATION}, "kind context, and validation"),
        ({"shard": Shard(index=1, count=3)}, "2 shards, and 3"),
        ({"versions": {"refverify": "2", "java": "25"}}, "refverify 1, and 2"),
        ({"versions": {"refverify": "1"}}, "java 25, and null"),
        ({"jdks": ("17.0.1 Other 12ab",)}, "JDKs 17.0.1 Vendor 12ab, and 17.0.1 Other 12ab"),
        ({"jdks": ()}, "JDKs 17.0.1 Vendor 12ab, and none"),
        ({"sandbox": {"image": "sha256:2"}}, "sandbox image sha256:1, and sha256:2"),
        ({"settings": {"limits": {"callers": 4}}}, "setting limits.callers 3, and 4"),
        ({"units": [*UNITS, *UNITS]}, "inputs with 1 keys, and others with 2"),
        ({"units": [replace(UNITS[0], key="b")]}, "inputs with 1 keys, and others with 1"),
    ],
)
def test_a_mixture_is_refused_and_the_difference_is_named(
    write: Write, other: dict[str, Any], message: str, tmp_path: Path
) -> None:
    shards = [write("a"), write("b", **{"shard": Shard(index=1, count=2), **other})]

    with pytest.raises(UsageError, match="do not belong together") as caught:
        merge_shards(shards, tmp_path / "o.jsonl")

    assert message in caught.value.message
    assert caught.value.exit_code == 2
    assert list(tmp_path.glob("o.*")) == []


def test_keys_that_were_altered_by_hand_are_refused(write: Write, tmp_path: Path) -> None:
    units = [Unit(key=key, name=key, is_own=True) for key in "abc"]
    output = write("a", units=units, shard=Shard(index=0, count=1))
    file = output.with_name("i.shard.jsonl")
    file.write_text(file.read_text().replace('"key":"b"', '"key":"x"'))

    with pytest.raises(UsageError, match="do not have the keys that were written"):
        merge_shards([output], tmp_path / "o.jsonl")


def test_the_command_and_the_number_may_differ(write: Write) -> None:
    shards = [write("a"), write("b", shard=Shard(index=1, count=2), command=("context", "-i", "x"))]
    refuse_mixture([find_shard(each) for each in shards])


def test_the_output_is_new_and_its_folder_is_there(write: Write, tmp_path: Path) -> None:
    output = write("a")
    for name in ("i.jsonl", "i.journal.jsonl", "i.costs.jsonl", "i.golden"):
        output.with_name(name).touch()
        with pytest.raises(UsageError, match=f"{name} exists already"):
            merge_shards([output], output)
        output.with_name(name).unlink()
    with pytest.raises(StorageError, match="no such folder"):
        merge_shards([output], tmp_path / "absent" / "i.jsonl")
