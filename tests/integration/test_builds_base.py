"""Bases that cannot be measured, old projects, and one more generation of JUnit."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import BaseMeasurement
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.builds.preparing.preparation import prepare
from verifier.builds.speedups import Speedup
from verifier.domain.outcome import Reason
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import find_jdks, in_order_of_choice

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

CODE = "package p;\npublic class Code { public int one() { return 1; } }\n"
CODE_PATH = "src/main/java/p/Code.java"
OLD_TEST = """package p;
import static org.junit.Assert.*;
import java.util.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class CodeTest {
  @Parameterized.Parameters(name = "with {0}")
  public static List<Object[]> all() { return Arrays.asList(new Object[][] {{1}, {2}}); }
  private final int n;
  public CodeTest(int n) { this.n = n; }
  @Test public void isOne() { assertEquals(1, new Code().one()); }
  @Test public void assumes() { Assume.assumeTrue(n == 1); }
}
"""
OLDER_TEST = """package p;
import junit.framework.TestCase;
public class OlderTest extends TestCase {
  public void testOne() { assertEquals(1, new Code().one()); }
}
"""
SETUP_TEST = """package p;
import org.junit.*;
public class SetUpTest {
  @BeforeClass public static void before() { Assert.assertEquals(1, new Code().one()); }
  @Test public void first() { }
  @Test public void second() { }
}
"""
JUNIT4 = {
    "pom.xml": maven_subject.JUNIT4,
    CODE_PATH: CODE,
    "src/test/java/p/CodeTest.java": OLD_TEST,
    "src/test/java/p/OlderTest.java": OLDER_TEST,
    "src/test/java/p/SetUpTest.java": SETUP_TEST,
}
JUNIT4_IDS = {
    "p.CodeTest#isOne[1]",
    "p.CodeTest#isOne[2]",
    "p.CodeTest#assumes[1]",
    "p.OlderTest#testOne",
    "p.SetUpTest#first",
    "p.SetUpTest#second",
}
LEVELS = "<maven.compiler.source>8</maven.compiler.source>"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return maven_subject.cache_with(libraries, tmp_path_factory.mktemp("builds") / "cache")


def options(cache: Path, strategy: StrategyChoice, seconds: float = 180) -> BuildOptions:
    limits = JobLimits(wall_seconds=seconds)
    return BuildOptions(strategy=strategy, cache=cache, base_runs=1, limits=limits)


def measure(
    folder: Path,
    files: Mapping[str, str],
    cache: Path,
    sandbox: Sandbox,
    strategy: StrategyChoice = StrategyChoice.DIRECT,
) -> BaseMeasurement:
    with maven_subject.commit(folder, files) as repository:
        commit = repository.resolve("HEAD")
        return open_builder(repository, commit, options(cache, strategy), sandbox).measure()


@pytest.fixture(scope="module")
def oldest() -> int:
    """The JDK that is chosen here for level 8 without a declaration."""
    return in_order_of_choice(find_jdks(), declared={}, level=8)[0].feature


@pytest.fixture(scope="module")
def junit4(tmp_path_factory: pytest.TempPathFactory, oldest: int) -> Iterator[Repository]:
    steps = f"jobs: {{build: {{steps: [{{with: {{java-version: {oldest}}}}}]}}}}\n"
    files = {**JUNIT4, ".github/workflows/build.yml": steps}
    with maven_subject.commit(tmp_path_factory.mktemp("junit4"), files) as repository:
        yield repository


def test_auto_takes_direct_where_it_shows_the_projects_own_tests(
    junit4: Repository, cache: Path, sandbox: Sandbox, oldest: int
) -> None:
    chosen = options(cache, StrategyChoice.AUTO)
    measured = open_builder(junit4, junit4.resolve("HEAD"), chosen, sandbox).measure()

    assert measured.strategy is StrategyName.DIRECT
    assert measured.strategy_reason == "its tests equal those of the project's own build"
    assert (
        measured.jdk_reason == f"the project declares Java {oldest} (.github/workflows/build.yml)"
    )
    assert measured.stable_pass == JUNIT4_IDS
    assert measured.skipped == {"p.CodeTest#assumes[2]"}


def test_junit_3_is_run_by_itself(tmp_path: Path, cache: Path, sandbox: Sandbox) -> None:
    failing = OLDER_TEST.replace("OlderTest", "FailingTest").replace("(1,", "(2,")
    files = {
        "pom.xml": maven_subject.JUNIT3,
        CODE_PATH: CODE,
        "src/test/java/p/OlderTest.java": OLDER_TEST,
        "src/test/java/p/FailingTest.java": failing,
    }

    measured = measure(tmp_path, files, cache, sandbox, StrategyChoice.AUTO)

    assert measured.strategy is StrategyName.DIRECT
    assert measured.strategy_reason == "its tests equal those of the project's own build"
    assert measured.stable_pass == {"p.OlderTest#testOne"}
    (counts, *_) = measured.runs
    assert counts is not None
    assert (counts.passed, counts.failed) == (1, 1)


def test_a_measurement_is_made_once_and_read_again(
    junit4: Repository, cache: Path, sandbox: Sandbox
) -> None:
    chosen = options(cache, StrategyChoice.DIRECT)
    first = open_builder(junit4, junit4.resolve("HEAD"), chosen, sandbox).measure()
    files = sorted((cache / "measurements").iterdir())
    stamps = [file.stat().st_mtime_ns for file in files]

    assert open_builder(junit4, junit4.resolve("HEAD"), chosen, sandbox).measure() == first
    assert [file.stat().st_mtime_ns for file in files] == stamps


def test_a_build_tool_that_was_moved_serves_what_was_prepared_with_it(
    junit4: Repository, cache: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    chosen, commit = options(cache, StrategyChoice.AUTO), junit4.resolve("HEAD")
    prepared = prepare(junit4, commit, chosen, sandbox)
    moved = tmp_path / "maven"
    shutil.copytree(prepared.tool.home, moved)

    again = prepare(junit4, commit, replace(chosen, maven=moved), sandbox)

    assert again == replace(prepared, tool=replace(prepared.tool, home=moved))


def test_52_further_runs_of_the_base_wait_for_a_doubt(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    tosses = "".join(
        f"  @Test public void t{n}() {{ assertTrue(new java.util.Random().nextInt(4) > 0); }}\n"
        for n in range(40)
    )
    test = f"package p;\nimport static org.junit.Assert.*;\nimport org.junit.*;\npublic class TossTest {{\n{tosses}}}\n"
    files = {**JUNIT4, "src/test/java/p/TossTest.java": test}
    chosen = replace(options(cache, StrategyChoice.DIRECT), base_runs=3)
    counting = CountingSandbox(sandbox=sandbox)
    with maven_subject.commit(tmp_path, files) as repository:
        commit = repository.resolve("HEAD")
        builder = open_builder(repository, commit, chosen, counting)
        first = builder.measure()
        once = list(counting.labels)
        whole = builder.measure_whole()
        again = open_builder(repository, commit, chosen, counting).measure_whole()

    assert (once.count("compile base"), once.count("test base")) == (1, 1)
    assert counting.labels[len(once) :] == ["test base", "test base"]
    assert (len(first.runs), len(whole.runs)) == (1, 3)
    assert JUNIT4_IDS <= whole.stable_pass < first.stable_pass
    assert whole.flaky
    assert again == whole


@pytest.mark.parametrize("without", [frozenset(), frozenset({Speedup.FEWER_BASE_RUNS})])
def test_the_next_candidate_with_the_same_failing_tests_needs_no_round_of_the_base(  # noqa: PLR0917
    junit4: Repository,
    cache: Path,
    sandbox: Sandbox,
    tmp_path: Path,
    without: frozenset[Speedup],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("verifier.checks.tests.ROUNDS", 2)
    commit, counting = junit4.resolve("HEAD"), CountingSandbox(sandbox=sandbox)
    chosen = replace(options(cache, StrategyChoice.DIRECT), without=without)
    for kept in (cache / "measurements").glob("*.round-*"):
        kept.unlink()
    builder = open_builder(junit4, commit, chosen, counting)
    builder.measure()
    said = []
    for wrong in ("return 2", "return 3", "return 4"):
        # The last one is asked by another call.
        if wrong == "return 4":
            builder = open_builder(junit4, commit, chosen, counting)
        del counting.labels[:]
        candidate = maven_subject.changes({CODE_PATH: CODE.replace("return 1", wrong)})
        evidence = tmp_path / wrong
        evidence.mkdir()
        result = maven_subject.judge(builder, java_tree(junit4.tree(commit)), candidate, evidence)
        said.append((result.reason, result.details, counting.labels.count("test base")))

    words = "5 failed: p.CodeTest#isOne[1], p.CodeTest#isOne[2], p.OlderTest#testOne and 2 more"
    assert said[0] == (Reason.TEST_FAILED, words, 2)
    assert said[1:] == [(*said[0][:2], 2 if without else 0)] * 2


def test_58_a_class_whose_set_up_fails_fails_all_its_tests(
    junit4: Repository, cache: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    commit = junit4.resolve("HEAD")
    builder = open_builder(junit4, commit, options(cache, StrategyChoice.DIRECT), sandbox)
    wrong = maven_subject.changes({CODE_PATH: CODE.replace("return 1", "return 2")})

    result = maven_subject.judge(builder, java_tree(junit4.tree(commit)), wrong, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert result.data["missing_count"] == 0
    assert {"p.SetUpTest#first", "p.SetUpTest#second"} <= set(result.data["failed"])


def test_29_an_endless_loop_ends_at_the_limit(
    junit4: Repository, cache: Path, sandbox: Sandbox
) -> None:
    commit = junit4.resolve("HEAD")
    chosen = options(cache, StrategyChoice.DIRECT, seconds=8)
    builder = open_builder(junit4, commit, chosen, sandbox)
    loop = maven_subject.changes(
        {CODE_PATH: CODE.replace("return 1", "while (this != null) { } return 1")}
    )

    run = builder.build(loop)

    assert run.end is RunEnd.TIMEOUT
    assert run.compiled
    assert run.tests is None
    assert run.seconds < 8 + 8 + 20


def test_57_a_base_without_tests_is_invalid(tmp_path: Path, cache: Path, sandbox: Sandbox) -> None:
    files = {"pom.xml": maven_subject.JUNIT4, CODE_PATH: CODE}

    with pytest.raises(BaseInvalidError, match="0 stable passing tests"):
        measure(tmp_path, files, cache, sandbox)


def test_62_a_base_that_needs_a_newer_jdk_is_invalid_and_says_which(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace(
        LEVELS, "<maven.compiler.release>99</maven.compiler.release>"
    )

    counting = CountingSandbox(sandbox=sandbox)
    with maven_subject.commit(tmp_path, {**JUNIT4, "pom.xml": pom}) as repository:
        chosen = options(cache, StrategyChoice.DIRECT)
        builder = open_builder(repository, repository.resolve("HEAD"), chosen, counting)

        with pytest.raises(BaseInvalidError, match="needs JDK 99 or newer"):
            builder.measure()
        with pytest.raises(BaseInvalidError, match="needs JDK 99 or newer"):
            builder.encoding(CODE_PATH)
    assert counting.labels == ["prepare maven"]


def test_63_a_dependency_that_cannot_be_had_makes_the_base_invalid(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace("4.13.2", "4.13.2-no-such-version")

    with pytest.raises(BaseInvalidError, match="dependencies cannot be had"):
        measure(tmp_path, {**JUNIT4, "pom.xml": pom}, cache, sandbox)


def test_26_a_base_that_does_not_compile_is_invalid(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    files = {**JUNIT4, CODE_PATH: CODE.replace("return 1;", "return;")}

    with pytest.raises(BaseInvalidError, match=r"Code\.java:2"):
        measure(tmp_path, files, cache, sandbox)


def test_a_repository_without_a_pom_is_invalid(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    with pytest.raises(BaseInvalidError, match=r"no pom\.xml"):
        measure(tmp_path, {"README": "hello"}, cache, sandbox)


def test_an_old_source_level_is_lifted_by_direct_where_maven_cannot_run(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace(">8<", ">1.5<")

    measured = measure(tmp_path, {**JUNIT4, "pom.xml": pom}, cache, sandbox, StrategyChoice.AUTO)

    assert measured.strategy is StrategyName.DIRECT
    assert "does not run here" in measured.strategy_reason
    assert measured.compiler.endswith("(the pom says 5)")
    assert measured.stable_pass == JUNIT4_IDS


def test_a_lifted_level_hides_nothing_from_a_project_that_looks_past_the_public_packages(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace(">8<", ">1.6<").replace(
        "<version>3.13.0</version>",
        "<version>3.13.0</version><configuration><compilerArgs><arg>-XDignore.symbol.file</arg>"
        "</compilerArgs></configuration>",
    )
    uses = "package p;\npublic class Uses { Class<?> seen() { return sun.misc.Unsafe.class; } }\n"
    files = {**JUNIT4, "pom.xml": pom, "src/main/java/p/Uses.java": uses}

    measured = measure(tmp_path, files, cache, sandbox, StrategyChoice.AUTO)

    assert measured.stable_pass == JUNIT4_IDS


def test_a_pom_that_switches_its_tests_off_is_measured_without_its_own_build(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    off = "<configuration><skipTests>true</skipTests></configuration>"
    pom = JUNIT4["pom.xml"].replace("<version>3.2.5</version>", f"<version>3.2.5</version>{off}")
    measured = measure(tmp_path, {**JUNIT4, "pom.xml": pom}, cache, sandbox, StrategyChoice.AUTO)

    assert measured.stable_pass == JUNIT4_IDS
    assert measured.strategy_reason == (
        "the project's own build does not run here: it runs no test: subject:subject sets"
        " skipTests for its tests"
    )
    with pytest.raises(BaseInvalidError, match=r"it runs no test: .* sets skipTests"):
        measure(tmp_path / "own", {**JUNIT4, "pom.xml": pom}, cache, sandbox, StrategyChoice.MAVEN)


TESTNG = """<dependencies><dependency><groupId>org.testng</groupId>
  <artifactId>testng</artifactId><version>7.5.1</version><scope>test</scope></dependency></dependencies>"""


def test_classes_of_one_name_in_two_modules_are_two_and_one_may_be_testng_s(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    parent = maven_subject.JUNIT4.replace(
        "<version>1</version>",
        "<version>1</version><packaging>pom</packaging>"
        "<modules><module>one</module><module>two</module></modules>",
        1,
    )
    child = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <parent><groupId>subject</groupId><artifactId>subject</artifactId><version>1</version></parent>
      <artifactId>{}</artifactId>{}</project>"""
    test = "package p;\nimport {}.Test;\npublic class SameTest {{\n  @Test public void runs() {{}}\n}}\n"
    files = {"pom.xml": parent}
    for name, more, where in (("one", "", "org.junit"), ("two", TESTNG, "org.testng.annotations")):
        files[f"{name}/pom.xml"] = child.format(name, more)
        files[f"{name}/src/main/java/{name}/A.java"] = f"package {name};\nclass A {{}}\n"
        files[f"{name}/src/test/java/p/SameTest.java"] = test.format(where)
    measured = measure(tmp_path, files, cache, sandbox, StrategyChoice.AUTO)

    # JUnitCore finds no test of TestNG; Surefire runs it, and our canary with it.
    assert measured.strategy is StrategyName.MAVEN
    assert measured.notes == ()
    assert measured.stable_pass == {"one:p.SameTest#runs", "two:p.SameTest#runs"}


UNRUN_JUPITER = """<dependency><groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter-api</artifactId><version>5.10.2</version><scope>test</scope></dependency>"""
JUNIT4_PROVIDER = """<dependencies><dependency><groupId>org.apache.maven.surefire</groupId>
      <artifactId>surefire-junit4</artifactId><version>3.2.5</version></dependency></dependencies>"""


def test_a_framework_that_tests_import_and_the_build_does_not_run_costs_no_canary(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace("</dependencies>", f"{UNRUN_JUPITER}</dependencies>", 1)
    files = {
        **JUNIT4,
        "pom.xml": pom.replace(
            "<version>3.2.5</version>", f"<version>3.2.5</version>{JUNIT4_PROVIDER}"
        ),
        "src/test/java/p/NewTest.java": "package p;\nimport org.junit.jupiter.api.Test;\n"
        "class NewTest { @Test void neverRuns() {} }\n",
    }

    measured = measure(tmp_path, files, cache, sandbox, StrategyChoice.MAVEN)

    assert {test.partition("#")[0] for test in measured.stable_pass} >= {"p.CodeTest"}
    assert "p.NewTest#neverRuns" not in measured.stable_pass
    # Nothing says that canaries do not run.
    assert measured.notes == ()


SPOCK = """<dependency><groupId>org.spockframework</groupId>
      <artifactId>spock-core</artifactId><version>2.3-groovy-4.0</version><scope>test</scope></dependency>"""
GROOVY = """<plugin><groupId>org.codehaus.gmavenplus</groupId><artifactId>gmavenplus-plugin</artifactId>
        <version>3.0.2</version><executions><execution><goals><goal>compileTests</goal></goals></execution></executions>
      </plugin>"""
SPECIFICATION = """package p
import spock.lang.Specification
class CodeSpec extends Specification {
  def "is one, not two"() {
    expect:
    new Code().one() == 1
  }
  def "#n is #result"() {
    expect:
    new Code().one() == result
    where:
    n | result
    1 | 1
    2 | 1
  }
}
"""


def test_specifications_of_spock_are_judged_by_the_own_build(
    tmp_path: Path, cache: Path, sandbox: Sandbox
) -> None:
    pom = maven_subject.JUNIT4.replace("</dependencies>", f"{SPOCK}</dependencies>")
    pom = pom.replace(
        "<artifactId>maven-surefire-plugin</artifactId>",
        "<artifactId>maven-surefire-plugin</artifactId>"
        "<configuration><includes><include>**/*Spec.java</include></includes></configuration>",
    ).replace("<plugins>", f"<plugins>{GROOVY}")
    files = {
        "pom.xml": pom,
        CODE_PATH: CODE,
        "src/test/groovy/p/CodeSpec.groovy": SPECIFICATION,
    }
    measured = measure(tmp_path, files, cache, sandbox, StrategyChoice.AUTO)

    assert measured.strategy is StrategyName.MAVEN
    # Surefire counts the feature itself beside its iterations, which have names of their own.
    names = ("is one, not two", "#n is #result", "1 is 1", "2 is 1")
    assert measured.stable_pass == {f"p.CodeSpec#{name}" for name in names}
