"""`--tests first-failure`: one job shows what a whole run and six rounds show, and the verdict is the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox, open_counting_builder
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import BaseBuilder
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import TestsUntil
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
CALC = """package p;
public class Calc {
  public static int calls;
  public int add(int a, int b) { return a + b; }
}
"""
OTHER = "package p;\npublic class Other { public int two() { return new Calc().add(1, 1); } }\n"
JUPITER = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
"""
JUNIT4 = """package p;
import static org.junit.Assert.*;
import org.junit.*;
"""
CALC_TEST = """{imports}
public class CalcTest {{
  @Test public void adds() {{ assertEquals(3, new Calc().add(1, 2)); }}
  @Test public void addsZero() {{ assertEquals(1, new Calc().add(1, 0)); }}
  @Test public void failsAnyway() {{ fail("as on the base"); }}
  @Test public void readsItsData() throws Exception {{
    assertTrue(new java.io.File("src/test/resources/data.txt").isFile());
  }}
}}
"""
OTHER_TEST = """{imports}
public class AnOtherTest {{
  @Test public void countsTwo() {{ assertEquals(2, new Other().two()); }}
}}
"""
PLUS = "return a + b;"
NOTICES = """<testResources>
      <testResource><directory>src/test/resources</directory></testResource>
      <testResource>
        <directory>${basedir}</directory>
        <targetPath>META-INF</targetPath>
        <includes><include>NOTICE.txt</include></includes>
      </testResource>
    </testResources>
    <plugins>"""
"""As many projects have it: the tree itself is a folder of resources, and so it is watched."""


def files_of(pom: str, imports: str) -> dict[str, str | bytes | None]:
    return {
        "pom.xml": pom.replace("<plugins>", NOTICES),
        "NOTICE.txt": "of whom it is",
        f"{MAIN}/Calc.java": CALC,
        f"{MAIN}/Other.java": OTHER,
        f"{TESTS}/CalcTest.java": CALC_TEST.format(imports=imports),
        f"{TESTS}/AnOtherTest.java": OTHER_TEST.format(imports=imports),
        "src/test/resources/data.txt": "data",
    }


def with_statement(text: str, result: str = PLUS) -> Mapping[str, str | None]:
    return {f"{MAIN}/Calc.java": CALC.replace(PLUS, f"{text}\n{result}")}


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A base with its builder, and what its sandbox was asked to run."""

    repository: Repository
    builder: Builder
    sandbox: CountingSandbox

    def judge(
        self, files: Mapping[str, str | None], folder: Path, until: TestsUntil
    ) -> tuple[CheckResult, list[str]]:
        tree = java_tree(self.repository.tree(self.repository.resolve("HEAD")))
        before = len(self.sandbox.labels)
        what = maven_subject.changes(files)
        result = maven_subject.judge(self.builder, tree, what, folder, until=until)
        return result, self.sandbox.labels[before:]

    def bases_rounds(self, name: str) -> int:
        """How many rounds of a class of the base are there for everybody."""
        assert isinstance(self.builder, BaseBuilder)
        return len(self.builder._base_rounds().all_of(name))


@pytest.fixture(autouse=True, scope="module")
def _one_round() -> Iterator[None]:
    """Whole runs have one round; those that end early have all of theirs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.checks.tests.ROUNDS", 1)
        yield


@pytest.fixture(scope="module", params=["jupiter", "junit4"])
def subject(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shared_cache: Path
) -> Iterator[Subject]:
    pom, imports = {
        "jupiter": (maven_subject.JUPITER, JUPITER),
        "junit4": (maven_subject.JUNIT4, JUNIT4),
    }[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    with maven_subject.commit(folder, files_of(pom, imports)) as repository, DockerSandbox() as box:
        builder, counting = open_counting_builder(repository, box, shared_cache)
        builder.measure_whole()
        yield Subject(repository=repository, builder=builder, sandbox=counting)


SKIP = """
Throwable skip = null;
for (String name : new String[] {"org.opentest4j.TestAborted", "org.junit.AssumptionViolated"}) {
  try {
    Class<?> type = Class.forName(name + "Exception");
    skip = (Throwable) type.getConstructor(String.class).newInstance("no");
  } catch (ReflectiveOperationException e) { }
}
Calc.<RuntimeException>sneak(skip);
"""
SNEAK = (
    "}\nstatic <T extends Throwable> void sneak(Throwable t) throws T { if (t != null) throw (T) t;"
)
EMPTIES = """
try { new java.io.FileWriter("src/test/resources/data.txt").close(); } catch (java.io.IOException e) { }
"""
WRITES_BESIDE = """
try { new java.io.File("left-behind.txt").createNewFile(); } catch (java.io.IOException e) { }
"""
ONCE = """
try {
  if (new java.io.File("/tmp/once").createNewFile()) return -1;
} catch (java.io.IOException e) { }
"""
REMOVES_PLANS = """
java.io.File[] plans = new java.io.File("../plans").listFiles();
for (java.io.File each : plans == null ? new java.io.File[0] : plans) each.delete();
"""
CASES: dict[str, tuple[Mapping[str, str | None], Reason | None]] = {
    "accepted": (with_statement("int c = a;", "return c + b;"), None),
    "wrong": (with_statement("", "return a - b;"), Reason.TEST_FAILED),
    "throws": (with_statement("if (b == 0) throw new Error();"), Reason.TEST_FAILED),
    "initialiser": (
        with_statement("", PLUS + "}\nstatic { if (calls == 0) throw new IllegalStateException();"),
        Reason.TEST_FAILED,
    ),
    "skips": (with_statement(SKIP, PLUS + SNEAK), Reason.TEST_MISSING),
    "ends the JVM": (with_statement("Runtime.getRuntime().halt(0);"), Reason.TAMPER),
    "writes to the tests": (with_statement(EMPTIES), Reason.TAMPER),
    "writes into the tree itself": (
        with_statement(WRITES_BESIDE, "return a - b;"),
        Reason.TAMPER,
    ),
    "fails in a fresh container alone": (with_statement(ONCE), Reason.TEST_FAILED),
    "removes the plans of its rounds": (
        with_statement(REMOVES_PLANS, "return a - b;"),
        Reason.TEST_FAILED,
    ),
}


OF_ANY_FRAMEWORK = (
    "accepted",
    "throws",
    "writes to the tests",
    "writes into the tree itself",
    "fails in a fresh container alone",
    "removes the plans of its rounds",
)


@pytest.mark.twin(subject=["junit4"], name=OF_ANY_FRAMEWORK)
@pytest.mark.parametrize("name", CASES)
def test_status_and_reason_are_those_of_the_whole_run(
    subject: Subject, name: str, tmp_path: Path
) -> None:
    files, reason = CASES[name]

    whole, _ = subject.judge(files, tmp_path, TestsUntil.ALL)
    early, _ = subject.judge(files, tmp_path, TestsUntil.FIRST_FAILURE)

    assert (early.status, early.reason) == (whole.status, whole.reason)
    assert whole.reason is reason, whole.details


def test_a_failure_takes_one_job_to_compile_and_one_to_show_it(
    subject: Subject, tmp_path: Path
) -> None:
    files, _ = CASES["wrong"]

    result, labels = subject.judge(files, tmp_path, TestsUntil.FIRST_FAILURE)

    # The base's rounds may be run for those to come.
    asked = [label for label in labels if label != "test base"]
    assert asked[-1] == "near candidate"
    assert set(asked[:-1]) <= {"compile candidate"}
    assert result.details == f"1 failed: p.CalcTest#adds; {result.data['not_run']} more not run"
    assert result.data["complete"] is False
    # Of four stable tests one has failed, and the test of the other class comes behind.
    assert result.data["not_run"] in {1, 2, 3}
    assert result.data["seen"]["passed"] == 3 - result.data["not_run"]


@pytest.mark.twin(subject=["junit4"])
def test_from_the_third_failure_of_a_class_on_the_base_runs_no_more(
    subject: Subject, tmp_path: Path
) -> None:
    seen = []
    for number in range(1, 5):
        files = with_statement("", f"return a - b - {number};")
        result, labels = subject.judge(files, tmp_path, TestsUntil.FIRST_FAILURE)
        seen.append((result.status, result.reason, result.data["reruns"]))
    assert seen == [seen[0]] * 4
    assert set(labels) == {"compile candidate", "near candidate"}
    assert subject.bases_rounds("p.CalcTest") == 3


@pytest.mark.twin(subject=["junit4"])
def test_what_no_near_test_shows_takes_the_whole_run(subject: Subject, tmp_path: Path) -> None:
    result, labels = subject.judge(
        {f"{MAIN}/Unused.java": "package p;\npublic class Unused {}\n"},
        tmp_path,
        TestsUntil.FIRST_FAILURE,
    )

    assert result.status is Status.PASSED
    assert labels == ["compile candidate", "test candidate"]
    assert "not_run" not in result.data
