"""Candidates of the same code: one's tests speak for the other, and for nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.builds.base import Builder, BuildOptions, StrategyChoice
from verifier.builds.build_tools import java_tree
from verifier.builds.measurement import open_builder
from verifier.checks.compilation import CompilationCheck
from verifier.checks.tests import TestsCheck
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.sandbox.base import Limits
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git import Repository

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
READS_SOURCES = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class SourceTest {
  @Test void hasASum() throws Exception {
    java.nio.file.Path path = java.nio.file.Paths.get("src", "main", "java", "p", "Calc.java");
    assertTrue(new String(java.nio.file.Files.readAllBytes(path)).contains("sum"));
  }
}
"""
BASE = {"pom.xml": maven_subject.JUPITER, PATH: CALC, RESOURCE: "1", TEST_PATH: TEST}
COMPILED, TESTED = "compile candidate", "test candidate"


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A base with its builder, and what its sandbox was asked to run."""

    repository: Repository
    builder: Builder
    sandbox: CountingSandbox

    def judge(
        self, name: str, files: Mapping[str, str | None], folder: Path, *, same_code: bool = True
    ) -> tuple[CheckResult, list[str]]:
        tree = java_tree(self.repository.tree(self.repository.resolve("HEAD")))
        case = maven_subject.case_of(self.builder, tree, maven_subject.changes(files), folder)
        prediction = Prediction(instance_id="i", model_name_or_path=name, files={})
        case = replace(case, prediction=prediction, same_code=same_code)
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
        counting = CountingSandbox(sandbox=engine, warm=True)
        options = BuildOptions(
            strategy=StrategyChoice.DIRECT,
            cache=cache,
            base_runs=1,
            limits=Limits(wall_seconds=120),
        )
        builder = open_builder(repository, repository.resolve("HEAD"), options, counting)
        builder.measure()
        yield Subject(repository=repository, builder=builder, sandbox=counting)


@pytest.fixture
def subject(engine: DockerSandbox, tmp_path: Path, shared_cache: Path) -> Iterator[Subject]:
    yield from subject_of(BASE, engine, tmp_path, shared_cache)


@pytest.fixture
def reading(engine: DockerSandbox, tmp_path: Path, shared_cache: Path) -> Iterator[Subject]:
    files = {**BASE, "src/test/java/p/SourceTest.java": READS_SOURCES}
    yield from subject_of(files, engine, tmp_path, shared_cache)


RENAMED = {PATH: CALC.replace("sum", "total")}
REWRITTEN = {PATH: CALC.replace("int sum = a + b;\n    return sum;", "return a + b;")}
THE_SAME_LONGER = {PATH: CALC.replace("int sum = a + b;\n    return sum;", "\n\nreturn a\n + b;")}
WRONG = {PATH: CALC.replace("a + b", "a - b")}


def test_the_same_code_has_the_verdict_of_its_own_tests(subject: Subject, tmp_path: Path) -> None:
    # A local variable alone: the base's own tests speak.
    result, labels = subject.judge("renamed", RENAMED, tmp_path)
    assert (result.status, result.data["same_as"], labels) == (Status.PASSED, "base", [COMPILED])

    # Other code, which nobody has judged; then the same in other lines, and others' code again.
    result, labels = subject.judge("first", REWRITTEN, tmp_path)
    assert (result.status, labels) == (Status.PASSED, [COMPILED, TESTED])
    assert "same_as" not in result.data
    result, labels = subject.judge("second", THE_SAME_LONGER, tmp_path)
    assert (result.status, labels) == (Status.PASSED, [COMPILED])
    assert result.data["same_as"] == "i/first/0"
    assert subject.judge("third", WRONG, tmp_path)[0].reason is Reason.TEST_FAILED
    again, labels = subject.judge("fourth", {PATH: WRONG[PATH].replace("sum", "s")}, tmp_path)
    assert (again.reason, again.data["same_as"]) == (Reason.TEST_FAILED, "i/third/0")
    assert labels[0] == COMPILED
    assert again.data["reruns"] == {
        "p.CalcTest#adds": {"base_passed": 1, "candidate_passed": 0, "rounds": 1}
    }

    # Without the switch, each by itself, with the same outcome.
    result, labels = subject.judge("fifth", THE_SAME_LONGER, tmp_path, same_code=False)
    assert (result.status, TESTED in labels) == (Status.PASSED, True)
    assert "same_as" not in result.data


def test_whatever_else_tests_could_see_has_tests_of_its_own(
    subject: Subject, tmp_path: Path
) -> None:
    factor, _ = subject.judge("factor", {**RENAMED, RESOURCE: "2"}, tmp_path)
    assert (factor.reason, "same_as" in factor.data) == (Reason.TEST_FAILED, False)
    more, labels = subject.judge(
        "more", {"src/main/java/p/More.java": "package p;\nclass More {}\n"}, tmp_path
    )
    assert (more.status, TESTED in labels, "same_as" in more.data) == (Status.PASSED, True, False)


def test_where_tests_read_sources_lines_are_no_small_thing(
    reading: Subject, tmp_path: Path
) -> None:
    result, labels = reading.judge("renamed", RENAMED, tmp_path)

    assert (result.reason, TESTED in labels) == (Reason.TEST_FAILED, True)
