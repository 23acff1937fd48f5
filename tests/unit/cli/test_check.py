"""The words of `refverify check`, and what it ends with."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.gate_reports import NOTHING, PROVED, REFUTED
from verifier.cli.check import exit_status, source_of
from verifier.cli.judged_folder import is_judged
from verifier.domain.gate import GateOutcome
from verifier.errors import UsageError
from verifier.gates.check import CheckAnswer
from verifier.gates.selection import Source, SourceKind

NO_WORDS: dict[str, Any] = {
    "revisions": None, "worktree": False, "staged": False, "commit": None, "base": "HEAD", "claims": False,
    "pr": False, "target": None, "pushed": False,
}  # fmt: skip


def test_without_words_it_is_what_is_on_disk_or_else_the_branch() -> None:
    assert source_of(NO_WORDS) == Source(kind=SourceKind.DEFAULT)
    assert source_of({**NO_WORDS, "worktree": True}) == Source(kind=SourceKind.WORKTREE)


def test_with_a_base_it_is_what_is_on_disk() -> None:
    expected = Source(kind=SourceKind.WORKTREE, base="main")
    assert source_of({**NO_WORDS, "base": "main"}) == expected


def test_a_pull_request_is_what_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REF", "refs/pull/1/merge")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    found = source_of({**NO_WORDS, "pr": True, "target": "v1"})

    assert (found.kind, found.target) == (SourceKind.PULL_REQUEST, "v1")
    assert found.announced["GITHUB_REF"] == "refs/pull/1/merge"
    assert "GITHUB_TOKEN" not in found.announced
    with pytest.raises(UsageError, match="--target is for --pr"):
        source_of({**NO_WORDS, "target": "v1"})


def test_a_hook_s_own_index_is_what_is_staged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "next-index"))

    assert source_of({**NO_WORDS, "staged": True}).index == tmp_path / "next-index"
    assert source_of(NO_WORDS).index is None


@pytest.mark.parametrize(
    "words",
    [
        {"revisions": "a..b", "staged": True},
        {"worktree": True, "commit": "HEAD"},
        {"pr": True, "staged": True},
    ],
)
def test_two_sources_are_one_too_many(words: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="exclude each other"):
        source_of({**NO_WORDS, **words})


@pytest.mark.parametrize("words", [{"revisions": "a..b"}, {"commit": "HEAD"}, {"pr": True}])
def test_a_range_and_a_commit_name_their_base_themselves(words: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="--base is for"):
        source_of({**NO_WORDS, **words, "base": "main"})


def test_claims_need_commits() -> None:
    with pytest.raises(UsageError, match="messages of commits"):
        source_of({**NO_WORDS, "claims": True})


def test_every_outcome_has_an_exit_status() -> None:
    unproven = replace(REFUTED, outcome=GateOutcome.UNPROVEN)
    reports = (PROVED, NOTHING, REFUTED, unproven)

    assert [exit_status(CheckAnswer(report=r)) for r in reports] == [0, 0, 1, 3]
    assert [exit_status(CheckAnswer(report=r), unproven_passes=True) for r in reports] == [
        0,
        0,
        1,
        0,
    ]


def test_the_folder_that_is_checked_sets_nothing(tmp_path: Path) -> None:
    assert is_judged(tmp_path, ["check", "--level", "static"])
    assert is_judged(tmp_path, ["--quiet", "check"])
    assert not is_judged(tmp_path, ["rules", "check", "set"])
