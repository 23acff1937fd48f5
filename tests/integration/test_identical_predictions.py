"""Identical predictions share one run of the tests; the same class files do not suffice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox, open_counting_builder
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.checks.compilation import CompilationCheck
from verifier.checks.tests import TestsCheck
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

PATH, RESOURCE = "src/main/java/p/Calc.java", "src/main/resources/factor.txt"
TEST_PATH = "src/test/java/p/CalcTest.java"
CALC = """package p;
public class Calc {
  public int add(int a, int b) {
    int sum = a + b;
    return sum;
  }
}
"""
TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class CalcTest {
  @Test void adds() { assertEquals(3, new Calc().add(1, 2)); }
  @Test void readsTheFactor() throws Exception {
    assertEquals('1', Calc.class.getResourceAsStream("/factor.txt").read());
  }
}
"""
STYLE = """package p;
public class Style {
  /** The longest line of the sources below a folder. */
  public static int longest(String folder) throws java.io.IOException {
    try (java.util.stream.Stream<java.nio.file.Path> all = java.nio.file.Files.walk(java.nio.file.Path.of(folder))) {
      int most = 0;
      for (java.nio.file.Path each : (Iterable<java.nio.file.Path>) all::iterator) {
        if (each.toString().endsWith("Calc.java")) {
          for (String line : java.nio.file.Files.readAllLines(each)) most = Math.max(most, line.length());
        }
      }
      return most;
    }
  }
}
"""
STYLE_TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class StyleTest {{
  @Test void hasShortLines() throws Exception {{ assertTrue({} < 60); }}
}}
"""
READERS = {
    "main code names the folder": 'Style.longest("src/main")',
    "the test walks the project": 'Style.longest(".")',
    "the test asks for the folder": 'Style.longest(System.getProperty("user.dir"))',
    "the test makes the name": 'Style.longest("s" + "rc".trim())',
}
BASE = {
    "pom.xml": maven_subject.JUPITER.replace(">8<", ">11<"),
    PATH: CALC,
    RESOURCE: "1",
    TEST_PATH: TEST,
}
COMPILED, TESTED = "compile candidate", "test candidate"


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A base with its builder, and what its sandbox was asked to run."""

    repository: Repository
    builder: Builder
    sandbox: CountingSandbox

    def judge(
        self, name: str, files: Mapping[str, str | None], folder: Path, *, reuse: bool = True
    ) -> tuple[CheckResult, list[str]]:
        tree = java_tree(self.repository.tree(self.repository.resolve("HEAD")))
        case = maven_subject.case_of(self.builder, tree, maven_subject.changes(files), folder)
        case = replace(case, name=f"i/{name}/0", reuse_identical=reuse)
        before = len(self.sandbox.labels)
        assert CompilationCheck().run(case).status is Status.PASSED
        return TestsCheck().run(case), self.sandbox.labels[before:]


@pytest.fixture(scope="module")
def engine() -> Iterator[DockerSandbox]:
    with DockerSandbox() as opened:
        yield opened


def subject_of(
    files: Mapping[str, str], engine: DockerSandbox, folder: Path, cache: Path
) -> Iterator[Subject]:
    with maven_subject.commit(folder, files) as repository:
        builder, counting = open_counting_builder(repository, engine, cache)
        builder.measure()
        yield Subject(repository=repository, builder=builder, sandbox=counting)


@pytest.fixture
def subject(engine: DockerSandbox, tmp_path: Path, shared_cache: Path) -> Iterator[Subject]:
    yield from subject_of(BASE, engine, tmp_path, shared_cache)


REWRITTEN = {PATH: CALC.replace("int sum = a + b;\n    return sum;", "return a + b;")}
WRONG = {PATH: CALC.replace("a + b", "a - b")}
LONG_COMMENT = (
    "// a comment that no compiler reads and that is longer than any line of this class may be"
)


def test_an_identical_prediction_takes_the_tests_of_the_first(
    subject: Subject, tmp_path: Path
) -> None:
    result, labels = subject.judge("first", REWRITTEN, tmp_path)
    assert (result.status, labels) == (Status.PASSED, [COMPILED, TESTED])
    assert "same_as" not in result.data
    result, labels = subject.judge("second", REWRITTEN, tmp_path)
    assert (result.status, TESTED in labels) == (Status.PASSED, False)
    assert result.data["same_as"] == "i/first/0"

    # A failure is confirmed by reruns of its own.
    assert subject.judge("third", WRONG, tmp_path)[0].reason is Reason.TEST_FAILED
    again, _ = subject.judge("fourth", WRONG, tmp_path)
    assert (again.reason, again.data["same_as"]) == (Reason.TEST_FAILED, "i/third/0")
    assert again.data["reruns"] == {
        "p.CalcTest#adds": {"base_passed": 1, "candidate_passed": 0, "rounds": 1}
    }

    result, labels = subject.judge("fifth", REWRITTEN, tmp_path, reuse=False)
    assert (result.status, TESTED in labels) == (Status.PASSED, True)
    assert "same_as" not in result.data


@pytest.mark.parametrize("asks", READERS.values(), ids=READERS)
def test_the_same_class_files_in_another_text_have_tests_of_their_own(
    engine: DockerSandbox, tmp_path: Path, shared_cache: Path, asks: str
) -> None:
    style = {
        "src/main/java/p/Style.java": STYLE,
        "src/test/java/p/StyleTest.java": STYLE_TEST.format(asks),
    }
    longer = {PATH: REWRITTEN[PATH].replace("return", f"{LONG_COMMENT}\n    return")}
    only_longer = {
        PATH: CALC.replace("int sum", f"{LONG_COMMENT}\n    int total").replace("sum", "total")
    }
    for subject in subject_of({**BASE, **style}, engine, tmp_path, shared_cache):
        assert subject.judge("first", REWRITTEN, tmp_path)[0].status is Status.PASSED
        for name, files in (("second", longer), ("third", only_longer)):
            result, labels = subject.judge(name, files, tmp_path)
            assert (result.reason, TESTED in labels) == (Reason.TEST_FAILED, True)
            assert "same_as" not in result.data
