"""Changed lines of a unified diff."""

from pathlib import Path

import pytest

from tests.support.repository import Repository
from verifier.errors import InputError
from verifier.rules.diff_lines import lines_of_diff


def test_both_sides_count_their_own_lines() -> None:
    diff = (
        b"diff --git a/A b/A\n--- a/A\n+++ b/A\n@@ -2,3 +2,4 @@ x\n a\n-b\n+B\n+C\n c\n"
        b"@@ -9 +10,0 @@\n-z\n"
    )

    found = lines_of_diff(diff)

    assert found.added == {("A", 3), ("A", 4)}
    assert found.removed == {("A", 3), ("A", 9)}


def test_lines_that_look_like_headers_are_lines() -> None:
    diff = b"--- a/A\n+++ b/A\n@@ -1,2 +1,2 @@\n--- a\n-x\n+++ b\n+@@ -1 +1 @@\n"

    found = lines_of_diff(diff)

    assert found.added == found.removed == {("A", 1), ("A", 2)}


def test_names_as_git_writes_them(tmp_path: Path) -> None:
    names = ["with space.txt", "\u00fc.txt", 'q"uo\\te.txt', "tab\there.txt", "plain.txt"]
    repository = Repository.create(tmp_path / "r")
    base = repository.commit(dict.fromkeys(names, "a\nb\n"))
    repository.commit(dict.fromkeys(names, "a\nc\n"))

    found = lines_of_diff((repository.git("diff", base, "HEAD") + "\n").encode())

    assert found.added == {(name, 2) for name in names}


def test_a_new_a_deleted_and_a_renamed_file(tmp_path: Path) -> None:
    body = "".join(f"{n}\n" for n in range(20))
    repository = Repository.create(tmp_path / "r")
    base = repository.commit({"gone": "other\n", "old": body})
    repository.commit({"gone": None, "old": None, "new": body + "end\n", "fresh": "x y z"})

    found = lines_of_diff((repository.git("diff", "-M", base, "HEAD") + "\n").encode())

    assert found.added == {("new", 21), ("fresh", 1)}
    assert found.removed == {("gone", 1)}
    assert found.renames == {"old": "new"}


@pytest.mark.parametrize(
    ("diff", "reason"),
    [
        (b"@@ -1 +1 @@\n-a\n+b\n", "belongs to no file"),
        (b"--- a/A\n+++ b/A\n@@ -1 +1 @@\n-a", "ends"),
    ],
)
def test_a_diff_that_is_cut_is_refused(diff: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        lines_of_diff(diff)


def test_ignored_folders_are_left_out_of_java_only_with_compat() -> None:
    diff = b"--- a/src/build/A.java\n+++ b/src/build/A.java\n@@ -1 +1 @@\n-a\n+b\n"

    assert len(lines_of_diff(diff).added) == 1
    assert len(lines_of_diff(diff, compat=True).added) == 0
