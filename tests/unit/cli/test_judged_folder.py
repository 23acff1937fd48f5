"""Which folders belong to a repository that the command line judges."""

import subprocess
from pathlib import Path

import pytest

from tests.support.repository import Repository
from verifier.cli.judged_folder import is_judged
from verifier.cli.main import main


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    writer = Repository.create(tmp_path / "judged")
    writer.commit({"src/A.java": "class A {}\n"}, "Add A")
    return writer.path


@pytest.mark.parametrize("word", ["--repo {}", "--repo={}", "--repo name={}", "--repo=name={}"])
def test_a_folder_of_the_repository_is_judged(repository: Path, word: str) -> None:
    words = ["verify", *word.format(repository).split()]

    assert is_judged(repository, words)
    assert is_judged(repository / "src", words)
    assert not is_judged(repository.parent, words)


def test_a_repository_that_mine_builds_is_judged(repository: Path) -> None:
    words = ["-q", "mine", "--jobs", "2", str(repository), "-o", "i.jsonl"]

    assert is_judged(repository / "src", [*words, "--validate"])
    assert not is_judged(repository.parent, [*words, "--validate"])


def test_another_work_tree_of_the_repository_is_judged_too(repository: Path) -> None:
    other = repository.parent / "other"
    command = ("git", "-C", str(repository), "worktree", "add", "-q", "--detach", str(other))
    subprocess.run(command, check=True)

    assert is_judged(other, ["verify", "--repo", str(repository)])
    assert is_judged(repository, ["verify", "--repo", str(other)])


def test_a_repository_below_the_folder_does_not_make_it_judged(repository: Path) -> None:
    assert not is_judged(repository.parent, ["verify", "--repo", str(repository)])


@pytest.mark.java
def test_a_file_in_the_judged_repository_is_passed_over_with_a_notice(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = repository / "evil"
    (evil / "bin").mkdir(parents=True)
    (evil / "bin" / "java").write_text(f"#!/bin/sh\ntouch {repository}/RAN\n")
    (evil / "bin" / "java").chmod(0o755)
    (repository / "refverify.toml").write_text(
        f"[verify]\nsandbox = 'local'\njdk = '{evil}'\nmaven = '{evil}'\nchecks = ['application']\n"
    )
    for name in ("instances.jsonl", "predictions.jsonl"):
        (repository / name).write_text("")
    monkeypatch.chdir(repository)
    main(["verify", "predictions.jsonl", "--repo", ".", "--run", "run", "--checks", "detection"])

    told = capsys.readouterr()
    assert "refverify.toml is passed over: it belongs to the repository that is judged" in told.err
    assert not (repository / "RAN").exists()
