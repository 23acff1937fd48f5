"""Methods that the benchmark extracts on any revision, so that it has refactorings of a known outcome there."""

from pathlib import Path

import pytest

from bench.extraction import commit_extractions, extract
from tests.support.repository import Repository as Made
from verifier.analysis.pool import AnalysisPool
from verifier.domain.source import SourceTrees
from verifier.errors import VerifierError

CLAMP = """package p;
public class Clamp {
    /** Within the limit. */
    public static <T extends Number> int within(T value, final int limit) throws Exception {
        if (limit < 0) {
            throw new Exception("no limit");
        }
        int found = value.intValue();
        return Math.min(found, limit);
    }
}
"""
EXTRACTED = """package p;
public class Clamp {
    /** Within the limit. */
    public static <T extends Number> int within(T value, final int limit) throws Exception {
        if (limit < 0) {
            throw new Exception("no limit");
        }
        return withinRest(value, limit);
    }

    private static <T extends Number> int withinRest(T value, final int limit) throws Exception {
        int found = value.intValue();
        return Math.min(found, limit);
    }
}
"""
PATH = "src/main/java/p/Clamp.java"
UNFIT = {
    "else": "int a(int b) { if (b > 0) { b = 1; } else { b = 2; } b = b + b + b; return b; }",
    "no block": "int a(int b) { if (b > 0) b = 1; b = b + b + b; return b; }",
    "nothing behind": "int a(int b) { if (b > 0) { return 1; } return 2; }",
    "another beginning": "int a(int b) { b = 3; if (b > 0) { b = 1; } b = b + b; return b; }",
    "an array": "int a(int b[]) { if (b == null) { b = null; } b = null; b = null; return 2; }",
    "a lock": "synchronized int a(int b) { if (b > 0) { b = 1; } b = b + b + b; return b; }",
}


def apply_change(text: str, analysis: AnalysisPool) -> str | None:
    (member,) = [m for t in analysis.parse(text).types for m in t.members if m.method is not None]
    return extract(text, member)


def test_what_follows_a_first_if_becomes_a_method(analysis: AnalysisPool) -> None:
    assert apply_change(CLAMP, analysis) == EXTRACTED


def test_it_is_seen_as_an_extracted_method(analysis: AnalysisPool) -> None:
    folders = frozenset({"src", "src/main", "src/main/java", "src/main/java/p"})
    trees = SourceTrees(
        before={PATH: CLAMP},
        after={PATH: EXTRACTED},
        directories_before=folders,
        directories_after=folders,
    )

    (found,) = analysis.detect(trees).refactorings

    assert str(found.type) == "Extract Method"


@pytest.mark.parametrize("method", UNFIT.values(), ids=UNFIT)
def test_methods_of_another_shape_stay(method: str, analysis: AnalysisPool) -> None:
    assert apply_change(f"package p;\nclass C {{ {method} }}\n", analysis) is None


def test_a_commit_on_the_revision_changes_tested_classes_alone(tmp_path: Path) -> None:
    made = Made.create(tmp_path / "project")
    other = PATH.replace("Clamp", "Other")
    files = {PATH: CLAMP, other: CLAMP, "src/test/java/p/ClampTest.java": "class ClampTest {}\n"}
    base = made.commit(files)
    made.commit({PATH: "package p;\n"})

    clone, parent, commit = commit_extractions(made.path, "HEAD~1", tmp_path)

    assert parent == base
    assert Made(clone).git("diff", "--name-only", base, commit) == PATH
    assert Made(clone).git("show", f"{commit}:{PATH}") == EXTRACTED.strip()


def test_where_nothing_can_be_extracted_that_is_said(tmp_path: Path) -> None:
    made = Made.create(tmp_path / "project")
    made.commit({PATH: CLAMP})

    with pytest.raises(VerifierError, match="no tested class"):
        commit_extractions(made.path, "HEAD", tmp_path)
