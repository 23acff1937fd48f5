"""A class with a test, for commits that differ only in Java sources, and the comparison of two
builders of one commit.
"""

from dataclasses import replace
from pathlib import Path

from tests.support import maven_subject
from verifier.builds.builder import Builder
from verifier.domain.outcome import CheckResult
from verifier.domain.source import JavaTree

CODE = "package p;\npublic class Code { public int one() { return 1; } }\n"
TEST = """package p;
import static org.junit.Assert.*;
public class CodeTest {
  @org.junit.Test public void isOne() { assertEquals(1, new Code().one()); }
}
"""
HEAD = "public class CodeTest {\n"
ANOTHER = "  @org.junit.Test public void isNotTwo() { assertNotEquals(2, new Code().one()); }\n"
MORE = TEST.replace(HEAD, HEAD + ANOTHER)
CODE_PATH, TEST_PATH = "src/main/java/p/Code.java", "src/test/java/p/CodeTest.java"
SOURCES = {CODE_PATH: CODE, TEST_PATH: TEST, "src/main/resources/a.txt": "a\n"}
EQUAL = "its tests equal those of the project's own build"
OFFLINE = ["compile base", "test base"]

_BODIES = ("return 1", "return 2", "return one", "return 3 - 2")


def assert_agree(lent: Builder, alone: Builder, tree: JavaTree, folder: Path) -> None:
    """Check that a builder that borrows and one that does not agree on the base and some
    candidates: equal ones, and ones that fail, do not compile, or pass with other code.
    """
    measured, by_itself = lent.measure(), alone.measure()
    assert measured.stable_pass == {"p.CodeTest#isOne", "p.CodeTest#isNotTwo"}
    assert measured.strategy_reason == f"{EQUAL} on a commit that is built the same way"
    assert by_itself.strategy_reason == EQUAL
    assert replace(measured, strategy_reason="", seconds=0) == replace(
        by_itself, strategy_reason="", seconds=0
    )
    for number, text in enumerate(_BODIES):
        candidate = maven_subject.changes({CODE_PATH: CODE.replace("return 1", text)})
        seen = []
        for each, builder in enumerate((lent, alone)):
            place = folder / f"{number}-{each}"
            place.mkdir()
            seen.append(_view_of(maven_subject.judge(builder, tree, candidate, place)))
        assert seen[0] == seen[1]


def _view_of(result: CheckResult) -> tuple[object, ...]:
    return result.check, result.status, result.reason, result.details
