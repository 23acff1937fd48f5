"""Our own diff is made in time, whatever the lines are."""

from tests.support.answers import MemoryTree
from tests.support.cpu import cpu_seconds
from verifier.domain.source import FileChange
from verifier.predictions.patches.unified_diff import write_diff


def diff(before: str, after: str) -> str:
    base = MemoryTree.of({"A.java": before})
    return write_diff(base, [FileChange(path="A.java", content=after.encode())])


def test_lines_that_are_equal_stay_between_those_that_are_not() -> None:
    assert diff("a\n}\nb\n", "a\n}\nc\n") == (
        "diff --git a/A.java b/A.java\n--- a/A.java\n+++ b/A.java\n@@ -1,3 +1,3 @@\n a\n }\n-b\n+c\n"
    )


def test_closing_braces_among_new_lines_are_one_block() -> None:
    before = "{\n}\n" * 700
    after = "".join(f"}}\nint a{n};\n" for n in range(1300))

    assert cpu_seconds(lambda: diff(before, after)) < 3
    assert diff(before, after).count("@@ -") == 1
