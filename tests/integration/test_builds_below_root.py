"""A repository without a build at its root: a change is built by the build in the folder that holds it."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support import maven_subject, reactor_subject
from tests.support.maven_subject import cache_with, changes, commit, judge
from tests.support.reactor_subject import CORE, CORE_PATH
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

CALC_PATH = "lib/src/main/java/p/Calc.java"
CALC = """package p;
public class Calc {
  public static int twice(int n) { return 2 * n; }
}
"""
ELSEWHERE = "tool/src/main/java/t/Tool.java"
FILES = {
    "README.md": "Nothing builds here.\n",
    "lib/pom.xml": maven_subject.JUNIT4,
    CALC_PATH: CALC,
    "lib/src/main/resources/p/name.txt": "calc",
    "lib/src/test/java/p/CalcTest.java": """package p;
import java.io.File;
import org.junit.*;
public class CalcTest {
  @Test public void doubles() { Assert.assertEquals(6, Calc.twice(3)); }
  @Test public void isAtHome() { Assert.assertTrue(new File("pom.xml").isFile()); }
  @Test public void readsItsResource() { Assert.assertNotNull(Calc.class.getResource("name.txt")); }
}
""",
    "tool/pom.xml": "<project>no Maven reads this</project>",
    ELSEWHERE: "package t;\npublic class Tool { }\n",
    **{f"many/{path}": text for path, text in reactor_subject.FILES.items()},
}
ALL = {"p.CalcTest#doubles", "p.CalcTest#isAtHome", "p.CalcTest#readsItsResource"}


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("below"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return cache_with(libraries, tmp_path_factory.mktemp("below") / "cache")


def open_base(
    subject: Repository,
    sandbox: Sandbox,
    cache: Path,
    path: str = CALC_PATH,
    strategy: StrategyChoice = StrategyChoice.AUTO,
) -> Builder:
    options = BuildOptions(
        cache=cache, base_runs=1, strategy=strategy, limits=JobLimits(wall_seconds=300)
    )
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [path], options)
    return open_modules(subject, head, modules, options, sandbox)


@pytest.fixture(scope="module", params=[StrategyChoice.AUTO, StrategyChoice.MAVEN], ids=str)
def builder(
    subject: Repository, sandbox: Sandbox, cache: Path, request: pytest.FixtureRequest
) -> Builder:
    return open_base(subject, sandbox, cache, strategy=request.param)


def judge_files(
    builder: Builder, subject: Repository, folder: Path, files: Mapping[str, str | None]
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    return judge(builder, tree, changes(files), folder)


def test_its_suite_is_measured_where_its_build_stands(builder: Builder) -> None:
    measurement = builder.measure()

    assert measurement.stable_pass == ALL
    assert measurement.notes[0] == "its build is in lib"
    assert measurement.modules is None


def test_our_own_compiler_and_launcher_equal_its_build(
    subject: Repository, sandbox: Sandbox, cache: Path
) -> None:
    measurement = open_base(subject, sandbox, cache).measure()

    assert measurement.strategy is StrategyName.DIRECT
    assert measurement.strategy_reason == "its tests equal those of the project's own build"


def test_a_right_change_passes_and_a_wrong_one_fails(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    right = judge_files(builder, subject, tmp_path, {CALC_PATH: CALC.replace("2 * n", "n + n")})
    wrong = judge_files(builder, subject, tmp_path, {CALC_PATH: CALC.replace("2 * n", "3 * n")})
    broken = judge_files(builder, subject, tmp_path, {CALC_PATH: CALC.replace("2 * n", "x")})

    assert right.status is Status.PASSED
    assert (wrong.reason, wrong.data["failed"]) == (Reason.TEST_FAILED, ["p.CalcTest#doubles"])
    assert broken.details.startswith(f"{CALC_PATH}:3")


def test_its_build_files_and_tests_stay_those_of_the_base(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    skipped = maven_subject.JUNIT4.replace(
        "</properties>", "<skipTests>true</skipTests></properties>"
    )
    files = {CALC_PATH: CALC.replace("2 * n", "3 * n"), "lib/pom.xml": skipped, "pom.xml": skipped}
    untested = "lib/src/test/java/p/CalcTest.java"

    result = judge_files(builder, subject, tmp_path, files)
    run = builder.build(changes({**files, untested: None}))

    assert (result.reason, result.data["failed"]) == (Reason.TEST_FAILED, ["p.CalcTest#doubles"])
    assert run.restored == ("lib/pom.xml", untested, "pom.xml")
    assert run.tests is not None
    assert set(run.tests.outcomes) == ALL


@pytest.mark.twin(builder=[StrategyChoice.MAVEN])
def test_a_change_outside_of_its_build_is_one_that_no_compiler_saw(
    builder: Builder, subject: Repository, tmp_path: Path
) -> None:
    right = {CALC_PATH: CALC.replace("2 * n", "n + n")}
    added = "tool/src/main/java/t/New.java"

    edits = judge_files(
        builder, subject, tmp_path, {**right, ELSEWHERE: "package t;\nclass Tool { }\n"}
    )
    adds = judge_files(builder, subject, tmp_path, {**right, added: "package t;\nclass New { }\n"})

    assert (edits.status, edits.reason) == (Status.INCONCLUSIVE, Reason.NOT_BUILT)
    assert (adds.status, adds.reason) == (Status.FAILED, Reason.NOT_BUILT)
    assert added in adds.details


def test_modules_of_a_reactor_below_the_root_are_built_with_what_needs_them(
    subject: Repository, sandbox: Sandbox, cache: Path, tmp_path: Path
) -> None:
    path = f"many/{CORE_PATH}"
    builder = open_base(subject, sandbox, cache, path)
    measurement = builder.measure()
    wrong = judge_files(builder, subject, tmp_path, {path: CORE.replace("LIMIT = 3", "LIMIT = 4")})

    assert measurement.modules is not None
    assert measurement.modules.compiled == ("many/app", "many/core", "many/last")
    assert measurement.modules.uncompiled["many/rare"] == ("no active profile of the build has it")
    assert "many/app:p.SameTest#fours" in measurement.stable_pass
    assert wrong.reason is Reason.TEST_FAILED


GRADLE = {
    "site/settings.gradle": "include 'core', 'app'\n",
    "site/build.gradle": """subprojects {
  apply plugin: 'java'
  sourceCompatibility = 8
  repositories { mavenCentral() }
  dependencies { testCompile 'junit:junit:4.12' }
}
""",
    "site/app/build.gradle": "dependencies { compile project(':core') }\n",
    "site/core/src/main/java/p/Calc.java": CALC,
    "site/core/src/test/java/p/CalcTest.java": """package p;
import java.io.File;
import org.junit.*;
public class CalcTest {
  @Test public void doubles() { Assert.assertEquals(6, Calc.twice(3)); }
  @Test public void isAtHome() { Assert.assertTrue(new File("src/test").isDirectory()); }
}
""",
    "site/app/src/test/java/p/AppTest.java": """package p;
import org.junit.*;
public class AppTest { @Test public void usesIt() { Assert.assertEquals(2, Calc.twice(1)); } }
""",
}


@pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine")
def test_projects_of_a_gradle_build_below_the_root_are_built_with_what_needs_them(
    sandbox: Sandbox, cache: Path, tmp_path: Path
) -> None:
    path = "site/core/src/main/java/p/Calc.java"
    with commit(tmp_path, GRADLE) as subject:
        builder = open_base(subject, sandbox, cache, path)
        measurement = builder.measure()
        right = judge_files(builder, subject, tmp_path, {path: CALC.replace("2 * n", "n + n")})
        wrong = judge_files(builder, subject, tmp_path, {path: CALC.replace("2 * n", "3 * n")})

    assert measurement.notes[0] == "its build is in site"
    assert measurement.modules is not None
    assert measurement.modules.compiled == ("site/app", "site/core")
    assert right.status is Status.PASSED
    assert wrong.reason is Reason.TEST_FAILED
    assert set(wrong.data["failed"]) == {"p.CalcTest#doubles", "app+test:p.AppTest#usesIt"}
