"""A list of repositories: what it names, where each goes, and that no failure stops the others."""

import json
from pathlib import Path

import pytest

from verifier.console import Console
from verifier.domain.funnel import Stage
from verifier.errors import RepositoryError
from verifier.mining.funnel import Funnel
from verifier.workflows.many_repositories import (
    MinedRepository,
    RepositoryStatus,
    folders_of,
    funnels_table,
    mine_all,
)
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
