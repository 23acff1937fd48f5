"""A unified diff is outlined before anything is applied; only what carries no meaning is mended."""

import pytest

from verifier.predictions.patch import MOST_BYTES, MOST_HUNKS, PatchError, read_patch

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
        ("--- a/\ud800", "no valid text"),
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
