"""Patches and whole files become candidates in memory, exactly or not at all."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from tests.support.resolving import Bench, content_of, reason_of
from verifier.builds.build_tools import java_tree
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Candidate, Rejection
from verifier.errors import RepositoryError
from verifier.predictions.resolve import resolve
from verifier.tools.git.repository import Repository

A = "src/main/java/p/A.java"
SOURCE = "package p;\nclass A {\n  int f() { return 1; }\n}\n"
PATCH = (
    f"--- a/{A}\n+++ b/{A}\n@@ -1,4 +1,4 @@\n"
    " package p;\n class A {\n-  int f() { return 1; }\n+  int f() { return 2; }\n }\n"
)


@pytest.fixture
def bench(make_repository: MakeRepository) -> Bench:
    return Bench(make_repository, {A: SOURCE, "Latin.java": b"// \xe4\r\nclass L {}\r\n"})


def test_a_patch_is_applied_in_memory(bench: Bench) -> None:
    assert content_of(bench.resolve(PATCH)) == SOURCE.replace("1", "2").encode()
    assert (bench.made.path / A).read_text() == SOURCE


def test_our_own_diff_applies_to_the_base(bench: Bench) -> None:
    first = bench.resolve(PATCH)
    assert isinstance(first, Candidate)

    assert bench.resolve(first.patch) == first


@pytest.mark.parametrize("patch", ["", "\n \n"])
def test_an_empty_patch_is_no_change(bench: Bench, patch: str) -> None:
    assert reason_of(bench.resolve(patch)) is Reason.NO_CHANGE


@pytest.mark.parametrize(
    "line",
    ["  int f() { return 1; } // one", "    int f() {return 1;}", "  int \\u0066() { return 1; }"],
)
def test_comments_layout_and_escapes_are_no_change(bench: Bench, line: str) -> None:
    result = bench.resolve(PATCH.replace("+  int f() { return 2; }", "+" + line))

    assert reason_of(result) is Reason.NO_CHANGE


def test_moved_lines_apply_and_other_context_does_not(bench: Bench) -> None:
    assert content_of(bench.resolve(PATCH.replace("@@ -1,4 +1,4 @@", "@@ -9,4 +9,4 @@")))
    result = bench.resolve(PATCH.replace(" class A", " class B"))
    assert reason_of(result) is Reason.APPLY_FAILED


@pytest.mark.parametrize(
    "path",
    ["../../etc/x", "/etc/x", ".git/hooks/x", "a/.GIT/config", "C:/x", "a\\b", "a//b", "a/./b"],
)
def test_a_path_that_leaves_the_tree_is_refused_by_policy(bench: Bench, path: str) -> None:
    patch = f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"

    assert reason_of(bench.resolve(patch)) is Reason.POLICY
    assert reason_of(bench.resolve(files={path: "x"})) is Reason.POLICY
    assert not Path("/etc/x").exists()


@pytest.mark.parametrize("mode", ["120000", "160000"])
def test_links_and_submodules_are_refused_by_policy(bench: Bench, mode: str) -> None:
    patch = (
        f"diff --git a/l b/l\nnew file mode {mode}\n--- /dev/null\n+++ b/l\n"
        "@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n"
    )
    assert reason_of(bench.resolve(patch)) is Reason.POLICY


def test_a_patch_cannot_write_through_a_link_of_the_base(make_repository: MakeRepository) -> None:
    bench = Bench(make_repository, {A: SOURCE})
    (bench.made.path / "l").symlink_to("/tmp")
    bench.commit = bench.made.commit({})
    patch = "--- /dev/null\n+++ b/l/x.java\n@@ -0,0 +1 @@\n+class X {}\n"

    assert reason_of(bench.resolve(patch)) is Reason.APPLY_FAILED


def test_crlf_and_bytes_that_are_no_utf8_survive(bench: Bench) -> None:
    patch = (
        "--- a/Latin.java\r\n+++ b/Latin.java\r\n@@ -1,2 +1,2 @@\r\n // \udce4\r\n"
        "-class L {}\r\n+class L { int a; }\r\n"
    )
    assert content_of(bench.resolve(patch)) == b"// \xe4\r\nclass L { int a; }\r\n"


def test_a_nul_in_a_name_is_refused(bench: Bench) -> None:
    patch = "--- /dev/null\n+++ b/a\0b.java\n@@ -0,0 +1 @@\n+x\n"

    assert reason_of(bench.resolve(patch)) is Reason.POLICY


def test_a_rename_is_known_as_one(bench: Bench) -> None:
    other = "src/main/java/p/B.java"
    patch = (
        f"diff --git a/{A} b/{other}\nsimilarity index 100%\nrename from {A}\nrename to {other}\n"
    )
    result = bench.resolve(patch)

    assert isinstance(result, Candidate)
    assert result.renames == {A: other}
    assert {c.path: c.content for c in result.changes} == {A: None, other: SOURCE.encode()}


def test_whole_files_replace_add_and_delete(bench: Bench) -> None:
    result = bench.resolve(files={A: None, "B.java": "class B {}"})

    assert isinstance(result, Candidate)
    assert {c.path: c.content for c in result.changes} == {A: None, "B.java": b"class B {}"}


def test_deleting_a_file_that_is_not_there_is_an_unknown_target(bench: Bench) -> None:
    assert reason_of(bench.resolve(files={"X.java": None})) is Reason.UNKNOWN_TARGET


def test_files_equal_to_the_base_are_no_change(bench: Bench) -> None:
    assert reason_of(bench.resolve(files={A: SOURCE})) is Reason.NO_CHANGE


@pytest.mark.parametrize(
    "path",
    [
        f"{A}/B.java",
        "src/main/java/p",
        f"src/main/java/{'x' * 251}.java",
        "/".join(["x" * 200] * 6) + "/B.java",
    ],
)
def test_a_file_that_has_no_place_in_the_tree_does_not_apply(bench: Bench, path: str) -> None:
    files: dict[str, str | None] = {path: "class B {}"}

    assert reason_of(bench.resolve(files=files)) is Reason.APPLY_FAILED


def test_a_folder_takes_the_place_of_a_deleted_file(bench: Bench) -> None:
    files: dict[str, str | None] = {A: None, f"{A}/B.java": "class B {}"}

    assert isinstance(bench.resolve(files=files), Candidate)


@pytest.mark.parametrize(
    "body", [f"int x = {'(' * 1000}1{')' * 1000};", f"// {'x' * 2 * 1024**2}\n int y;"]
)
def test_a_source_that_no_tool_can_read_does_not_apply(bench: Bench, body: str) -> None:
    files: dict[str, str | None] = {A: f"class A {{ {body} }}"}

    assert reason_of(bench.resolve(files=files)) is Reason.APPLY_FAILED


@pytest.mark.parametrize(
    "body", [f"{'if (a) {' * 2000}{'}' * 2000}", f"{'A<' * 2000}B{'>' * 2000} x;"]
)
def test_an_answer_that_no_parser_can_take_is_unparsable(bench: Bench, body: str) -> None:
    answer = f"int f() {{ {body} }}"

    assert reason_of(bench.resolve(answer=answer)) is Reason.UNPARSABLE_ANSWER


def test_many_comparisons_are_not_nested(bench: Bench) -> None:
    files: dict[str, str | None] = {A: f"class A {{ {'boolean b = 1 < 2;' * 2000} }}"}

    assert isinstance(bench.resolve(files=files), Candidate)


POM = "<project><properties><encoding>{}</encoding></properties></project>"


@pytest.mark.parametrize(
    ("encoding", "content"),
    [("Shift_JIS", b"// \x83\x5c\nclass C {}\n"), ("ISO-8859-1", b"// \\u30bd\nclass C {}\n")],
)
def test_a_whole_file_is_written_in_the_encoding_that_the_build_declares(
    make_repository: MakeRepository, encoding: str, content: bytes
) -> None:
    bench = Bench(make_repository, {A: SOURCE, "pom.xml": POM.format(encoding)})
    text = "// \u30bd\nclass C {}\n"

    assert content_of(bench.resolve(files={"C.java": text})) == content
    assert content_of(bench.resolve(files={"c.txt": text})) == text.encode()


BINARY = f"""diff --git a/{A} b/{A}
index {"1" * 40}..{"2" * 40} 100644
GIT binary patch
literal 9
QcmZQzWMT#Y01f~L00000

"""


def test_a_binary_patch_of_java_is_refused_by_its_header(bench: Bench) -> None:
    refused = bench.resolve(BINARY)

    assert reason_of(refused) is Reason.APPLY_FAILED
    assert isinstance(refused, Rejection)
    assert refused.details == f"{A} is changed by a binary patch; Java is text"


def test_a_binary_patch_that_announces_gigabytes_is_refused_by_its_header(bench: Bench) -> None:
    large = BINARY.replace(A, "a.bin").replace("literal 9", "literal 4294967296")
    refused = bench.resolve(PATCH + large)

    assert isinstance(refused, Rejection)
    assert refused.details == "a binary patch makes a file of more than 33,554,432 bytes"


def test_what_the_clone_lacks_is_not_the_patch_s_fault(make_repository: MakeRepository) -> None:
    origin = make_repository("origin")
    commit = origin.commit({A: SOURCE})
    origin.git("config", "uploadpack.allowFilter", "true")
    partial = origin.path.parent / "partial"
    origin.git(
        "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{origin.path}", str(partial)
    )
    with (
        Repository.open(partial) as repository,
        pytest.raises(RepositoryError, match=r"is missing \(object [0-9a-f]{40}\)"),
    ):
        resolve(
            Prediction(instance_id="i", model_name_or_path="m", model_patch=PATCH),
            wanted=WantedRefactoring.parse("Extract Method:p.A#f()"),
            base=java_tree(repository.tree(commit)),
            analysis=QuickAnalysis(),
            repository=repository,
            instance=None,
        )


CRLF_PATCH = PATCH.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("source", "patch", "ends"),
    [(SOURCE.replace("\n", "\r\n"), PATCH, "CRLF, those of the patch with LF"),
     (SOURCE, CRLF_PATCH, "LF, those of the patch with CRLF")],
)  # fmt: skip
def test_a_patch_with_other_line_ends_says_so(
    make_repository: MakeRepository, source: str, patch: str, ends: str
) -> None:
    result = Bench(make_repository, {A: source.encode()}).resolve(patch)

    assert isinstance(result, Rejection), result
    assert f"lines of {A} end with {ends}" in result.details


def test_a_patch_with_the_same_line_ends_says_nothing_of_them(bench: Bench) -> None:
    result = bench.resolve(PATCH.replace(" class A", " class B"))

    assert isinstance(result, Rejection), result
    assert "lines of" not in result.details
