"""A patch and an answer become a commit on their base, or are rejected with the reason."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from tests.support.repository import Repository as Made
from verifier.domain.outcome import Reason
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis
from verifier.errors import InputError, UsageError
from verifier.gates.change.handed_in import Asked
from verifier.gates.change.selection import Selected, Source, SourceKind, open_selected

PATH = "src/main/java/p/A.java"
BASE = """package p;

class A {
    int twice(int n) {
        return n + n;
    }
}
"""
EXTRACTED = """int twice(int n) {
    return sum(n, n);
}

private int sum(int a, int b) {
    return a + b;
}
"""
EXTRACTION = WantedRefactoring.parse("Extract Method:p.A#twice(int)")
PATCH = f"--- a/{PATH}\n+++ b/{PATH}\n@@ -5 +5 @@\n-        return n + n;\n+        return 2 * n;\n"
LINK = """diff --git a/l b/l
new file mode 120000
--- /dev/null
+++ b/l
@@ -0,0 +1 @@
+/etc/passwd
\\ No newline at end of file
"""


@pytest.fixture
def made(make_repository: MakeRepository) -> Made:
    repository = make_repository("subject")
    repository.commit({PATH: BASE}, "base")
    repository.commit({PATH: BASE.replace("class A", "final class A")}, "later")
    return repository


def patched(path: Path, text: str) -> Selected:
    with open_selected(path, Source(kind=SourceKind.PATCH, base="HEAD~1", patch=text)) as (
        _,
        found,
    ):
        return found


def answered(
    path: Path,
    text: str,
    wanted: tuple[WantedRefactoring, ...] = (EXTRACTION,),
    analysis: Callable[[], Analysis] = QuickAnalysis,
) -> tuple[Selected, str]:
    source = Source(kind=SourceKind.ANSWER, base="HEAD~1", answer=text)
    asked = Asked(wanted=wanted, analysis=analysis)
    with open_selected(path, source, asked) as (repository, found):
        return found, (repository.tree(found.head).read(PATH) or b"").decode()


def test_a_text_that_is_not_a_diff_is_a_wrong_input(made: Made) -> None:
    with pytest.raises(InputError, match="not a patch that can be judged: no file header"):
        patched(made.path, "root:x:0:0:root:/root:/bin/bash\n")


@pytest.mark.parametrize(
    ("patch", "reason"),
    [
        (PATCH.replace("n + n", "n - n"), Reason.APPLY_FAILED),
        (PATCH.replace(PATH, "../A.java"), Reason.POLICY),
        (LINK, Reason.POLICY),
    ],
)
def test_a_patch_that_does_not_apply_or_may_not_is_rejected_with_the_reason(
    made: Made, patch: str, reason: Reason
) -> None:
    found = patched(made.path, patch)

    assert found.head == found.base == made.git("rev-parse", "HEAD~1")
    assert found.rejected is not None
    assert found.rejected.reason is reason


@pytest.mark.parametrize("patch", ["", "\n"])
def test_an_empty_patch_is_refused_because_its_writer_may_have_failed(
    made: Made, patch: str
) -> None:
    with pytest.raises(InputError, match="the patch is empty"):
        patched(made.path, patch)


def test_an_answer_is_spliced_into_its_base_and_the_reading_is_noted(made: Made) -> None:
    found, text = answered(made.path, f"```java\n{EXTRACTED}```\n")

    assert (found.name, found.rejected) == ("answer", None)
    assert "return sum(n, n);" in text
    assert "private int sum(int a, int b)" in text
    assert "final" not in text
    (note,) = found.notes
    assert note.startswith("the answer was read as ")
    assert made.git("status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [("I cannot do that.", Reason.UNPARSABLE_ANSWER), ("", Reason.UNPARSABLE_ANSWER)],
)
def test_an_answer_without_code_is_rejected(made: Made, text: str, reason: Reason) -> None:
    found, unchanged = answered(made.path, text)

    assert unchanged == BASE
    assert found.rejected is not None
    assert found.rejected.reason is reason


def test_an_answer_that_repeats_the_base_changes_nothing(made: Made) -> None:
    found, unchanged = answered(made.path, f"```java\n{BASE}```\n")

    assert unchanged == BASE
    assert (found.head, found.rejected) == (found.base, None)


@pytest.mark.parametrize("wanted", [(), (EXTRACTION, EXTRACTION)])
def test_an_answer_is_read_for_exactly_one_refactoring(
    made: Made, wanted: tuple[WantedRefactoring, ...]
) -> None:
    def unopened() -> Analysis:
        raise AssertionError("nothing is to be read")

    with pytest.raises(UsageError, match="needs the one refactoring that was asked for"):
        answered(made.path, EXTRACTED, wanted, unopened)


def test_an_executable_file_stays_one(make_repository: MakeRepository) -> None:
    made = make_repository("subject")
    made.commit({PATH: BASE}, "base")
    (made.path / PATH).chmod(0o755)
    base = made.commit({}, "executable")
    mode = f"diff --git a/{PATH} b/{PATH}\nold mode 100755\nnew mode 100644\n"
    lines = [
        "     int twice(int n) {",
        "-        return n + n;",
        "+        return 2 * n;",
        "     }",
    ]
    patch = f"--- a/{PATH}\n+++ b/{PATH}\n@@ -4,3 +4,3 @@\n" + "\n".join([*lines, ""])
    texts = {
        SourceKind.PATCH: patch,
        SourceKind.ANSWER: f"```java\n{EXTRACTED}```\n",
    }
    asked = Asked(wanted=(EXTRACTION,), analysis=QuickAnalysis)

    for kind, text in texts.items():
        source = Source(kind=kind, patch=text, answer=text)
        with open_selected(made.path, source, asked) as (repository, found):
            (entry,) = repository.list_changed_entries(base, found.head)
            assert (kind, entry.mode) == (kind, "100755")
    with open_selected(made.path, Source(kind=SourceKind.PATCH, patch=mode)) as (repository, found):
        (entry,) = repository.list_changed_entries(base, found.head)
        assert entry.mode == "100644"
