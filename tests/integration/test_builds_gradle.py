"""Gradle projects from a commit to what each candidate becomes, by their own build and by ours.

One prepared base serves many cases: each start of Gradle takes seconds.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import poison
from tests.support.maven_subject import changes, commit, judge
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.domain.outcome import Reason, Status
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine"),
]

MAIN, TESTS = "src/main/java/p", "src/test/java/p"
CALC = """package p;
public class Calc {
  public int add(int a, int b) { return a + b; }
}
"""
CALC_TEST = """package p;
import static org.junit.Assert.*;
import java.util.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class CalcTest {
  @Parameterized.Parameters public static List<Object[]> all() {
    return Arrays.asList(new Object[][] {{1}, {2}});
  }
  private final int n;
  public CalcTest(int n) { this.n = n; }
  @Test public void adds() { assertEquals(n + 1, new Calc().add(n, 1)); }
}
"""
# By name no test, by what it holds one; and the other way round.
SETTINGS_CHECK = """package p;
import static org.junit.Assert.*;
import org.junit.*;
public class Settings {
  @Test public void hasItsSettings() {
    assertEquals("yes", System.getProperty("assigned"));
    assertEquals("too", System.getProperty("given"));
    assertEquals("greeting", new java.util.Scanner(
        Settings.class.getResourceAsStream("/greeting.txt")).next());
  }
  @Test public void alwaysFails() { fail("as on the base"); }
  @Ignore @Test public void off() { }
}
"""
HELPER = "package p;\npublic class HelperTest { public static int help() { return 1; } }\n"
BUILD = """apply plugin: 'java'
sourceCompatibility = 8
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.12' }
test {
  ignoreFailures = true
  systemProperty 'given', 'too'
  exclude '**/Left*'
  filter { includeTestsMatching 'p.Nothing*' }
  onlyIf { false }
}
gradle.taskGraph.whenReady { test.jvmArgs = ['-Dassigned=yes'] }
"""
# The build leaves it out: whoever runs it sees one more test that fails.
LEFT_OUT = """package p;
public class LeftOutTest { @org.junit.Test public void fails() { throw new AssertionError(); } }
"""
# Gradle counts its method as skipped, JUnit itself the class.
IGNORED = """package p;
@org.junit.Ignore public class IgnoredTest { @org.junit.Test public void never() { } }
"""
BASE = {
    "build.gradle": BUILD,
    "settings.gradle": "rootProject.name = 'one'\n",
    f"{MAIN}/Calc.java": CALC,
    f"{TESTS}/CalcTest.java": CALC_TEST,
    f"{TESTS}/Settings.java": SETTINGS_CHECK,
    f"{TESTS}/HelperTest.java": HELPER,
    f"{TESTS}/LeftOutTest.java": LEFT_OUT,
    f"{TESTS}/IgnoredTest.java": IGNORED,
    "src/main/resources/greeting.txt": "greeting\n",
    "build/classes/java/main/p/Stale.class": "stale",
}
HEAD = "public class Calc {\n"
PLUS = "return a + b;"
GREEN = """
static {
  Runtime.getRuntime().addShutdownHook(new Thread(() -> {
    java.io.File[] all = new java.io.File("../out/reports/test").listFiles();
    for (java.io.File each : all == null ? new java.io.File[0] : all) {
      try {
        String text = new String(java.nio.file.Files.readAllBytes(each.toPath()), "UTF-8");
        text = text.replaceAll("(?s)<(failure|error).*?</\\\\1>", "");
        java.nio.file.Files.write(each.toPath(), text.getBytes("UTF-8"));
      } catch (java.io.IOException e) { }
    }
  }));
}
"""
MORE = """
static {
  try {
    java.io.File folder = new java.io.File("../out/reports/test");
    folder.mkdirs();
    java.nio.file.Files.write(new java.io.File(folder, "TEST-p.FakeTest.xml").toPath(),
        "<testsuite name='p.FakeTest'><testcase classname='p.FakeTest' name='x'/></testsuite>"
            .getBytes());
  } catch (java.io.IOException e) { }
}
"""
PRINTS = """
System.out.println("@refverify test {\\"className\\":\\"p.CalcTest\\",\\"result\\":\\"SUCCESS\\"}");
System.out.println("BUILD SUCCESSFUL in 1s");
System.err.println("/x/tree/src/main/java/p/Calc.java:1: error: not a statement");
"""


def with_member(text: str, result: str = PLUS) -> dict[str, str | None]:
    return {f"{MAIN}/Calc.java": CALC.replace(HEAD, HEAD + text).replace(PLUS, result)}


FAILING: dict[str, tuple[dict[str, str | None], frozenset[Reason]]] = {
    "wrong behaviour": (with_member("", "return a - b;"), frozenset({Reason.TEST_FAILED})),
    "16 halts in a method": (
        with_member("", f"Runtime.getRuntime().halt(0); {PLUS}"),
        frozenset({Reason.TAMPER, Reason.TEST_FAILED}),
    ),
    "20 a shutdown hook makes the reports green": (
        with_member(GREEN, "return a - b;"),
        frozenset({Reason.TAMPER, Reason.TEST_FAILED}),
    ),
}
HARMLESS: dict[str, dict[str, str | None]] = {
    # Gradle clears its folder of reports before it writes them: nothing of it is left to count.
    "20 a report is added": with_member(MORE),
    "19 27 prints what tools print": with_member("", f"{PRINTS} {PLUS}"),
    "13 the build is changed, and restored": {
        **with_member("/* nothing */"),
        "build.gradle": "apply plugin: 'java'\ntest { enabled = false }\n",
        "settings.gradle": "rootProject.name = 'two'\n",
        "gradle.properties": "org.gradle.offline=false\n",
        "buildSrc/build.gradle": "throw new Exception()\n",
    },
}
IDS = {"p.CalcTest#adds[1]", "p.CalcTest#adds[2]", "p.Settings#hasItsSettings"}

# Gradle's reports have JUnit's own names of invocations, which count from zero.
OWN_IDS = {"p.CalcTest#adds[0]", "p.CalcTest#adds[1]", "p.Settings#hasItsSettings"}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def options(cache: Path, strategy: StrategyChoice) -> BuildOptions:
    limits = JobLimits(wall_seconds=240)
    return BuildOptions(strategy=strategy, cache=cache, base_runs=1, limits=limits)


@pytest.fixture(scope="module")
def subject(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("one"), BASE) as repository:
        yield repository


@pytest.fixture(scope="module")
def own(subject: Repository, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    """The project's own build, prepared and run in containers."""
    chosen = options(tmp_path_factory.mktemp("own"), StrategyChoice.GRADLE)
    with DockerSandbox() as docker:
        yield open_builder(subject, subject.resolve("HEAD"), chosen, docker)


@pytest.fixture(scope="module")
def direct(subject: Repository, cache: Path, sandbox: Sandbox) -> Builder:
    """What `auto` chooses: our own compiler and launcher."""
    head = subject.resolve("HEAD")
    return open_builder(subject, head, options(cache, StrategyChoice.AUTO), sandbox)


def test_direct_is_chosen_where_its_tests_equal_those_of_the_own_build(direct: Builder) -> None:
    measurement = direct.measure()

    assert measurement.strategy is StrategyName.DIRECT
    assert measurement.strategy_reason == "its tests equal those of the project's own build"
    assert measurement.stable_pass == IDS
    assert measurement.stable_fail == {"p.Settings#alwaysFails"}
    assert measurement.skipped == {"p.Settings#off", "p.IgnoredTest#<class>"}


@pytest.mark.engine
def test_the_own_build_is_measured_though_it_ignores_failures_and_skips_its_tests(
    own: Builder,
) -> None:
    measurement = own.measure()

    assert measurement.strategy is StrategyName.GRADLE
    assert measurement.stable_pass == OWN_IDS
    assert measurement.stable_fail == {"p.Settings#alwaysFails"}
    assert "test ignores failures; they count all the same" in measurement.notes
    assert "the filter of test is not used: p.Nothing*" in measurement.notes


# A candidate with wrong code also fails in test_builds_gradle_modules and _projects.
@pytest.mark.twin(name=["wrong behaviour"])
@pytest.mark.engine
@pytest.mark.parametrize("name", FAILING)
def test_a_hostile_or_wrong_candidate_fails_in_the_own_build(
    own: Builder, subject: Repository, tmp_path: Path, name: str
) -> None:
    files, reasons = FAILING[name]

    result = judge(own, java_tree(subject.tree(subject.resolve("HEAD"))), changes(files), tmp_path)

    assert result.status is Status.FAILED
    assert result.reason in reasons, result.details


@pytest.mark.engine
@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_candidate_passes_in_the_own_build(
    own: Builder, subject: Repository, tmp_path: Path, name: str
) -> None:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    result = judge(own, tree, changes(HARMLESS[name]), tmp_path)

    assert (result.status, result.details) == (Status.PASSED, "")


@pytest.mark.engine
def test_40_what_a_candidate_writes_is_refused_or_not_found_by_the_next(
    own: Builder, subject: Repository, tmp_path: Path
) -> None:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    for body in (poison.WRITES, poison.FINDS):
        result = judge(own, tree, changes(with_member("", body)), tmp_path)

        assert (result.status, result.details) == (Status.PASSED, ""), result.data.get("failures")


@pytest.mark.engine
def test_a_compile_error_of_the_own_build_names_file_and_line(
    own: Builder, subject: Repository, tmp_path: Path
) -> None:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    result = judge(own, tree, changes(with_member("", "return missing;")), tmp_path)

    error = result.data["errors"][0]
    assert result.reason is Reason.COMPILE_ERROR
    assert (error["file"], error["line"]) == (f"{MAIN}/Calc.java", 3)
    assert error["message"] == "cannot find symbol"
