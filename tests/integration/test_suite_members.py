"""A build that names one suite: its tests run one by one in the search for a failure and when it is repeated."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.domain.outcome import CheckResult, Reason
from verifier.domain.testrun import TestsUntil
from verifier.sandbox.base import Job, JobLimits, JobResult
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
CALC = """package p;
public class Calc {
  static int mode = Integer.getInteger("mode", 0);
  public int add(int a, int b) { return a + b; }
  public int twice(int a) { return a * 2; }
  public int inMode(int a) { return a; }
}
"""
FAR = """package p;
public class Far { public int one() { return 1; } }
"""
JUNIT4 = """package p;
import static org.junit.Assert.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.*;
"""
SUITE = "@RunWith(Suite.class) @Suite.SuiteClasses({{{members}}}) public class {name} {{ {more} }}"
SOURCES = {
    "AddTest": """public class AddTest {
      @Test public void adds() { assertEquals(3, new Calc().add(1, 2)); }
      @Test public void addsZero() { assertEquals(1, new Calc().add(1, 0)); }
    }""",
    "TwiceTest": """public class TwiceTest {
      @Test public void doubles() { assertEquals(4, new Calc().twice(2)); }
    }""",
    # Of a suite that sets the scene: what it shows by itself is another thing.
    "ModeTest": """public class ModeTest {
      @Test public void keeps() { assertEquals(5, new Calc().inMode(5)); }
      @Test public void isSet() { Assume.assumeTrue(Calc.mode == 1); assertEquals(2, new Calc().inMode(2)); }
    }""",
    "FarTest": """public class FarTest {
      @Test public void one() { assertEquals(1, new Far().one()); }
    }""",
    "AllTests": SUITE.format(name="AllTests", members="Inner.class, FarTest.class", more=""),
    "Inner": SUITE.format(name="Inner", members="Innermost.class, Scene.class", more=""),
    "Innermost": SUITE.format(
        name="Innermost",
        # One of them comes a second time.
        members="AddTest.class, TwiceTest.class, TwiceTest.class",
        more="",
    ),
    "Scene": SUITE.format(
        name="Scene",
        members="ModeTest.class",
        more="@BeforeClass public static void set() { Calc.mode = 1; }",
    ),
}
ONE_LINE = """<version>3.2.5</version>
        <configuration><includes><include>p/AllTests.java</include></includes></configuration>"""
ALL = ["p.AddTest", "p.FarTest", "p.ModeTest", "p.TwiceTest"]
_TEST = re.compile(rb'"event":"test","id":"([^"#]+)#')


@dataclass(frozen=True, kw_only=True)
class Watching(CountingSandbox):
    """Also keeps how many tests each job ran of each class, by what its launchers said."""

    ran: list[tuple[str, Mapping[str, int]]] = field(default_factory=list)

    def run(self, job: Job) -> JobResult:
        result = super().run(job)
        names = [name.decode() for name in _TEST.findall(result.output)]
        if names:
            self.ran.append((job.label, {name: names.count(name) for name in sorted(set(names))}))
        return result


@dataclass(frozen=True, kw_only=True)
class Subject:
    repository: Repository
    builder: Builder
    sandbox: Watching

    def judge(
        self, old: str, new: str, folder: Path, until: TestsUntil
    ) -> tuple[CheckResult, list[tuple[str, Mapping[str, int]]]]:
        """The verdict on Calc with this edit, and which tests ran for it in which job."""
        tree = java_tree(self.repository.tree(self.repository.resolve("HEAD")))
        self.sandbox.ran.clear()
        made = maven_subject.changes({f"{MAIN}/Calc.java": CALC.replace(old, new)})
        return maven_subject.judge(self.builder, tree, made, folder, until=until), [
            *self.sandbox.ran
        ]


PLATFORM = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
import org.junit.platform.suite.api.*;
"""
PLATFORM_SOURCES = {
    "AddTest": SOURCES["AddTest"],
    "FarTest": SOURCES["FarTest"],
    "AllTests": "@Suite @SelectClasses({Inner.class, FarTest.class}) public class AllTests {}",
    "Inner": "@Suite @SelectClasses(AddTest.class) public class Inner {}",
}
PLATFORM_SUITES = """<dependencies>
    <dependency>
      <groupId>org.junit.platform</groupId>
      <artifactId>junit-platform-suite</artifactId>
      <version>1.10.5</version>
      <scope>test</scope>
    </dependency>"""


def files_of(pom: str, imports: str, sources: Mapping[str, str]) -> dict[str, str | bytes | None]:
    return {
        "pom.xml": pom.replace("<version>3.2.5</version>", ONE_LINE),
        f"{MAIN}/Calc.java": CALC,
        f"{MAIN}/Far.java": FAR,
        **{f"{TESTS}/{name}.java": imports + text for name, text in sources.items()},
    }


@contextmanager
def open_folder(
    folder: Path, cache: Path, files: Mapping[str, str | bytes | None]
) -> Iterator[Subject]:
    with maven_subject.commit(folder, files) as repository, DockerSandbox() as box:
        watching = Watching(sandbox=box, warm=True)
        options = BuildOptions(
            strategy=StrategyChoice.DIRECT,
            cache=cache,
            base_runs=1,
            limits=JobLimits(wall_seconds=120),
        )
        builder = open_builder(repository, repository.resolve("HEAD"), options, watching)
        builder.measure_whole()
        yield Subject(repository=repository, builder=builder, sandbox=watching)


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Iterator[Subject]:
    files = files_of(maven_subject.JUNIT4, JUNIT4, SOURCES)
    with open_folder(tmp_path_factory.mktemp("suites"), shared_cache, files) as made:
        yield made


ADDS = "return a + b;"
WRONG = [
    pytest.param(ADDS, "return a - b;", "p.AddTest#adds", id="a member three suites deep"),
    pytest.param("return a * 2;", "return a * 3;", "p.TwiceTest#doubles", id="one that runs twice"),
    pytest.param("return a;", "return a + 1;", "p.ModeTest#keeps", id="one that needs its suite"),
    # By itself this one is skipped, on the base too.
    pytest.param(
        "return a;", "return mode == 1 ? a + 1 : a;", "p.ModeTest#isSet", id="fails there alone"
    ),
    pytest.param("return a;", "return mode == 1 ? a : a + 1;", "", id="passes there alone"),
    pytest.param(ADDS, "int c = a; return c + b;", "", id="right"),
]


@pytest.mark.parametrize(("old", "new", "failed"), WRONG)
def test_the_verdict_is_that_of_the_whole_suite(
    subject: Subject, old: str, new: str, failed: str, tmp_path: Path
) -> None:
    whole, _ = subject.judge(old, new, tmp_path, TestsUntil.ALL)
    early, _ = subject.judge(old, new, tmp_path, TestsUntil.FIRST_FAILURE)

    assert (early.status, early.reason) == (whole.status, whole.reason)
    assert whole.reason is (Reason.TEST_FAILED if failed else None), whole.details
    assert failed in whole.details


def test_a_failure_near_the_change_runs_one_class_and_not_the_suite(
    subject: Subject, tmp_path: Path
) -> None:
    result, jobs = subject.judge(ADDS, "return a - b + 0;", tmp_path, TestsUntil.FIRST_FAILURE)

    assert result.reason is Reason.TEST_FAILED
    assert [label for label, _ in jobs if label != "test base"] == ["near candidate"]
    # What ran before the failure, then three rounds of at most both sides.
    assert jobs[0][1]["p.AddTest"] <= 2 + 2 * 3 * 2
    assert "p.FarTest" not in jobs[0][1]


def test_what_failed_in_the_suite_runs_again_by_itself(subject: Subject, tmp_path: Path) -> None:
    result, jobs = subject.judge(ADDS, "return a - b - 0;", tmp_path, TestsUntil.ALL)

    assert result.reason is Reason.TEST_FAILED
    (label, whole), *rounds = jobs
    assert (label, sorted(whole)) == ("test candidate", ALL)
    assert "test candidate" in dict(rounds)
    assert all(ran == {"p.AddTest": 2} for _, ran in rounds)


def test_what_is_no_member_runs_again_in_the_whole_suite(subject: Subject, tmp_path: Path) -> None:
    result, jobs = subject.judge("return a;", "return a - 1;", tmp_path, TestsUntil.FIRST_FAILURE)

    assert result.reason is Reason.TEST_FAILED
    assert {tuple(sorted(ran)) for label, ran in jobs if label == "test candidate"} == {tuple(ALL)}


def test_suites_of_junit_platform_do_nothing_but_name_either(
    tmp_path: Path, shared_cache: Path
) -> None:
    pom = maven_subject.JUPITER.replace("<dependencies>", PLATFORM_SUITES)
    files = files_of(pom, PLATFORM, PLATFORM_SOURCES)
    with open_folder(tmp_path, shared_cache, files) as subject:
        whole, all_jobs = subject.judge(ADDS, "return a - b;", tmp_path, TestsUntil.ALL)
        early, near_jobs = subject.judge(ADDS, "return a - b;", tmp_path, TestsUntil.FIRST_FAILURE)

    assert whole.reason is early.reason is Reason.TEST_FAILED
    assert [sorted(ran) for _, ran in all_jobs][:2] == [["p.AddTest", "p.FarTest"], ["p.AddTest"]]
    assert [sorted(ran) for _, ran in near_jobs][:1] == [["p.AddTest"]]
