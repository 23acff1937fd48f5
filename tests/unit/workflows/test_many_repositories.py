"""A list of repositories: what it names, where each goes, and that no failure stops the others."""

import json
from pathlib import Path

import pytest

from verifier.console import Console
from verifier.domain.funnel import Stage
from verifier.errors import RepositoryError
from verifier.mining.funnel import Funnel
from verifier.mining.session import MiningRequest
from verifier.workflows.many_repositories import (
    MinedRepository,
    RepositoryStatus,
    folders_of,
    funnels_table,
    mine_all,
    read_repositories,
)
from verifier.workflows.mining import MineRequest, mine_list
from verifier.workflows.repository_list import Listed


def funnel(pure: int) -> Funnel:
    stages = (
        Stage(name="listed", unit="commits", count=7),
        Stage(name="pure", unit="instances", count=pure),
        Stage(name="kept", unit="instances", count=pure),
        Stage(name="kept", unit="acts", count=1),
    )
    return Funnel(repo="r", types={}, endings=(), stages=stages, skipped_files={})


def test_folders_are_readable_and_never_shared() -> None:
    names = folders_of(
        ("https://me:secret@example.org/a/b.git", "git@h:o/r.git", "/x/clone", "/y/clone")
    )

    assert names[:2] == ("a_b", "o_r")
    assert names[2].startswith("clone-")
    assert len(set(names)) == 4
    assert "secret" not in "".join(names)


def test_a_failure_is_told_and_the_next_one_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def mine_one(listed: Listed, folder: Path) -> Funnel:
        if listed.repository == "/gone":
            raise RepositoryError("no repository")
        if listed.repository == "/defect":
            raise KeyError("x")
        (folder / "instances.jsonl").write_text("")
        return funnel(pure=3)

    names = ("/gone", "/defect", "https://u:p@example.org/a/b")
    words = [Listed(repository=each) for each in names]
    done = mine_all(words, tmp_path / "mined", mine_one, Console(plain=True))

    assert [(d.folder, d.status, d.error, d.exit_code) for d in done] == [
        ("gone", "failed", "no repository", 6),
        ("defect", "failed", "KeyError('x')", 70),
        ("a_b", "done", "", 0),
    ]
    assert (tmp_path / "mined" / "a_b" / "instances.jsonl").exists()
    lines = (tmp_path / "mined" / "repositories.jsonl").read_text().splitlines()
    assert [json.loads(line)["repository"] for line in lines] == [
        "/gone",
        "/defect",
        "https://example.org/a/b",
    ]
    assert "/gone: no repository" in capsys.readouterr().err


class _Killed(BaseException):
    """The end of a process."""


@pytest.mark.parametrize("killed_at", [0, 1, 2])
def test_a_restart_keeps_the_lines_of_repositories_that_it_has_not_reached(
    tmp_path: Path, killed_at: int
) -> None:
    """The first call mines two of three; the second one is killed; the last one ends."""
    summary = tmp_path / "mined" / "repositories.jsonl"
    listed = [Listed(repository=f"/{name}") for name in "cab"]

    def mine_all_with(pure: dict[str, int], folder: Path) -> None:
        def mine_one(each: Listed, _: Path) -> Funnel:
            if each.repository not in pure:
                raise _Killed
            return funnel(pure[each.repository])

        mine_all(listed, folder, mine_one, Console(quiet=True))

    def read_pure() -> list[tuple[str, int]]:
        mined = read_repositories(tmp_path / "mined")
        return [(each.folder, each.stages[1].count) for each in mined]

    with pytest.raises(_Killed):
        mine_all_with({"/c": 1, "/a": 1}, tmp_path / "mined")
    with summary.open("ab") as stream:
        stream.write(b'{"folder":"b","torn')
    second = dict(list({"/c": 2, "/a": 2, "/b": 2}.items())[:killed_at])
    with pytest.raises(_Killed):
        mine_all_with(second, tmp_path / "mined")

    assert read_pure() == [("c", 2 if killed_at > 0 else 1), ("a", 2 if killed_at > 1 else 1)]

    every = {"/c": 2, "/a": 2, "/b": 2}
    mine_all_with(every, tmp_path / "mined")
    mine_all_with(every, tmp_path / "uninterrupted")
    assert summary.read_bytes() == (tmp_path / "uninterrupted/repositories.jsonl").read_bytes()


def test_the_lines_of_another_list_in_the_folder_go(tmp_path: Path) -> None:
    for names in ("ab", "b"):
        listed = [Listed(repository=f"/{name}") for name in names]
        mine_all(listed, tmp_path, lambda *_: funnel(pure=1), Console(quiet=True))

    assert [each.folder for each in read_repositories(tmp_path)] == ["b"]


def test_a_list_s_address_is_cloned_strictly(tmp_path: Path) -> None:
    addresses = ("http://example.org/a/b.git", "https://me:s3cret@github.com/a/c.git")
    request = MineRequest(mining=MiningRequest(repository="", output=tmp_path))
    every = [Listed(repository=each) for each in addresses]
    done = mine_list(every, tmp_path / "mined", request)

    assert [(each.repository, each.error, each.exit_code) for each in done] == [
        (addresses[0], f"{addresses[0]}: a list may only name https addresses", 6),
        (
            "https://github.com/a/c.git",
            "https://github.com/a/c.git: an address of a list may not contain credentials",
            6,
        ),
    ]


def test_the_table_has_a_row_a_repository_and_only_stages_that_occurred() -> None:
    done = MinedRepository(
        repository="/a",
        folder="a",
        status=RepositoryStatus.DONE,
        stages=funnel(12).stages,
    )
    failed = MinedRepository(
        repository="/b",
        folder="b",
        status=RepositoryStatus.FAILED,
        error="no repository",
    )

    assert funnels_table([done, failed]).splitlines() == [
        "repository  listed  pure  kept",
        "a                7    12    12",
        "b                -     -     -  failed: no repository",
    ]
