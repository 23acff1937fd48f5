"""Shards of a list of repositories become one folder, in the order of the list."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.unit.workflows.test_many_repositories import funnel
from verifier.console import Console
from verifier.domain.shard import Shard, ShardHeader, ShardKind
from verifier.errors import InputError, RepositoryError, UsageError
from verifier.mining.funnel import Funnel
from verifier.mining.journal import JournalHeader
from verifier.tools.records import to_line
from verifier.workflows.many_repositories import mine_all
from verifier.workflows.merging.merge import merge_shards
from verifier.workflows.repository_list import Listed

LIST = [Listed(repository=f"https://example.org/o/{name}.git") for name in "abcdefgh"]
QUIET = Console(quiet=True)


def mine_list(
    folder: Path,
    shard: Shard | None = None,
    *,
    failing: Sequence[str] = (),
    pure: int = 1,
    java: str = "25",
) -> Path:
    def mine(listed: Listed, place: Path) -> Funnel:
        if listed.repository in failing:
            raise RepositoryError("gone")
        (place / "instances.jsonl").write_text(listed.repository)
        (place / "instances.bundle").write_text(f"bundle of {listed.repository}")
        header = JournalHeader(repo="r", types=(), versions={"java": java})
        (place / "instances.journal.jsonl").write_bytes(to_line(header))
        return funnel(pure)

    header = None
    if shard is not None:
        header = ShardHeader(
            kind=ShardKind.REPOSITORIES, shard=shard, settings={}, versions={"refverify": "0"}
        )
    mine_all(LIST, folder, mine, QUIET, header)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("count", [1, 2, 7])
def test_the_merged_folder_has_the_bytes_of_one_call(tmp_path: Path, count: int) -> None:
    failing = [LIST[3].repository]
    whole = mine_list(tmp_path / "whole", failing=failing)
    shards = [
        mine_list(tmp_path / str(i), Shard(index=i, count=count), failing=failing)
        for i in range(count)
    ]

    result = merge_shards(shards, tmp_path / "merged")

    assert (result.written, result.all_keys, result.missing) == (8, 8, ())
    assert files(tmp_path / "merged") == files(whole)


def test_a_repository_that_was_mined_counts_and_not_its_failure(tmp_path: Path) -> None:
    shard = Shard(index=0, count=1)
    failed = mine_list(tmp_path / "a", shard, failing=[LIST[0].repository])
    done = mine_list(tmp_path / "b", shard)

    merge_shards([failed, done], tmp_path / "merged")

    assert files(tmp_path / "merged") == files(mine_list(tmp_path / "whole"))


def test_two_results_of_one_repository_are_refused(tmp_path: Path) -> None:
    shard = Shard(index=0, count=1)
    shards = [mine_list(tmp_path / str(pure), shard, pure=pure) for pure in (1, 2)]

    with pytest.raises(InputError, match="two different results for o_a: "):
        merge_shards(shards, tmp_path / "merged")


def test_repositories_that_other_tools_mined_are_refused(tmp_path: Path) -> None:
    shards = [
        mine_list(tmp_path / java, Shard(index=i, count=2), java=java)
        for i, java in enumerate(("21", "25"))
    ]
    with pytest.raises(UsageError, match="were mined with other tools: java 21, and 25"):
        merge_shards(shards, tmp_path / "merged")


def test_a_shard_that_was_killed_lacks_its_repositories(tmp_path: Path) -> None:
    shard = mine_list(tmp_path / "a", Shard(index=0, count=1))
    (shard / "repositories.jsonl").unlink()

    (missing,) = merge_shards([shard], tmp_path / "merged").missing
    assert missing.describe(1) == ("shard 0/1 lacks 8 results: o_a, o_b, o_c, o_d, o_e, …")
    assert not (tmp_path / "merged").exists()


def test_neither_links_nor_names_lead_outside(tmp_path: Path) -> None:
    shard = mine_list(tmp_path / "a", Shard(index=0, count=1))
    (tmp_path / "secret").write_text("secret")
    (shard / "o_a" / "link").symlink_to(tmp_path / "secret")

    merge_shards([shard], tmp_path / "merged")
    assert not (tmp_path / "merged" / "o_a" / "link").is_symlink()
    assert not (tmp_path / "merged" / "o_a" / "link").exists()

    summary = shard / "repositories.jsonl"
    summary.write_text(summary.read_text().replace('"folder":"o_a"', '"folder":"../a"'))
    with pytest.raises(InputError, match=r"repositories\.jsonl:1: the folder '\.\./a' is not"):
        merge_shards([shard], tmp_path / "again")


def test_a_repository_behind_a_link_is_not_taken(tmp_path: Path) -> None:
    shard = mine_list(tmp_path / "a", Shard(index=0, count=1))
    (shard / "o_a").rename(tmp_path / "elsewhere")
    (shard / "o_a").symlink_to(tmp_path / "elsewhere")

    merge_shards([shard], tmp_path / "merged")

    assert sorted(p.name for p in (tmp_path / "merged").iterdir())[:2] == ["o_b", "o_c"]


@pytest.mark.parametrize("key", ["../a", "/etc", "a\\u0000b", ""])
def test_a_key_that_is_no_folder_of_the_list_is_refused(tmp_path: Path, key: str) -> None:
    shard = mine_list(tmp_path / "a", Shard(index=0, count=2))
    other = mine_list(tmp_path / "b", Shard(index=1, count=2))
    file = shard / "shard.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    lines[1] = re.sub(r'"key":"[^"]*"', lambda _: f'"key":"{key}"', lines[1])
    file.write_text("".join(lines))

    with pytest.raises(InputError, match="is not one of the list"):
        merge_shards([shard], tmp_path / "merged")
    with pytest.raises(UsageError, match="do not have the keys"):
        merge_shards([shard, other], tmp_path / "merged")


def test_a_merge_into_a_folder_that_it_reads_is_refused(tmp_path: Path) -> None:
    shard = mine_list(tmp_path / "a", Shard(index=0, count=1))

    with pytest.raises(UsageError, match="is inside a shard"):
        merge_shards([shard], shard / "o_a" / "merged")


def test_another_shard_does_not_take_the_folder(tmp_path: Path) -> None:
    mine_list(tmp_path / "a", Shard(index=0, count=2))

    with pytest.raises(UsageError, match="is of shard 0/2"):
        mine_list(tmp_path / "a", Shard(index=1, count=2))
