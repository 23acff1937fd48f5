"""Added and removed lines, from the bytes of both trees."""

import pytest

from tests.support.answers import MemoryTree
from verifier.domain.source import FileChange
from verifier.rules.changed_lines import ChangedLines, find_changed_lines, is_ignored


def list_changed(
    before: dict[str, bytes], after: dict[str, bytes | None], *, compat: bool = False
) -> ChangedLines:
    changes = [FileChange(path=path, content=content) for path, content in after.items()]
    return find_changed_lines(MemoryTree(files=before), changes, compat=compat)


def test_lines_count_from_one_on_their_own_side() -> None:
    found = list_changed({"A.java": b"a\nb\nc\nd\n"}, {"A.java": b"a\nX\nY\nc\n"})

    assert found.added == {("A.java", 2), ("A.java", 3)}
    assert found.removed == {("A.java", 2), ("A.java", 4)}


def test_a_new_and_a_deleted_file_are_all_added_and_all_removed() -> None:
    found = list_changed({"Gone.java": b"a\nb\n"}, {"Gone.java": None, "New.java": b"other\nthing"})

    assert found.added == {("New.java", 1), ("New.java", 2)}
    assert found.removed == {("Gone.java", 1), ("Gone.java", 2)}
    assert found.renames == {}


def test_a_renamed_file_changes_only_where_it_differs() -> None:
    body = b"".join(b"line %d\n" % n for n in range(20))
    found = list_changed(
        {"old/A.java": body}, {"old/A.java": None, "new/A.java": body.replace(b"line 3\n", b"X\n")}
    )

    assert found.renames == {"old/A.java": "new/A.java"}
    assert found.added == {("new/A.java", 4)}
    assert found.removed == {("old/A.java", 4)}


def test_crlf_and_a_missing_newline_at_the_end_are_differences() -> None:
    crlf = list_changed({"A.java": b"a\r\nb\r\n"}, {"A.java": b"a\nb\r\n"})
    end = list_changed({"A.java": b"a\nb"}, {"A.java": b"a\nb\n"})

    assert crlf.added == crlf.removed == {("A.java", 1)}
    assert end.added == end.removed == {("A.java", 2)}


def test_bytes_that_are_no_utf_8_are_bytes() -> None:
    found = list_changed({"A.java": b"\xe4\n\xf6\n"}, {"A.java": b"\xe4\n\xfc\n"})

    assert found.removed == {("A.java", 2)}


@pytest.mark.parametrize(
    "path",
    ["My Class.java", "\u00fc/\u732b.java", 'q"uo\\te.java', "tab\there", "-x", ".gitattributes"],
)
def test_no_name_is_lost(path: str) -> None:
    assert list_changed({path: b"a\n"}, {path: b"b\n"}).added == {(path, 1)}


def test_a_name_that_is_no_utf_8_is_kept() -> None:
    path = b"\xff.java".decode("utf-8", "surrogateescape")

    assert list_changed({path: b"a\n"}, {path: b"b\n"}).removed == {(path, 1)}


def test_lines_that_look_like_a_diff_are_lines() -> None:
    text = b"@@ -1,9 +1,9 @@\n-- a\n++ b\ndiff --git before/0/f before/0/f\n"
    found = list_changed({"A": b"x\n"}, {"A": text})

    assert found.added == {("A", n) for n in range(1, 5)}
    assert found.removed == {("A", 1)}


def test_a_candidates_git_attributes_hide_nothing() -> None:
    found = list_changed(
        {"A.java": b"a\n"}, {".gitattributes": b"* binary -diff\n", "A.java": b"b\n"}
    )

    assert ("A.java", 1) in found.added


def test_a_binary_file_and_an_unchanged_one_have_no_lines() -> None:
    found = list_changed(
        {"a.bin": b"\0a\n", "A.java": b"a\n"}, {"a.bin": b"\0b\n", "A.java": b"a\n"}
    )

    assert (found.added, found.removed) == (frozenset(), frozenset())


def test_nothing_changed_is_nothing() -> None:
    assert list_changed({}, {}).added == frozenset()


@pytest.mark.parametrize(
    ("path", "plain", "compat"),
    [
        ("src/main/java/org/build/A.java", False, True),
        ("target/site/index.html", True, True),
        ("node_modules/x/y.js", True, True),
        ("src/A.java", False, False),
        ("rebuild/x.js", False, False),
    ],
)
def test_ignored_folders_spare_java_files_without_compat(
    path: str, plain: bool, compat: bool
) -> None:
    assert is_ignored(path, compat=False) is plain
    assert is_ignored(path, compat=True) is compat


def test_an_ignored_file_has_no_lines() -> None:
    assert list_changed({}, {"dist/a.js": b"x\n"}).added == frozenset()
