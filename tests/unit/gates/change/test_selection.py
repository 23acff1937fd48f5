"""Which commits the words of a range mean."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Made
from verifier.errors import RepositoryError, UsageError
from verifier.gates.change.selection import Selected, Source, SourceKind, open_selected
from verifier.tools.git.own_directory import OwnDirectory
from verifier.tools.git.repository import Repository


@pytest.fixture
def made(make_repository: MakeRepository) -> Made:
    """`main` and `topic` went apart at the tag `fork`."""
    repository = make_repository("subject")
    repository.commit({"a": "1"}, "fork")
    repository.git("tag", "fork")
    repository.git("checkout", "-q", "-b", "topic")
    repository.commit({"b": "1"}, "topic one")
    repository.commit({"b": "2"}, "topic two")
    repository.git("checkout", "-q", "main")
    repository.commit({"c": "1"}, "main one")
    return repository


def choose(made: Made, source: Source) -> Selected:
    with open_selected(made.path, source) as (_, found):
        return found


def of_range(made: Made, text: str) -> Selected:
    return choose(made, Source(kind=SourceKind.RANGE, revision=text))


def test_two_dots_compare_the_ends(made: Made) -> None:
    found = of_range(made, "main..topic")

    assert (found.base, found.head) == (
        made.git("rev-parse", "main"),
        made.git("rev-parse", "topic"),
    )
    assert len(found.commits) == 2


def test_three_dots_compare_with_where_they_went_apart(made: Made) -> None:
    found = of_range(made, "main...topic")

    assert found.base == made.git("rev-parse", "fork")
    assert [c.id for c in found.commits] == made.git("rev-list", "--reverse", "fork..topic").split()


def test_an_end_that_is_not_said_is_head(made: Made) -> None:
    assert of_range(made, "fork..").head == made.git("rev-parse", "main")


def test_a_word_without_dots_is_no_range(made: Made) -> None:
    with pytest.raises(UsageError, match="'main' is not a range"):
        of_range(made, "main")


def test_a_revision_cannot_be_an_option(made: Made) -> None:
    with pytest.raises(RepositoryError, match="unknown revision"):
        of_range(made, "--output=x..main")


def test_a_first_commit_has_nothing_to_be_compared_with(made: Made) -> None:
    with pytest.raises(RepositoryError, match="has no parent to compare with"):
        choose(made, Source(kind=SourceKind.COMMIT, revision="fork"))


def test_a_shallow_clone_says_what_to_fetch(made: Made, tmp_path: Path) -> None:
    made.git("clone", "-q", "--depth=1", made.path.as_uri(), str(tmp_path / "shallow"))
    with pytest.raises(RepositoryError, match="fetch-depth"):
        choose(Made(tmp_path / "shallow"), Source(kind=SourceKind.COMMIT, revision="HEAD"))


def test_without_a_commit_there_is_nothing_to_compare_with(make_repository: MakeRepository) -> None:
    empty = make_repository("empty")
    for kind in (SourceKind.WORKTREE, SourceKind.STAGED):
        with pytest.raises(RepositoryError, match="no commit to compare with"):
            choose(empty, Source(kind=kind))


def test_by_default_it_is_the_disk_where_something_was_edited(made: Made) -> None:
    made.git("checkout", "-q", "topic")
    (made.path / "b").write_text("3")
    assert choose(made, Source(kind=SourceKind.DEFAULT)).name == "worktree"

    made.git("checkout", "-q", "b")
    found = choose(made, Source(kind=SourceKind.DEFAULT))
    assert (found.base, found.name) == (
        made.git("rev-parse", "fork"),
        made.git("rev-parse", "topic"),
    )
    assert len(found.commits) == 2
    assert found.notes == (f"compared with {found.base[:10]}: the merge base with main",)


def test_by_default_the_remote_s_branch_goes_before_a_local_one(made: Made, tmp_path: Path) -> None:
    made.git("clone", "-q", made.path.as_uri(), str(tmp_path / "clone"))
    clone = Made(tmp_path / "clone")
    own = clone.commit({"e": "1"}, "not pushed")
    found = choose(clone, Source(kind=SourceKind.DEFAULT))

    assert [c.id for c in found.commits] == [own]
    assert found.notes[0].endswith("the merge base with origin/HEAD")


def test_by_default_without_any_default_branch_it_is_the_disk_where_something_was_edited(
    make_repository: MakeRepository,
) -> None:
    repository = make_repository("other")
    repository.commit({"a": "1"})
    repository.git("branch", "-m", "trunk")
    with pytest.raises(RepositoryError, match="no default branch"):
        choose(repository, Source(kind=SourceKind.DEFAULT))

    (repository.path / "a").write_text("2")
    assert choose(repository, Source(kind=SourceKind.DEFAULT)).name == "worktree"


def test_a_merge_that_git_makes_by_itself_is_told_from_one_with_edits(
    made: Made, tmp_path: Path
) -> None:
    canary, driver = tmp_path / "canary", tmp_path / "driver.sh"
    driver.write_text(f"#!/bin/sh\ntouch {canary}\n")
    driver.chmod(0o755)
    made.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    plain = made.git("rev-parse", "HEAD")
    made.git("reset", "-q", "--hard", "HEAD~1")
    made.git("merge", "-q", "--no-ff", "--no-commit", "topic")
    edited = made.commit({"d": "evil"}, "merge with an edit")
    made.git("config", "merge.evil.driver", str(driver))
    (made.path / ".git/info").mkdir(exist_ok=True)
    (made.path / ".git/info/attributes").write_text("* merge=evil\n")
    with Repository.open(made.path) as repository:
        lines = [next(iter(repository.rev_list(c, options=["-1"]))) for c in (plain, edited)]
        assert [repository.merges_by_itself(line) for line in lines] == [True, False]
    assert not canary.exists()


PATCH = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n"


def test_a_patch_is_its_base_with_the_patch_on_top_and_nothing_is_written(made: Made) -> None:
    with open_selected(made.path, Source(kind=SourceKind.PATCH, base="fork", patch=PATCH)) as (
        repository,
        found,
    ):
        assert (found.base, found.name) == (made.git("rev-parse", "fork"), "patch")
        assert repository.tree(found.head).read("a") == b"2\n"
        assert found.commits == ()
    assert made.git("status", "--porcelain") == ""


@pytest.mark.parametrize("kind", [SourceKind.DEFAULT, SourceKind.WORKTREE])
def test_git_lists_the_untracked_files_once(
    made: Made, kind: SourceKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made.path / "d").write_text("1")
    asked: list[tuple[str, ...]] = []
    run = OwnDirectory.run_on

    def note(self: OwnDirectory, top: Path, index: Path, words: Sequence[str]) -> bytes:
        asked.append(tuple(words))
        return run(self, top, index, words)

    monkeypatch.setattr(OwnDirectory, "run_on", note)
    choose(made, Source(kind=kind))

    assert asked.count(("ls-files", "--others", "--exclude-standard", "-z")) == 1
