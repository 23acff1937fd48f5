"""An answer that is a unified diff is applied like a patch; other forms of an edit are named."""

import pytest

from tests.conftest import MakeRepository
from tests.support.cpu import LINEAR, growth
from tests.support.resolving import Bench, content_of, reason_of
from verifier.domain.outcome import Reason
from verifier.domain.source import Candidate, Rejection
from verifier.predictions.answers.answer_diff import (
    describe_unread_form,
    join_diffs,
    parts_around_diffs,
)
from verifier.predictions.patches.patch import PatchError

A = "src/main/java/p/A.java"
B = "src/main/java/p/B.java"
SOURCE = """package p;

class A {
    int f() {
        return 1;
    }

    int count() {
        return 2;
    }
}
"""
DIFF = f"""--- a/{A}
+++ b/{A}
@@ -2,9 +2,13 @@

 class A {{
     int f() {{
-        return 1;
+        return one();
+    }}
+
+    private int one() {{
+        return 1;
     }}

     int count() {{
         return 2;
     }}
"""
CHANGED = SOURCE.replace(
    "return 1;\n", "return one();\n    }\n\n    private int one() {\n        return 1;\n"
)
GIT = f"diff --git a/{A} b/{A}\nindex 1111111..2222222 100644\n"
NEW = "int f() {\n    return two();\n}\n\nint two() {\n    return 1;\n}"


@pytest.fixture
def bench(make_repository: MakeRepository) -> Bench:
    return Bench(make_repository, {A: SOURCE, B: "package p;\nclass B {\n}\n"})


def indent_text(text: str, by: str) -> str:
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))


@pytest.mark.parametrize(
    "answer",
    [
        f"I extracted it. Patch:\n\n```diff\n{DIFF}```\n",
        DIFF,
        GIT + DIFF,
        f"Here:\n\n{DIFF}\nI hope it helps: `count` stays.\n- It is short.\n",
        f"```\n{GIT}{DIFF}```",
        f"1. The patch:\n\n   ```diff\n{indent_text(DIFF, '   ')}   ```\n",
        DIFF.replace("--- a/", "--- ").replace("+++ b/", "+++ "),
        DIFF.replace("@@ -2,9 +2,13 @@", "@@ -102,9 +102,13 @@ class A {"),
        f"~~~patch\n{DIFF}~~~\nThe code before:\n```java\n{SOURCE}```",
        f"The helper:\n```java\nint one() {{\n    return 1;\n}}\n```\n```diff\n{DIFF}```\n",
        f"```diff\n{DIFF}",
        DIFF.replace("\n", "\r\n"),
        "##########################\n" + DIFF + "##########################\n",
    ],
    ids=[
        "in a fence", "bare", "with git's header", "between prose", "in a plain fence",
        "in a list", "without prefixes", "other line numbers", "with the code before",
        "with the helper alone", "no end of the fence", "CRLF of the carrier", "delimiters",
    ],
)  # fmt: skip
def test_a_diff_is_applied_like_a_patch(bench: Bench, answer: str) -> None:
    result = bench.resolve(answer=answer)

    assert content_of(result) == CHANGED.encode()
    assert isinstance(result, Candidate)
    assert "diff, applied as a patch" in result.reading


def test_diffs_of_two_files_are_one_patch(bench: Bench) -> None:
    other = f"--- a/{B}\n+++ b/{B}\n@@ -1,3 +1,4 @@\n package p;\n class B {{\n+    int x;\n }}\n"
    result = bench.resolve(answer=f"```diff\n{DIFF}```\nand\n```diff\n{other}```\n")

    assert isinstance(result, Candidate), result
    assert [change.path for change in result.changes] == [A, B]


@pytest.mark.parametrize(
    "answer",
    [f"```java\n{NEW}\n```\n\nAs a diff:\n```diff\n{DIFF}```\n", f"{NEW}\n\nAs a diff:\n{DIFF}"],
)
def test_code_with_the_wanted_method_counts_before_a_diff(bench: Bench, answer: str) -> None:
    content = content_of(bench.resolve(answer=answer))

    assert content is not None
    assert b"return two();" in content


@pytest.mark.parametrize("last", [" \n", "\n", ""])
@pytest.mark.parametrize(
    "form", ["{}", "Patch:\n```diff\n{}```\n", "Patch:\n\n{}\n\nThat is all.\n"]
)
def test_a_diff_may_end_with_a_blank_line_of_context(bench: Bench, form: str, last: str) -> None:
    diff = (
        f"--- a/{A}\n+++ b/{A}\n@@ -4,4 +4,4 @@\n     int f() {{\n-        return 1;\n"
        f"+        return 3;\n     }}\n{last}"
    )
    result = bench.resolve(answer=form.format(diff))

    assert content_of(result) == SOURCE.replace("return 1", "return 3").encode()


@pytest.mark.parametrize(
    ("answer", "reason", "said"),
    [
        (f"```diff\n{DIFF}```\nor\n```diff\n{DIFF}```", Reason.UNPARSABLE_ANSWER,
         f"several diffs change {A}: give one"),
        (DIFF.replace("return 1", "return 7"), Reason.APPLY_FAILED, "patch failed"),
        (DIFF.replace("-2,9 +2,13", "-2,9 +2,17"), Reason.APPLY_FAILED,
         "hunk 1 has other lines than its header counts"),
        (DIFF.replace("-2,9 +2,13", "-2,6 +2,10"), Reason.UNPARSABLE_ANSWER,
         "hunk 1 has more lines than its header counts"),
        ("```diff\n" + DIFF.partition("\n+++")[2].partition("\n")[2] + "```",
         Reason.UNPARSABLE_ANSWER, "no file header"),
        (DIFF.replace(A, "../../x"), Reason.POLICY, "path-escape"),
        ("```diff\n-    int f() {\n+    int f(int a) {\n```", Reason.UNPARSABLE_ANSWER,
         "a part of a diff, which is not read"),
        (f"*** Begin Patch\n*** Update File: {A}\n@@\n-a\n+b\n*** End Patch",
         Reason.UNPARSABLE_ANSWER, "an apply_patch envelope, which is not read"),
        (f"{A}\n<<<<<<< SEARCH\n  return 1;\n=======\n  return one();\n>>>>>>> REPLACE",
         Reason.UNPARSABLE_ANSWER, "blocks of SEARCH and REPLACE, which is not read"),
    ],
    ids=[
        "two of one file", "another context", "too many counted", "too few counted", "no names", "out of the tree",
        "no hunk", "apply_patch", "search and replace",
    ],
)  # fmt: skip
def test_what_cannot_be_applied_is_refused_with_the_reason(
    bench: Bench, answer: str, reason: Reason, said: str
) -> None:
    result = bench.resolve(answer=answer)

    assert reason_of(result) is reason
    assert isinstance(result, Rejection)
    assert said in result.details


def test_a_removed_line_that_looks_like_a_header_is_content() -> None:
    diff = "--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n a\n--- b\n c\n"

    assert parts_around_diffs(f"It is:\n{diff}Done.") == [
        (False, "It is:"),
        (True, diff),
        (False, "Done."),
    ]


def test_a_rule_of_markdown_is_no_diff() -> None:
    text = "--- \nint a;\n---\n+++\n"

    assert parts_around_diffs(text) == [(False, text)]


def test_diffs_without_names_are_not_joined() -> None:
    with pytest.raises(PatchError):
        join_diffs(["@@ -1 +1 @@\n-a\n+b\n"])


@pytest.mark.parametrize(
    "unit",
    [
        "--- a\n+++ b\n", "--- a\n", "diff --git a/x b/x\n", "@@ -1 +1 @@\n", "-a\n", "+a\n",
        "-a\n+b\n", " ", "\t--- a\n\t+++ b\n", "@@\n", "<<<<<<< SEARCH\n", "--- a\n+++ b\n@@ -1 +1 @@\n-a\n",
    ],
)  # fmt: skip
def test_the_time_to_find_diffs_grows_with_the_text(unit: str) -> None:
    def work(text: str) -> None:
        parts_around_diffs(text)
        describe_unread_form(text)

    assert growth(work, unit) < LINEAR
