"""A unified diff is outlined before anything is applied; only what carries no meaning is mended."""

import pytest

from tests.support.cpu import cpu_seconds
from verifier.predictions.patches.patch import MOST_BYTES, MOST_HUNKS, PatchError, read_patch

PATCH = "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-a\n+b\n"


def test_an_outline_names_files_and_counts_hunks() -> None:
    outline = read_patch(PATCH)

    assert (outline.paths, outline.hunks, outline.text.decode()) == (("A.java",), 1, PATCH)


def test_content_that_looks_like_a_header_is_content() -> None:
    text = "--- a/A.java\n+++ b/A.java\n@@ -1,2 +1,2 @@\n--- b/X.java\n+++ b/X.java\n c\n"

    assert read_patch(text).paths == ("A.java",)


@pytest.mark.parametrize(
    "damaged",
    [
        PATCH.removesuffix("\n"),
        f"```diff\n{PATCH}```\n",
        PATCH.replace(" a/", " ").replace(" b/", " "),
    ],
    ids=["no newline at the end", "in a fence", "names without prefixes"],
)
def test_what_carries_no_meaning_is_mended(damaged: str) -> None:
    assert read_patch(damaged).text.decode() == PATCH


@pytest.mark.parametrize("lost", [1, 2, 3])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_blank_lines_that_were_lost_at_the_end_are_added(ends: str, lost: int) -> None:
    counts = f"@@ -1,{1 + lost} +1,{1 + lost} @@"
    text = PATCH.replace("@@ -1 +1 @@", counts).replace("\n", ends)

    assert read_patch(text).text.decode().endswith(f"-a{ends}+b{ends}{ends * lost}")


@pytest.mark.parametrize("counts", ["-1,5 +1,5", "-1,2 +1,1", "-1,1 +1,3", "-1,999 +1,999"])
def test_other_counts_are_left_to_git(counts: str) -> None:
    text = PATCH.replace("-1 +1", counts)

    assert read_patch(text).text.decode() == text


@pytest.mark.parametrize("line", ["+c", "-c", " c", "++i", "--i"])
def test_a_hunk_that_goes_on_behind_its_count_is_refused(line: str) -> None:
    with pytest.raises(PatchError, match="hunk 1 has more lines than its header counts"):
        read_patch(f"{PATCH}{line}\n")


@pytest.mark.parametrize(
    "behind", ["", "-- \n2.39.0\n", "\nI hope it helps.\n", "@@ -9 +9 @@\n-c\n+d\n", PATCH, "\\ No newline at end of file\n", "\n- a list\n", "  \n"],
)  # fmt: skip
def test_what_may_follow_a_hunk_is_read_as_before(behind: str) -> None:
    assert read_patch(PATCH + behind).miscounted == 0


def test_modes_and_renames_are_noted() -> None:
    text = (
        "diff --git a/old name.java b/new name.java\nold mode 100644\nnew mode 100755\n"
        "rename from old name.java\nrename to new name.java\n"
        "diff --git a/l b/l\nnew file mode 120000\n"
    )
    outline = read_patch(text)

    assert outline.modes == ("100755", "120000")
    assert outline.renames == {"old name.java": "new name.java"}


def test_a_crlf_header_is_the_carriers() -> None:
    outline = read_patch(PATCH.replace("\n", "\r\n"))

    assert outline.paths == ("A.java",)
    assert outline.text.startswith(b"--- a/A.java\n+++ b/A.java\n")
    assert b"-a\r\n" in outline.text


@pytest.mark.parametrize("text", ["", "  \n\n"])
def test_a_blank_text_is_a_patch_without_files(text: str) -> None:
    assert read_patch(text).paths == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I would extract a method.", "no file header"),
        ("x" * (MOST_BYTES + 1), "characters"),
        (PATCH + "@@ -1 +1 @@\n-a\n+b\n" * MOST_HUNKS, "hunks"),
        ("--- a/\ud800", "not valid text"),
    ],
    ids=["prose", "too large", "too many hunks", "lone surrogate"],
)
def test_what_is_no_patch_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(PatchError, match=said):
        read_patch(text)


def test_a_hunk_of_absurd_length_is_no_hunk() -> None:
    outline = read_patch(f"--- a/x\n+++ b/x\n@@ -1,{'9' * 5000} +1 @@\n-a\n")

    assert (outline.paths, outline.hunks) == (("x",), 0)


@pytest.mark.parametrize("name", ["\udcff\udcfe", "\udcd0", "a\udcff", '"\\377\\376"'])
def test_names_that_are_no_utf_8_are_read_with_and_without_prefixes(name: str) -> None:
    plain = name if '"' not in name else "\udcff\udcfe"

    assert read_patch(f"--- {name}\n+++ {name}\n").paths == (plain,)
    assert read_patch(f"diff --git {name} {name}\n").paths == (plain,)


SPACE_AND_LETTER = r"my app/Stra\303\237e.java"
PLAIN_NAME = "my app/Stra\u00dfe.java"


@pytest.mark.parametrize("behind", ["", "\t", "\t2026-01-01 10:00:00", "\t\r"])
@pytest.mark.parametrize("prefix", ["a/", ""])
def test_what_stands_behind_a_closing_quote_is_no_part_of_the_name(
    prefix: str, behind: str
) -> None:
    name = f'"{prefix}{SPACE_AND_LETTER}"'
    outline = read_patch(f"--- {name}{behind}\n+++ {name}{behind}\n@@ -1 +1 @@\n-a\n+b\n")

    assert outline.paths == (PLAIN_NAME,)


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        (f'diff --git "a/{SPACE_AND_LETTER}" "b/{SPACE_AND_LETTER}"', [PLAIN_NAME]),
        (f'diff --git "{SPACE_AND_LETTER}" "{SPACE_AND_LETTER}"', [PLAIN_NAME]),
        (f'diff --git a/p q.java "b/{SPACE_AND_LETTER}"', ["p q.java", PLAIN_NAME]),
        (f'diff --git "a/{SPACE_AND_LETTER}" b/p q.java', [PLAIN_NAME, "p q.java"]),
        (r'diff --git "a/x \"y\".java" "b/x \"y\".java"', ['x "y".java']),
        (r'diff --git "a/tab\there.java" "b/tab\there.java"', ["tab\there.java"]),
        (f'rename from "{SPACE_AND_LETTER}"', [PLAIN_NAME]),
        (f'copy to "{SPACE_AND_LETTER}"', [PLAIN_NAME]),
        ("rename to p q.java", ["p q.java"]),
        ("--- a/p q.java\t", ["p q.java"]),
    ],
)
def test_names_are_read_with_their_blanks_and_quotes(line: str, paths: list[str]) -> None:
    assert list(read_patch(f"{line}\n").paths) == paths


def test_a_quoted_name_without_prefixes_keeps_its_quotes() -> None:
    name = f'"{SPACE_AND_LETTER}"'
    text = read_patch(f"diff --git {name} {name}\nold mode 100644\nnew mode 100755\n").text

    assert text.startswith(f'diff --git "a/{SPACE_AND_LETTER}" "b/{SPACE_AND_LETTER}"\n'.encode())


@pytest.mark.parametrize("name", ['"a/x', '"', '"a/x\\', '"a/x" "', '""', '"a/\\777"'])
def test_a_name_whose_quotes_do_not_close_is_read_somehow(name: str) -> None:
    for line in (f"--- {name}", f"diff --git {name}", f"rename from {name}"):
        read_patch(f"--- a/A.java\n+++ b/A.java\n{line}\n")


@pytest.mark.parametrize("line", ['--- "', "diff --git ", 'diff --git "', "rename from "])
@pytest.mark.parametrize("rest", ["\\a", '"', ' "', "\t", '" "'])
def test_the_time_for_a_long_name_grows_with_its_length_alone(line: str, rest: str) -> None:
    text = f"--- a/A.java\n+++ b/A.java\n{line}{rest * 500_000}\n"

    assert cpu_seconds(lambda: read_patch(text)) < 2


def test_a_mark_in_front_of_the_whole_patch_is_the_carriers() -> None:
    assert read_patch("\ufeff" + PATCH).text.decode() == PATCH
