"""Index and disk become commits of ours; nothing of the repository runs or changes."""

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository as Made
from verifier.errors import InputError, RepositoryError
from verifier.tools.git.repository import Repository
from verifier.tools.git.snapshot import Snapshot, WorkTree

A, B = "src/main/java/p/A.java", "src/main/java/p/B.java"


@pytest.fixture
def made(make_repository: MakeRepository) -> Made:
    repository = make_repository("subject")
    repository.commit({A: "class A {}\n", "notes.txt": "one\n", ".gitignore": "*.class\n"})
    return repository


@contextmanager
def opened(made: Made) -> Iterator[tuple[Repository, WorkTree, str]]:
    with Repository.open(made.path) as repository:
        yield repository, WorkTree(repository), repository.resolve("HEAD")


def list_changes(repository: Repository, base: str, commit: str) -> dict[str, bytes | None]:
    tree = repository.tree(commit)
    return {e.path: tree.read(e.path) for e in repository.list_changed_entries(base, commit)}


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of what it holds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_disk_is_tracked_changes_and_what_is_new_and_not_ignored(made: Made) -> None:
    (made.path / A).write_text("class A { int x; }\n")
    (made.path / B).write_text("class B {}\n")
    (made.path / "notes.txt").unlink()
    (made.path / "A.class").write_bytes(b"\xca\xfe")
    with opened(made) as (repository, tree, base):
        found = list_changes(repository, base, tree.on_disk(base).commit)

    assert found == {A: b"class A { int x; }\n", B: b"class B {}\n", "notes.txt": None}


def test_the_index_is_what_would_be_committed_and_no_more(made: Made) -> None:
    (made.path / A).write_text("class A { int staged; }\n")
    made.git("add", A)
    (made.path / A).write_text("class A { int later; }\n")
    (made.path / B).write_text("class B {}\n")
    with opened(made) as (repository, tree, base):
        found = list_changes(repository, base, tree.commit_index(base).commit)

    assert found == {A: b"class A { int staged; }\n"}


def test_another_base_than_head_shows_what_was_committed_since(made: Made) -> None:
    first = made.git("rev-parse", "HEAD")
    made.commit({B: "class B {}\n"})
    with opened(made) as (repository, tree, _):
        assert list_changes(repository, first, tree.on_disk(first).commit) == {B: b"class B {}\n"}
        assert list_changes(repository, first, tree.commit_index(first).commit) == {
            B: b"class B {}\n"
        }


def test_a_file_that_git_was_told_to_overlook_is_read_all_the_same(made: Made) -> None:
    made.git("update-index", "--assume-unchanged", A)
    (made.path / A).write_text("class A { int hidden; }\n")
    with opened(made) as (repository, tree, base):
        assert list_changes(repository, base, tree.on_disk(base).commit) == {
            A: b"class A { int hidden; }\n"
        }


def test_a_file_that_a_sparse_checkout_leaves_out_is_no_deletion(made: Made) -> None:
    made.git("update-index", "--skip-worktree", A)
    (made.path / A).unlink()
    with opened(made) as (repository, tree, base):
        assert list_changes(repository, base, tree.on_disk(base).commit) == {}


def test_a_folder_may_take_the_place_of_a_file(made: Made) -> None:
    (made.path / "notes.txt").unlink()
    (made.path / "notes.txt").mkdir()
    (made.path / "notes.txt" / "N.java").write_text("class N {}\n")
    with opened(made) as (repository, tree, base):
        found = list_changes(repository, base, tree.on_disk(base).commit)

    assert found == {"notes.txt": None, "notes.txt/N.java": b"class N {}\n"}


def test_a_link_is_its_text_and_is_not_followed(made: Made, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    (made.path / "L.java").symlink_to(tmp_path / "secret")
    with opened(made) as (repository, tree, base):
        commit = tree.on_disk(base).commit
        assert list_changes(repository, base, commit) == {
            "L.java": os.fsencode(tmp_path / "secret")
        }
        assert repository.tree(commit).mode("L.java") == "120000"


def test_line_ends_of_another_system_are_no_change_and_are_told(made: Made) -> None:
    (made.path / A).write_bytes(b"class A {}\r\n")
    with opened(made) as (repository, tree, base):
        found = tree.on_disk(base)
        assert list_changes(repository, base, found.commit) == {}
    assert found.notes == (f"{A}: line ends CRLF on disk were read as LF, which git has there",)


def test_hostile_names_are_names(made: Made) -> None:
    names = ['q"uote.java', "new\nline.java", "back\\slash.java", "a b.java", "ü.java"]
    for name in names:
        (made.path / name).write_text("class X {}\n")
    (made.path / os.fsdecode(b"bytes\xff.java")).write_text("class X {}\n")
    with opened(made) as (repository, tree, base):
        found = list_changes(repository, base, tree.on_disk(base).commit)

    assert sorted(found) == sorted([*names, os.fsdecode(b"bytes\xff.java")])


def test_an_unfinished_merge_is_refused(made: Made) -> None:
    made.git("checkout", "-q", "-b", "other")
    made.commit({A: "class A { int other; }\n"})
    made.git("checkout", "-q", "main")
    made.commit({A: "class A { int main; }\n"})
    with pytest.raises(Exception, match="status 1"):
        made.git("merge", "other")
    with opened(made) as (_, tree, base), pytest.raises(InputError, match="has conflicts"):
        tree.commit_index(base)


def test_a_bare_repository_has_no_files_on_disk(made: Made, tmp_path: Path) -> None:
    bare = made.bare_clone(tmp_path / "bare.git")
    with Repository.open(bare) as repository, pytest.raises(RepositoryError):
        WorkTree(repository)


def test_a_linked_work_tree_has_an_index_of_its_own(made: Made, tmp_path: Path) -> None:
    made.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    (tmp_path / "linked" / B).write_text("class B {}\n")
    with Repository.open(tmp_path / "linked") as repository:
        base = repository.resolve("HEAD")
        found = list_changes(repository, base, WorkTree(repository).on_disk(base).commit)
    assert found == {B: b"class B {}\n"}


@pytest.mark.parametrize("side", [WorkTree.on_disk, WorkTree.commit_index])
def test_nothing_of_the_repository_s_configuration_runs_and_nothing_of_it_is_written(
    made: Made, tmp_path: Path, side: Callable[[WorkTree, str], Snapshot]
) -> None:
    canary = tmp_path / "canary"
    script = tmp_path / "touch.sh"
    script.write_text(f"#!/bin/sh\ntouch {canary}\ncat\n")
    script.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("pre-commit", "post-index-change", "fsmonitor-watchman", "reference-transaction"):
        (hooks / hook).write_text(script.read_text())
        (hooks / hook).chmod(0o755)
    for key, value in {
        "core.fsmonitor": str(script),
        "core.hooksPath": str(hooks),
        "filter.evil.clean": str(script),
        "filter.evil.smudge": str(script),
        "filter.evil.process": str(script),
        "diff.evil.textconv": str(script),
        "diff.external": str(script),
        "merge.evil.driver": str(script),
        "core.pager": str(script),
        "core.sshCommand": str(script),
        "gpg.program": str(script),
        "commit.gpgSign": "true",
    }.items():
        made.git("config", key, value)
    (made.path / ".git/info").mkdir(exist_ok=True)
    (made.path / ".git/info/attributes").write_text("* filter=evil diff=evil merge=evil\n")
    (made.path / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    (made.path / A).write_text("class A { int x; }\n")
    canary.unlink(missing_ok=True)
    before = contents(made.path / ".git")
    with opened(made) as (repository, tree, base):
        commit = side(tree, base).commit
        repository.patch(base, commit)

    assert not canary.exists()
    assert contents(made.path / ".git") == before


def test_a_hook_s_own_index_is_read_in_place_of_the_repository_s(made: Made) -> None:
    (made.path / A).write_text("class A { int staged; }\n")
    (made.path / B).write_text("class B {}\n")
    made.git("add", A)
    own = made.path / ".git" / "next-index-1.lock"
    own.write_bytes((made.path / ".git" / "index").read_bytes())
    made.git("add", B)
    with Repository.open(made.path) as repository:
        base = repository.resolve("HEAD")
        found = list_changes(repository, base, WorkTree(repository, own).commit_index(base).commit)

    assert found == {A: b"class A { int staged; }\n"}


def test_what_is_meant_to_be_added_later_is_not_staged(made: Made) -> None:
    (made.path / B).write_text("class B {}\n")
    made.git("add", "--intent-to-add", B)
    with opened(made) as (repository, tree, base):
        assert list_changes(repository, base, tree.commit_index(base).commit) == {}
        assert list_changes(repository, base, tree.on_disk(base).commit) == {B: b"class B {}\n"}
