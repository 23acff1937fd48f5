"""On which of two real JDKs a base is measured: the one that lets most of its tests pass.

The oldest and the newest that are here and compile Java 8; no others are found.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import chained_reactor, maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.jdk import Jdk, find_jdks

FOUND = sorted((jdk for jdk in find_jdks() if jdk.takes(8)), key=lambda jdk: jdk.feature)
OLD, NEW = FOUND[0], FOUND[-1]
pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.usefixtures("warm_maven"),
    pytest.mark.skipif(OLD.feature == NEW.feature, reason="only one JDK that compiles Java 8"),
]


def specification(jdk: Jdk) -> str:
    return f"1.{jdk.feature}" if jdk.feature == 8 else str(jdk.feature)


CODE = {
    "pom.xml": maven_subject.JUNIT4,
    "src/main/java/p/Code.java": "package p;\npublic class Code { public int one() { return 1; } }\n",
}
TEST = "src/test/java/p/CodeTest.java"
# What an old library says of the classes of any newer JDK.
UNREAD = f"""if (!"{specification(OLD)}".equals(System.getProperty("java.specification.version")))
  throw new IllegalArgumentException("Unsupported class file major version {NEW.feature + 44}");"""
# Where the two JDKs lie on both sides of it, what the newer one itself says.
ONLY_OLD, ONLY_OLD_MEANS = (
    ("System.setSecurityManager(null);", "JDKs from 18 on refuse a security manager")
    if OLD.feature < 18 <= NEW.feature
    else (UNREAD, "Gradle or a library does not read the classes of the JDK")
)
PARTLY_OLD = f"""package p;
import org.junit.*;
public class CodeTest {{
  @Test public void isOne() {{ Assert.assertEquals(1, new Code().one()); }}
  @Test public void isOld() {{ {ONLY_OLD} }}
}}
"""
MODERN = """package p;
import org.junit.*;
public class CodeTest {
  @Test public void isOne() { Assert.assertEquals(1, new Code().one()); }
  @Test public void isNew() { modern(); }
  @Test public void isNewer() { modern(); }
  private static void modern() {
    Assert.assertNotEquals("OLD", System.getProperty("java.specification.version"));
  }
}
""".replace("OLD", specification(OLD))


@pytest.fixture(autouse=True, scope="module")
def _only_these_two() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.tools.jdk._homes", lambda: iter((OLD.home, NEW.home)))
        yield


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return maven_subject.cache_with(libraries, tmp_path_factory.mktemp("builds") / "cache")


@pytest.fixture(scope="module")
def options(cache: Path) -> BuildOptions:
    return BuildOptions(
        strategy=StrategyChoice.DIRECT, cache=cache, limits=JobLimits(wall_seconds=180), base_runs=1
    )


def test_tests_that_only_the_next_jdk_lets_pass_are_not_lost(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    files = {**CODE, TEST: PARTLY_OLD, ".java-version": f"{NEW.feature}\n"}
    counting = CountingSandbox(sandbox=sandbox)
    with maven_subject.commit(tmp_path, files) as repository:
        commit = repository.resolve("HEAD")
        first = open_builder(repository, commit, options, counting)
        measured = first.measure()
        jobs = list(counting.labels)
        again = open_builder(repository, commit, options, counting)

        assert measured.jdk == OLD.version
        assert measured.stable_pass == {"p.CodeTest#isOne", "p.CodeTest#isOld"}
        assert measured.jdk_reason == (f"2 stable tests, JDK {NEW.version} had 1: {ONLY_OLD_MEANS}")
        assert first.versions()["jdk"] == OLD.version
        assert first.surroundings().jdk == OLD
        assert again.measure() == measured
        assert counting.labels == jobs

        asked = replace(options, jdk=NEW.home)
        kept = open_builder(repository, commit, asked, sandbox).measure()
        assert (kept.jdk, kept.jdk_reason) == (NEW.version, "it was asked for")
        assert kept.stable_fail == {"p.CodeTest#isOld"}


def test_a_base_most_of_whose_tests_fail_is_measured_on_the_next_jdk(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    with maven_subject.commit(tmp_path, {**CODE, TEST: MODERN}) as repository:
        measured = open_builder(repository, repository.resolve("HEAD"), options, sandbox).measure()

    assert measured.jdk == NEW.version
    assert measured.jdk_reason == (
        f"3 stable tests, JDK {OLD.version} had 1: there more tests failed than passed"
    )


def test_modules_that_need_the_changed_ones_are_built_on_the_same_jdk(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    files = {
        **chained_reactor.FILES,
        ".java-version": f"{NEW.feature}\n",
        "core/src/test/java/p/core/GuardTest.java": """package p.core;
public class GuardTest {
  @org.junit.Test public void isOld() { OLD }
}
""".replace("OLD", UNREAD),
        "mid/src/test/java/p/mid/JdkTest.java": """package p.mid;
import org.junit.*;
public class JdkTest {
  @Test public void isAsCore() {
    Assert.assertEquals("OLD", System.getProperty("java.specification.version"));
  }
}
""".replace("OLD", specification(OLD)),
    }
    with maven_subject.commit(tmp_path, files) as repository:
        commit = repository.resolve("HEAD")
        modules = ChangedModules.of(repository.tree(commit), [chained_reactor.CORE_PATH], options)
        builder = open_modules(repository, commit, modules, options, sandbox)
        # Whoever first only compiles is on the first JDK.
        assert builder.toolchain().jdk == NEW.version

        measured = builder.measure()

    assert measured.jdk == OLD.version
    assert {"p.core.GuardTest#isOld", "mid:p.mid.JdkTest#isAsCore"} <= measured.stable_pass
    assert not measured.stable_fail


def test_a_base_whose_tests_pass_is_prepared_and_measured_once(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    test = MODERN.replace("assertNotEquals", "assertEquals")
    counting = CountingSandbox(sandbox=sandbox)
    with maven_subject.commit(tmp_path, {**CODE, TEST: test}) as repository:
        measured = open_builder(repository, repository.resolve("HEAD"), options, counting).measure()

    assert measured.jdk_reason == "the oldest one here that takes source level 8"
    assert not measured.stable_fail
    assert len([label for label in counting.labels if label.startswith("test")]) == 1
