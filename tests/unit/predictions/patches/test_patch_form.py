"""A diff that came as text fits sources in any encoding, and sources with a byte-order mark."""

import pytest

from tests.conftest import MakeRepository
from tests.support.resolving import Bench, content_of, reason_of
from verifier.domain.outcome import Reason
from verifier.domain.source import Candidate, Rejection

A = "src/main/java/p/A.java"
MARK = b"\xef\xbb\xbf"
SOURCE = 'package p;\n/** x */\nclass A {\n  String f() { return "\u00e9" + 1; }\n}\n'
PATCH = (
    f"--- a/{A}\n+++ b/{A}\n@@ -1,5 +1,5 @@\n package p;\n-/** x */\n+/** y */\n class A {{\n"
    '-  String f() { return "\u00e9" + 1; }\n+  String f() { return "\u00e9" + 2; }\n }\n'
)
CHANGED = SOURCE.replace("x", "y").replace("1", "2")
POM = "<project><properties><encoding>{}</encoding></properties></project>"


def plain(text: str) -> str:
    return text.replace("\u00e9", "e")


def details_of(result: Candidate | Rejection) -> str:
    assert isinstance(result, Rejection), result
    return result.details


def in_encoding(make: MakeRepository, encoding: str, text: str = SOURCE) -> Bench:
    files: dict[str, str | bytes] = {A: text.encode(encoding)}
    return Bench(make, {**files, "pom.xml": POM.format(encoding)})


@pytest.mark.parametrize("letters", [True, False])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_lost_mark_is_kept_in_the_file(
    make_repository: MakeRepository, ends: str, letters: bool
) -> None:
    source, patch, changed = ((t if letters else plain(t)).replace("\n", ends)
                              for t in (SOURCE, PATCH, CHANGED))  # fmt: skip
    bench = Bench(make_repository, {A: MARK + source.encode()})

    assert content_of(bench.resolve(patch)) == MARK + changed.encode()


@pytest.mark.parametrize(
    "patch",
    [
        PATCH.replace(" package p;", " \ufeffpackage p;"),
        PATCH.replace(" package p;\n", "-package p;\n+package  p;\n"),
        PATCH.replace(" package p;\n", "-\ufeffpackage p;\n+\ufeffpackage  p;\n"),
        PATCH.replace("@@ -1,5 +1,5 @@", "@@ -3,5 +3,5 @@"),
    ],
    ids=["the mark is there", "the first line changes", "both lines have it", "other numbers"],
)
def test_a_mark_is_kept_however_the_first_line_is_written(
    make_repository: MakeRepository, patch: str
) -> None:
    content = content_of(Bench(make_repository, {A: MARK + SOURCE.encode()}).resolve(patch))

    assert content is not None
    assert content.replace(b"  p;", b" p;") == MARK + CHANGED.encode()


def test_a_renamed_file_keeps_its_mark(make_repository: MakeRepository) -> None:
    new = "src/main/java/p/B.java"
    patch = PATCH.replace(f"+++ b/{A}", f"+++ b/{new}")
    moved = f"diff --git a/{A} b/{new}\nrename from {A}\nrename to {new}\n{patch}"
    result = Bench(make_repository, {A: MARK + SOURCE.encode()}).resolve(moved)

    assert isinstance(result, Candidate), result
    assert {c.path: c.content for c in result.changes} == {A: None, new: MARK + CHANGED.encode()}


def test_two_files_of_which_one_has_a_mark_are_changed_together(
    make_repository: MakeRepository,
) -> None:
    other = PATCH.replace("A.java", "B.java")
    files: dict[str, str | bytes] = {A: MARK + SOURCE.encode()}
    bench = Bench(make_repository, {**files, A.replace("A.java", "B.java"): SOURCE})
    result = bench.resolve(PATCH + other)

    assert isinstance(result, Candidate), result
    assert [c.content for c in result.changes] == [MARK + CHANGED.encode(), CHANGED.encode()]


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "UTF-16", "IBM1047"])
def test_text_is_compared_and_written_in_the_declared_encoding(
    make_repository: MakeRepository, encoding: str
) -> None:
    python = {"UTF-16": "utf-16-be", "IBM1047": "cp1140"}.get(encoding, encoding)
    declared = {"IBM1047": "Cp1140"}.get(encoding, encoding)
    files: dict[str, str | bytes] = {A: SOURCE.encode(python)}
    bench = Bench(make_repository, {**files, "pom.xml": POM.format(declared)})

    assert content_of(bench.resolve(PATCH)) == CHANGED.encode(python)


def test_a_letter_that_the_encoding_lacks_becomes_an_escape(
    make_repository: MakeRepository,
) -> None:
    result = in_encoding(make_repository, "ISO-8859-1").resolve(PATCH.replace("+ 2", '+ "\u4e2d"'))

    assert content_of(result) == CHANGED.replace("+ 2", '+ "\\u4e2d"').encode("latin-1")


@pytest.mark.parametrize("source", [plain(SOURCE), SOURCE])
def test_an_added_letter_is_written_in_the_declared_encoding(
    make_repository: MakeRepository, source: str
) -> None:
    patch = (
        f"--- a/{A}\n+++ b/{A}\n@@ -1,3 +1,3 @@\n package p;\n-/** x */\n"
        '+/** x */ @N("\u00e8")\n class A {\n'
    )
    result = in_encoding(make_repository, "ISO-8859-1", source).resolve(patch)

    expected = source.replace("/** x */", '/** x */ @N("\u00e8")')
    assert content_of(result) == expected.encode("latin-1")


def test_a_new_file_is_written_in_the_declared_encoding(make_repository: MakeRepository) -> None:
    patch = (
        "--- /dev/null\n+++ b/src/main/java/p/B.java\n@@ -0,0 +1 @@\n+class B { /* \u00e9 */ }\n"
    )
    result = in_encoding(make_repository, "ISO-8859-1").resolve(patch)

    assert content_of(result) == b"class B { /* \xe9 */ }\n"


def test_a_file_that_is_no_source_is_changed_byte_for_byte(make_repository: MakeRepository) -> None:
    bench = in_encoding(make_repository, "ISO-8859-1")
    note = "--- /dev/null\n+++ b/note.txt\n@@ -0,0 +1 @@\n+\u00e9\n"
    result = bench.resolve(PATCH + note)

    assert isinstance(result, Candidate), result
    changed = {c.path: c.content for c in result.changes}
    assert changed == {A: CHANGED.encode("latin-1"), "note.txt": "\u00e9\n".encode()}


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "Shift_JIS"])
def test_bytes_of_the_file_still_fit_as_bytes(
    make_repository: MakeRepository, encoding: str
) -> None:
    def swap(text: str) -> str:
        return text if encoding == "ISO-8859-1" else text.replace("\u00e9", "\u30bd")

    patch = swap(PATCH).encode(encoding).decode("utf-8", "surrogateescape")
    result = in_encoding(make_repository, encoding, swap(SOURCE)).resolve(patch)

    assert content_of(result) == swap(CHANGED).encode(encoding)


def test_utf_8_that_the_build_declares_otherwise_still_fits_as_bytes(
    make_repository: MakeRepository,
) -> None:
    files: dict[str, str | bytes] = {A: SOURCE.encode()}
    bench = Bench(make_repository, {**files, "pom.xml": POM.format("ISO-8859-1")})

    assert content_of(bench.resolve(PATCH)) == CHANGED.encode()


def test_a_source_that_is_no_utf_8_and_declares_nothing_is_read_as_text(
    make_repository: MakeRepository,
) -> None:
    bench = Bench(make_repository, {A: SOURCE.encode("latin-1")})

    assert content_of(bench.resolve(PATCH)) == CHANGED.encode("latin-1")


@pytest.mark.parametrize(
    ("patch", "said"),
    [
        (PATCH.replace("\u00e9", "\ufffd"), "U+FFFD, which replaces a lost letter"),
        (PATCH.replace('"\u00e9" + 2', '"\udce9" + 2'), f"{A} is in ISO-8859-1"),
        (PATCH.replace(" class A", " class B"), f"patch failed: {A}:1"),
    ],
    ids=["lost letters", "letters and bytes", "another context"],
)
def test_what_does_not_fit_is_refused_with_the_likely_cause(
    make_repository: MakeRepository, patch: str, said: str
) -> None:
    result = in_encoding(make_repository, "ISO-8859-1").resolve(patch)

    assert reason_of(result) is Reason.APPLY_FAILED
    assert said in details_of(result)


def test_another_context_alone_says_nothing_of_letters(make_repository: MakeRepository) -> None:
    result = in_encoding(make_repository, "ISO-8859-1").resolve(PATCH.replace("class A", "class B"))

    assert "ISO-8859-1" not in details_of(result)


def test_our_own_diff_of_a_marked_file_applies(make_repository: MakeRepository) -> None:
    bench = Bench(make_repository, {A: MARK + SOURCE.encode()})
    first = bench.resolve(PATCH)
    assert isinstance(first, Candidate)

    assert bench.resolve(first.patch) == first


def test_a_quoted_path_with_a_blank_is_applied(make_repository: MakeRepository) -> None:
    path = "my app/src/main/java/p/Stra\u00dfe.java"
    written = r"my app/src/main/java/p/Stra\303\237e.java"
    patch = PATCH.replace(f"--- a/{A}", f'--- "a/{written}"\t')
    patch = patch.replace(f"+++ b/{A}", f'+++ "b/{written}"\t')
    header = f'diff --git "a/{written}" "b/{written}"\n'
    result = Bench(make_repository, {path: SOURCE}).resolve(header + patch)

    assert isinstance(result, Candidate), result
    assert [(c.path, c.content) for c in result.changes] == [(path, CHANGED.encode())]
