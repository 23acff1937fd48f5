"""A class with a test, for commits that differ in Java sources alone; and two builders of one commit that must agree."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.support import maven_subject
from verifier.builds.base import Builder
from verifier.domain.outcome import CheckResult
from verifier.domain.source import Tree

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


def verdicts(builders: Sequence[Builder], tree: Tree, folder: Path) -> Iterator[list[object]]:
    """What each builder makes of a few candidates: an equal one, a failing one, a broken one, another that passes."""
    for number, text in enumerate(_BODIES):
        candidate = maven_subject.changes({CODE_PATH: CODE.replace("return 1", text)})
        seen: list[object] = []
        for each, builder in enumerate(builders):
            place = folder / f"{number}-{each}"
            place.mkdir()
            seen.append(_said(maven_subject.judge(builder, tree, candidate, place)))
        yield seen


def _said(result: CheckResult) -> tuple[object, ...]:
    return result.check, result.status, result.reason, result.details
