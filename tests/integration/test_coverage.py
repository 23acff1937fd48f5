"""The check coverage from end to end: agent, both strategies, JaCoCo's library, verdict."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.checks.coverage import CoverageCheck
from verifier.checks.tests import TestsCheck
from verifier.domain.facts.coverage import CountFact, CoverageFacts
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import JavaTree
from verifier.predictions.trees import source_trees
from verifier.sandbox.base import Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.records import facts_of

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

SHOP = "src/main/java/p/Shop.java"
TEST = "src/test/java/p/ShopTest.java"
LOOP = """    int sum = 0;
    for (int price : prices) {
      sum += price > 100 ? 100 : price;
    }
    System.getProperty("x" + sum);
    return sum;
"""


def loop(indent: str = "") -> str:
    return "".join(f"{indent}{line}\n" for line in LOOP.splitlines())


BASE = f"""package p;
import java.util.function.Supplier;
public class Shop {{
  @interface Generated {{}}
  public int total(int[] prices) {{
{LOOP}  }}
  public int never(int[] prices) {{
{LOOP}  }}
  @Generated
  public int made(int[] prices) {{
{LOOP}  }}
  public int inLambda(int[] prices) {{
    Supplier<Integer> later = () -> {{
{loop("  ")}    }};
    return later.get();
  }}
  public Supplier<Integer> unusedLambda(int[] prices) {{
    return () -> {{
{loop("  ")}    }};
  }}
  public static class Till {{
    public int count(int[] prices) {{
{loop("  ")}    }}
  }}
}}
"""
TESTS = """package p;
import static org.junit.jupiter.api.Assertions.*;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
class ShopTest {
  private final Shop shop = new Shop();
  private final int[] prices = {1, 2};
  @Test void sums() { assertEquals(3, shop.total(prices)); }
  @Test void sumsMade() { assertEquals(3, shop.made(prices)); }
  @Test void sumsLater() { assertEquals(3, shop.inLambda(prices)); }
  @Test void makesOnly() { assertNotNull(shop.unusedLambda(prices)); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void counts(int n) {
    assertEquals(n, new Shop.Till().count(new int[] {n}));
  }
}
"""
FILES = {"pom.xml": maven_subject.JUPITER, SHOP: BASE, TEST: TESTS}
HELPER = "  {0}private int summed(int[] prices) {{\n" + LOOP.replace("{", "{{").replace("}", "}}")


def extract(method: str, *, note: str = "") -> str:
    """The base with the loop of one method extracted into `summed` in the same class."""
    head, mark, rest = BASE.partition(f" {method}(int[] prices) {{\n")
    start = rest.index("    int sum")
    start = rest.rfind("\n", 0, start) + 1
    end = rest.index("return sum;\n", start) + len("return sum;\n")
    new = rest[:start] + "    return summed(prices);\n" + rest[end:]
    brace = "\n    }\n" if method == "count" else "\n  }\n"
    close = new.index(brace) + len(brace)
    helper = HELPER.format(note) + "  }\n"
    return head + mark + new[:close] + helper + new[close:]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A builder of the shop's commit, and its tree."""

    builder: Builder
    base: JavaTree


def open_folder(
    folder: Path, files: Mapping[str, str], sandbox: Sandbox, choice: StrategyChoice, cache: Path
) -> Subject:
    repository = maven_subject.commit(folder, files)
    options = BuildOptions(strategy=choice, base_runs=1, cache=cache, recorded=True)
    commit = repository.resolve("HEAD")
    builder = open_builder(repository, commit, options, sandbox)
    return Subject(builder=builder, base=java_tree(repository.tree(commit)))


@pytest.fixture(scope="module")
def direct(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory, shared_cache: Path
) -> Subject:
    return open_folder(
        tmp_path_factory.mktemp("direct"), FILES, sandbox, StrategyChoice.DIRECT, shared_cache
    )


@pytest.fixture(scope="module")
def maven(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory, shared_cache: Path
) -> Subject:
    return open_folder(
        tmp_path_factory.mktemp("maven"), FILES, sandbox, StrategyChoice.MAVEN, shared_cache
    )


def judge_files(
    subject: Subject,
    analysis: AnalysisPool,
    files: Mapping[str, str | None],
    wanted: str,
    place: Path,
) -> CheckResult:
    case = maven_subject.case_of(
        subject.builder, subject.base, maven_subject.changes(files), place, analysis=analysis
    )
    case = replace(case, wanted=WantedRefactoring.parse(wanted), trees_of=source_trees)
    tests = TestsCheck().run(case)
    assert tests.status is Status.PASSED, tests.details
    return CoverageCheck().run(case)


def facts(result: CheckResult) -> CoverageFacts:
    found = facts_of(result, CoverageFacts)
    assert found is not None
    return found


def counts(covered: int, total: int) -> CountFact:
    return CountFact(covered=covered, total=total)


def extraction(owner: str, method: str) -> str:
    return f"Extract Method:{owner}#{method}(int[])"


def test_code_that_ran_before_and_after_is_covered(
    direct: Subject, analysis: AnalysisPool, tmp_path: Path
) -> None:
    result = judge_files(
        direct, analysis, {SHOP: extract("total")}, extraction("p.Shop", "total"), tmp_path
    )

    assert (result.status, result.reason) == (Status.PASSED, None), result.details
    found = facts(result)
    assert found.measured
    assert found.before is not None
    assert found.after is not None
    assert (found.before.lines, found.after.lines) == (counts(5, 5), counts(5, 5))
    assert (found.before.branches, found.after.branches) == (counts(3, 4), counts(3, 4))
    calls = [s for s in found.after.stretches if s.part == "call"]
    assert [s.lines for s in calls] == [counts(1, 1)]
    assert found.reached_by == ("p.ShopTest",)
    assert found.reached_by_tests == ("p.ShopTest#sums",)
    marked = (tmp_path / "coverage.txt").read_text()
    assert "~>    8       sum += price > 100 ? 100 : price;" in marked


@pytest.mark.parametrize(
    ("owner", "method", "test"),
    [
        pytest.param("p.Shop", "inLambda", "p.ShopTest#sumsLater", id="in a lambda"),
        pytest.param("p.Shop$Till", "count", "p.ShopTest#counts(int)[1]", id="in a nested class"),
        pytest.param("p.Shop", "made", "p.ShopTest#sumsMade", id="row 60: called generated"),
    ],
)
def test_no_place_and_no_annotation_hides_code(
    direct: Subject, analysis: AnalysisPool, tmp_path: Path, *, owner: str, method: str, test: str
) -> None:
    files = {SHOP: extract(method, note="@Generated ")}
    result = judge_files(direct, analysis, files, extraction(owner, method), tmp_path)

    found = facts(result)
    assert result.status is Status.PASSED, result.details
    assert found.before is not None
    assert found.after is not None
    assert (found.before.lines, found.after.lines) == (counts(5, 5), counts(5, 5))
    assert found.reached_by_tests is not None
    assert found.reached_by_tests[0] == test


@pytest.mark.parametrize("method", ["never", "unusedLambda"])
def test_code_that_never_ran_is_not_covered_and_no_failure(
    direct: Subject, analysis: AnalysisPool, tmp_path: Path, method: str
) -> None:
    files = {SHOP: extract(method)}
    result = judge_files(direct, analysis, files, extraction("p.Shop", method), tmp_path)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COVERED)
    assert result.details == "tests passed, refactored code never ran before and after"
    found = facts(result)
    assert found.measured
    assert found.before is not None
    assert found.before.lines == counts(0, 5)


HIDDEN = extract("total").replace(
    "    return summed(prices);\n",
    "    return prices.length > 99 ? summed(prices) : made(prices);\n",
)


def test_code_that_does_not_run_after_is_not_covered(
    direct: Subject, analysis: AnalysisPool, tmp_path: Path
) -> None:
    result = judge_files(direct, analysis, {SHOP: HIDDEN}, extraction("p.Shop", "total"), tmp_path)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COVERED)
    assert result.details == "tests passed, refactored code never ran after"


LITERAL = maven_subject.JUPITER.replace(
    "<version>3.2.5</version>",
    "<version>3.2.5</version><configuration>{}</configuration>",
)
OWN_JACOCO = LITERAL.format("<argLine>@{argLine} -Xmx200m</argLine>").replace(
    "<plugins>",
    """<plugins>
      <plugin>
        <groupId>org.jacoco</groupId>
        <artifactId>jacoco-maven-plugin</artifactId>
        <version>0.8.15</version>
        <executions>
          <execution><goals><goal>prepare-agent</goal></goals></execution>
        </executions>
      </plugin>""",
)


@pytest.mark.parametrize(
    "pom",
    [
        pytest.param(LITERAL.format("<argLine>-Xmx200m</argLine>"), id="a literal argLine"),
        pytest.param(LITERAL.format("<forkCount>0</forkCount>"), id="tests in Maven's own JVM"),
        pytest.param(OWN_JACOCO, id="JaCoCo of its own"),
    ],
)
def test_no_pom_keeps_the_agent_away(
    sandbox: Sandbox,
    analysis: AnalysisPool,
    tmp_path: Path,
    shared_cache: Path,
    pom: str,
) -> None:
    files = {**FILES, "pom.xml": pom}
    subject = open_folder(tmp_path / "row61", files, sandbox, StrategyChoice.MAVEN, shared_cache)
    candidate: dict[str, str | None] = {SHOP: extract("total")}
    result = judge_files(subject, analysis, candidate, extraction("p.Shop", "total"), tmp_path)

    assert result.status is Status.PASSED, result.details
    found = facts(result)
    assert found.before is not None
    assert found.before.lines == counts(5, 5)
    assert found.reached_by is None


GRADLE = {
    "build.gradle": """apply plugin: 'java'
apply plugin: 'jacoco'
jacoco { toolVersion = '0.8.12' }
sourceCompatibility = 8
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.12' }
test { jvmArgs = ['-Xmx200m'] }
""",
    SHOP: BASE,
    TEST: """package p;
import org.junit.*;
public class ShopTest {
  @Test public void sums() { Assert.assertEquals(3, new Shop().total(new int[] {1, 2})); }
}
""",
}


@pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine")
def test_a_gradle_build_that_assigns_its_arguments_and_has_a_jacoco_of_its_own_is_measured(
    sandbox: Sandbox,
    analysis: AnalysisPool,
    tmp_path: Path,
    shared_cache: Path,
) -> None:
    subject = open_folder(tmp_path / "gradle", GRADLE, sandbox, StrategyChoice.GRADLE, shared_cache)
    candidate: dict[str, str | None] = {SHOP: extract("total")}
    result = judge_files(subject, analysis, candidate, extraction("p.Shop", "total"), tmp_path)

    assert result.status is Status.PASSED, result.details
    found = facts(result)
    assert found.before is not None
    assert found.before.lines == counts(5, 5)


MODULE = {
    **FILES,
    "pom.xml": maven_subject.JUPITER6,
    "src/main/java/module-info.java": "module shop { exports p; }\n",
}


TAKEN = {
    StrategyChoice.MAVEN: "maven: it was asked for",
    StrategyChoice.AUTO: "maven: direct cannot be used: src/main/java/module-info.java says what may be used,"
    " which our own compiler does not look at",
}


@pytest.mark.twin(choice=[StrategyChoice.MAVEN])
@pytest.mark.parametrize("choice", TAKEN)
def test_tests_of_junit_6_on_the_module_path_are_measured(
    sandbox: Sandbox,
    analysis: AnalysisPool,
    tmp_path: Path,
    shared_cache: Path,
    choice: StrategyChoice,
) -> None:
    subject = open_folder(tmp_path / "jpms", MODULE, sandbox, choice, shared_cache)
    candidate: dict[str, str | None] = {SHOP: extract("total")}
    result = judge_files(subject, analysis, candidate, extraction("p.Shop", "total"), tmp_path)

    assert result.status is Status.PASSED, result.details
    measured = subject.builder.measure()
    assert f"{measured.strategy}: {measured.strategy_reason}" == TAKEN[choice]
    assert "p.ShopTest#sums" in measured.stable_pass


RESETS = """    int sum = summed(prices);
    try {
      Object agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
      Class.forName("org.jacoco.agent.rt.IAgent").getMethod("reset").invoke(agent);
    } catch (ReflectiveOperationException e) { }
    return sum;
"""
REPLACES = """    java.nio.file.Path file = java.nio.file.Paths.get("../coverage/jacoco.exec");
    try {
      java.nio.file.Files.delete(file);
      java.nio.file.Files.write(file, new byte[] {1, -64, -64, 16, 7});
    } catch (java.io.IOException e) { }
    return summed(prices);
"""
DELETES = """    new java.io.File("../coverage/jacoco.exec").delete();
    return summed(prices);
"""


@pytest.fixture(scope="module")
def in_docker(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Iterator[Subject]:
    with DockerSandbox() as docker:
        folder = tmp_path_factory.mktemp("row59")
        yield open_folder(folder, FILES, docker, StrategyChoice.DIRECT, shared_cache)


@pytest.mark.engine
@pytest.mark.parametrize(
    ("attack", "status", "reason", "words"),
    [
        pytest.param(
            RESETS,
            Status.INCONCLUSIVE,
            Reason.NOT_COVERED,
            "refactored code never ran after",
            id="row 59: data is reset",
        ),
        pytest.param(
            REPLACES,
            Status.FAILED,
            Reason.TAMPER,
            "the launcher's recording was changed",
            id="row 59: data is forged",
        ),
        pytest.param(
            DELETES,
            Status.FAILED,
            Reason.TAMPER,
            "the launcher's recording is gone",
            id="row 59: data is missing",
        ),
    ],
)
def test_a_recording_that_was_touched_is_never_covered(
    in_docker: Subject,
    analysis: AnalysisPool,
    tmp_path: Path,
    *,
    attack: str,
    status: Status,
    reason: Reason,
    words: str,
) -> None:
    hostile = extract("total").replace("    return summed(prices);\n", attack)
    wanted = extraction("p.Shop", "total")
    result = judge_files(in_docker, analysis, {SHOP: hostile}, wanted, tmp_path)

    assert (result.status, result.reason) == (status, reason), result.details
    assert words in result.details
