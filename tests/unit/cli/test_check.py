"""The words of `refverify check`, and what it ends with."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.cli.check import DemandChoice, command, demand_of
from verifier.cli.judged_folder import is_judged
from verifier.cli.options.records import record_of
from verifier.cli.options.source import SourceChoice, source_of
from verifier.domain.gate import BehaviourAnswer, Demand, Question
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind


def test_without_words_it_is_what_is_on_disk_or_else_the_branch() -> None:
    assert source_of(SourceChoice()) == Source(kind=SourceKind.DEFAULT)
    assert source_of(SourceChoice(worktree=True)) == Source(kind=SourceKind.WORKTREE)


def test_with_a_base_it_is_what_is_on_disk() -> None:
    expected = Source(kind=SourceKind.WORKTREE, base="main")
    assert source_of(SourceChoice(base="main")) == expected


def test_a_pull_request_is_what_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_REF", "refs/pull/1/merge")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    found = source_of(SourceChoice(pr=True, target="v1"))

    assert (found.kind, found.target) == (SourceKind.PULL_REQUEST, "v1")
    assert found.announced["GITHUB_REF"] == "refs/pull/1/merge"
    assert "GITHUB_TOKEN" not in found.announced
    with pytest.raises(UsageError, match="--target is for --pr"):
        source_of(SourceChoice(target="v1"))


def test_a_hook_s_own_index_is_what_is_staged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "next-index"))

    assert source_of(SourceChoice(staged=True)).index == tmp_path / "next-index"
    assert source_of(SourceChoice()).index is None


@pytest.mark.parametrize(
    "choice",
    [
        SourceChoice(revisions="a..b", staged=True),
        SourceChoice(worktree=True, commit="HEAD"),
        SourceChoice(pr=True, staged=True),
    ],
)
def test_two_sources_are_one_too_many(choice: SourceChoice) -> None:
    with pytest.raises(UsageError, match="exclude each other"):
        source_of(choice)


@pytest.mark.parametrize(
    "choice", [SourceChoice(revisions="a..b"), SourceChoice(commit="HEAD"), SourceChoice(pr=True)]
)
def test_a_range_and_a_commit_name_their_base_themselves(choice: SourceChoice) -> None:
    with pytest.raises(UsageError, match="--base is for"):
        source_of(replace(choice, base="main"))


def test_claims_need_commits() -> None:
    with pytest.raises(UsageError, match="messages of commits"):
        source_of(SourceChoice(claims=True))


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        ([], BehaviourAnswer.TESTED),
        (["--accept", "proved"], BehaviourAnswer.PROVED),
        (["--accept", "open"], BehaviourAnswer.OPEN),
        (["--hook", "codex"], BehaviourAnswer.OPEN),
        (["--hook", "codex", "--accept", "tested"], BehaviourAnswer.TESTED),
    ],
)
def test_tested_is_accepted_and_a_hook_accepts_what_is_open(
    words: list[str], accepted: BehaviourAnswer
) -> None:
    context = command.make_context("check", words)

    found = demand_of(record_of(DemandChoice, context.params))

    assert found == Demand(require=(Question.BEHAVIOUR,), accept=accepted)


def test_both_questions_can_be_required() -> None:
    words = ["--require", "refactoring", "--require", "behaviour"]
    found = demand_of(record_of(DemandChoice, command.make_context("check", words).params))

    assert found.require == (Question.BEHAVIOUR, Question.REFACTORING)


def test_the_folder_that_is_checked_sets_nothing(tmp_path: Path) -> None:
    assert is_judged(tmp_path, ["check", "--level", "static"])
    assert is_judged(tmp_path, ["--quiet", "check"])
    assert not is_judged(tmp_path, ["rules", "check", "set"])
