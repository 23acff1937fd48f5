"""The words of `refverify check`, and what it ends with."""

import codecs
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.cli.check import command
from verifier.cli.judged_folder import is_judged
from verifier.cli.main import main
from verifier.cli.options.demand import DemandChoice, demand_of
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
        SourceChoice(patch=BytesIO(), answer=BytesIO()),
        SourceChoice(patch=BytesIO(), commit="HEAD"),
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


@pytest.mark.parametrize("choice", [SourceChoice(), SourceChoice(patch=BytesIO(b"x"))])
def test_claims_need_commits(choice: SourceChoice) -> None:
    with pytest.raises(UsageError, match="messages of commits"):
        source_of(replace(choice, claims=True))


def test_a_patch_and_an_answer_are_texts_on_a_base() -> None:
    latin = "\u00e9".encode("latin-1")
    patch = SourceChoice(patch=BytesIO(codecs.BOM_UTF8 + b"--- a\n" + latin), base="main")

    assert source_of(patch) == Source(kind=SourceKind.PATCH, base="main", patch="--- a\n\udce9")
    assert source_of(SourceChoice(patch=BytesIO())) == Source(kind=SourceKind.PATCH)
    assert source_of(SourceChoice(answer=BytesIO(b"class A {}"))) == Source(
        kind=SourceKind.ANSWER, answer="class A {}"
    )


def test_what_is_wanted_is_a_refactoring_and_its_method() -> None:
    words = ["--want", "Extract Method:p.A#f()", "--want", "Inline Method: p.A#g(int)"]
    found = command.make_context("check", words).params["want"]

    assert list(map(str, found)) == ["Extract Method: p.A#f()", "Inline Method: p.A#g(int)"]
    with pytest.raises(UsageError, match="--want: "):
        command.make_context("check", ["--want", "Extract"])


@pytest.mark.parametrize("option", ["--patch", "--answer"])
def test_a_hook_judges_what_its_host_names(tmp_path: Path, option: str) -> None:
    (tmp_path / "x").write_text("")
    words = ["check", "--hook", "codex", option, str(tmp_path / "x")]

    assert main(words) == 1


@pytest.mark.parametrize(
    "words", [["--residual", "left"], ["--split", "parts"], ["--report", "json=report"]]
)
def test_a_hook_writes_no_files(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["check", "--hook", "codex", *words]) == 1


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


@pytest.mark.parametrize(
    "words",
    [
        ["--residual", "parts/rest.patch"],
        ["--report", "json=parts/rest.patch"],
        ["--split", "parts"],
        ["--residual", "left", "--report", "json=left"],
        ["--split", "other", "--residual", "other/refactoring.patch"],
    ],
)
def test_no_output_replaces_what_is_judged_or_another_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    patch = tmp_path / "parts" / "rest.patch"
    patch.write_text("--- a/A\n")

    assert main(["check", "--patch", str(patch), *words]) == UsageError.exit_code

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [patch]
    assert patch.read_text() == "--- a/A\n"


def test_the_patches_of_an_earlier_split_do_not_stay(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    subject.commit({"A.java": "class A {\n}\n"}, "base")
    patch, parts = tmp_path / "change.diff", tmp_path / "parts"
    patch.write_text("--- a/B.java\n+++ b/B.java\n@@ -1 +1 @@\n-class A {\n+class B {\n")
    parts.mkdir()
    for name in ("refactoring.patch", "rest.patch"):
        (parts / name).write_text("of another change")

    words = ["--repo", str(subject.path), "--patch", str(patch), "--split", str(parts)]
    assert main(["check", *words]) == 1

    assert [(path.name, path.read_text()) for path in sorted(parts.iterdir())] == [
        ("refactoring.patch", ""),
        ("rest.patch", ""),
    ]


def test_a_patch_of_the_build_alone_is_no_refactoring(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    subject.commit({"pom.xml": "<a/>\n"}, "base")
    patch = tmp_path / "change.diff"
    patch.write_text("--- a/pom.xml\n+++ b/pom.xml\n@@ -1 +1 @@\n-<a/>\n+<b/>\n")

    words = ["--repo", str(subject.path), "--patch", str(patch), "--accept", "open"]
    assert main(["check", *words, "--require", "refactoring"]) == 1
    assert main(["check", *words]) == 0
