"""A folder as a tree."""

from pathlib import Path

import pytest

from tests.support.repository import Repository as Made
from verifier.domain.source import FileChange
from verifier.errors import InputError
from verifier.rules.tree_difference import changes_between
from verifier.tools.folder_tree import FolderTree
from verifier.tools.git.repository import Repository


def test_every_file_but_gits_own(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "X.java").write_bytes(b"x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref")
    (tmp_path / ".semgrepignore").write_text("*")
    tree = FolderTree(tmp_path)

    assert tree.paths() == {"a b/X.java", ".semgrepignore"}
    assert tree.read("a b/X.java") == b"x"
    assert tree.read(".git/HEAD") is None
    assert tree.read("../etc") is None


def test_a_symbolic_link_is_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to("/etc")
    tree = FolderTree(tmp_path)

    assert tree.read("link") == b"/etc/passwd"
    assert tree.paths() == {"link", "folder"}


def test_the_id_depends_on_content(tmp_path: Path) -> None:
    (tmp_path / "A").write_text("a")
    before = FolderTree(tmp_path).id
    (tmp_path / "A").write_text("b")

    assert FolderTree(tmp_path).id != before


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        FolderTree(tmp_path / "none")


def test_a_file_is_no_folder_and_is_called_a_file(tmp_path: Path) -> None:
    (tmp_path / "A.java").touch()

    with pytest.raises(InputError, match=r"A\.java: a file, and no folder"):
        FolderTree(tmp_path / "A.java")


def test_the_difference_of_two_folders(tmp_path: Path) -> None:
    for side, files in (("one", {"A": "a", "B": "b"}), ("two", {"A": "x", "C": "c"})):
        (tmp_path / side).mkdir()
        for name, text in files.items():
            (tmp_path / side / name).write_text(text)

    found = changes_between(FolderTree(tmp_path / "one"), FolderTree(tmp_path / "two"))

    assert found == (
        FileChange(path="A", content=b"x"),
        FileChange(path="B", content=None),
        FileChange(path="C", content=b"c"),
    )


def test_the_difference_of_two_commits_is_that_of_their_folders(tmp_path: Path) -> None:
    made = Made.create(tmp_path / "repo")
    one = made.commit({"A": "a", "B": "b", "same": "s"})
    two = made.commit({"A": "x", "B": None, "sub/C": "c"})

    with Repository.open(made.path) as repository:
        found = changes_between(repository.tree(one), repository.tree(two))

    assert found == (
        FileChange(path="A", content=b"x"),
        FileChange(path="B", content=None),
        FileChange(path="sub/C", content=b"c"),
    )
