import pytest

from verifier.tools.git.diff_syntax import HunkHeader, unquote


def header(old: int, old_length: int, new: int, new_length: int) -> HunkHeader:
    return HunkHeader(old=old, old_length=old_length, new=new, new_length=new_length)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"@@ -3,2 +4,5 @@", header(3, 2, 4, 5)),
        (b"@@ -3,2 +4,5 @@ void f() {", header(3, 2, 4, 5)),
        (b"@@ -3 +4 @@", header(3, 1, 4, 1)),
        (b"@@ -0,0 +1,7 @@", header(0, 0, 1, 7)),
    ],
)
def test_a_hunk_begins_with_two_places_and_two_lengths(line: bytes, found: HunkHeader) -> None:
    assert HunkHeader.of(line) == found


@pytest.mark.parametrize(
    "line", [b"", b" @@ -1 +1 @@", b"@@ -1 @@", b"@@ -a +b @@", b"@@ -%s +1 @@" % (b"9" * 5000)]
)
def test_any_other_line_begins_none(line: bytes) -> None:
    assert HunkHeader.of(line) is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (b"src/A.java", "src/A.java"),
        (rb'"a\303\244\t\"b"', 'aä\t"b'),
        (rb'"back\\slash"', "back\\slash"),
        (rb'"\377"', "\udcff"),
        (b'"', '"'),
    ],
)
def test_names_in_quotes_are_read_as_git_writes_them(written: bytes, name: str) -> None:
    assert unquote(written) == name
