"""On which of two real JDKs a base is measured: the one that lets most of its tests pass."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import chained_reactor, maven_subject
from tests.support.counting_sandbox import CountingSandbox
from verifier.builds.base import BuildOptions, StrategyChoice
from verifier.builds.measurement import open_builder
from verifier.builds.several_modules import ChangedModules, open_modules
from verifier.sandbox.base import Limits, Sandbox
from verifier.tools.jdk import find_jdks

FOUND = {jdk.feature: jdk for jdk in find_jdks()}
pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(set(FOUND) != {17, 25}, reason="written for a machine with JDK 17 and 25"),
]

CODE = {
    "pom.xml": maven_subject.JUNIT4,
    "src/main/java/p/Code.java": "package p;\npublic class Code { public int one() { return 1; } }\n",
}
TEST = "src/test/java/p/CodeTest.java"
GUARDED = """package p;
import org.junit.*;
public class CodeTest {
  @Test public void isOne() { Assert.assertEquals(1, new Code().one()); }
  @Test public void isUnguarded() { System.setSecurityManager(null); }
}
"""
MODERN = """package p;
import org.junit.*;
public class CodeTest {
  @Test public void isOne() { Assert.assertEquals(1, new Code().one()); }
  @Test public void isNew() { modern(); }
  @Test public void isNewer() { modern(); }
  private static void modern() {
    Assert.assertNotEquals("17", System.getProperty("java.specification.version"));
  }
}
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return maven_subject.cache_with(libraries, tmp_path_factory.mktemp("builds") / "cache")


@pytest.fixture(scope="module")
def options(cache: Path) -> BuildOptions:
    return BuildOptions(
        strategy=StrategyChoice.DIRECT, cache=cache, limits=Limits(wall_seconds=180), base_runs=1
    )


def test_tests_that_only_the_next_jdk_lets_pass_are_not_lost(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    # The project declares 25, which has no security manager any more.
    files = {**CODE, TEST: GUARDED, ".java-version": "25\n"}
    counting = CountingSandbox(sandbox=sandbox)
    with maven_subject.commit(tmp_path, files) as repository:
        commit = repository.resolve("HEAD")
        first = open_builder(repository, commit, options, counting)
        measured = first.measure()
        jobs = list(counting.labels)
        again = open_builder(repository, commit, options, counting)

        assert measured.jdk == FOUND[17].version
        assert measured.stable_pass == {"p.CodeTest#isOne", "p.CodeTest#isUnguarded"}
        assert measured.jdk_reason == (
            f"2 stable tests, JDK {FOUND[25].version} had 1:"
            " JDKs from 18 on refuse a security manager"
        )
        assert first.versions()["jdk"] == FOUND[17].version
        assert first.surroundings().jdk == FOUND[17]
        assert again.measure() == measured
        assert counting.labels == jobs

        asked = replace(options, jdk=FOUND[25].home)
        kept = open_builder(repository, commit, asked, sandbox).measure()
        assert (kept.jdk, kept.jdk_reason) == (FOUND[25].version, "it was asked for")
        assert kept.stable_fail == {"p.CodeTest#isUnguarded"}


def test_a_base_most_of_whose_tests_fail_is_measured_on_the_next_jdk(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    with maven_subject.commit(tmp_path, {**CODE, TEST: MODERN}) as repository:
        measured = open_builder(repository, repository.resolve("HEAD"), options, sandbox).measure()

    assert measured.jdk == FOUND[25].version
    assert measured.jdk_reason == (
        f"3 stable tests, JDK {FOUND[17].version} had 1: there more tests failed than passed"
    )


def test_modules_that_need_the_changed_ones_are_built_on_the_same_jdk(
    tmp_path: Path, options: BuildOptions, sandbox: Sandbox
) -> None:
    files = {
        **chained_reactor.FILES,
        ".java-version": "25\n",
        "core/src/test/java/p/core/GuardTest.java": """package p.core;
public class GuardTest {
  @org.junit.Test public void isUnguarded() { System.setSecurityManager(null); }
}
""",
        "mid/src/test/java/p/mid/JdkTest.java": """package p.mid;
import org.junit.*;
public class JdkTest {
  @Test public void isAsCore() {
    Assert.assertEquals("17", System.getProperty("java.specification.version"));
  }
}
""",
    }
    with maven_subject.commit(tmp_path, files) as repository:
        commit = repository.resolve("HEAD")
        modules = ChangedModules.of(repository.tree(commit), [chained_reactor.CORE_PATH], options)
        builder = open_modules(repository, commit, modules, options, sandbox)
        # Whoever first only compiles is on the first JDK.
        assert builder.toolchain().jdk == FOUND[25].version

        measured = builder.measure()

    assert measured.jdk == FOUND[17].version
    assert {"p.core.GuardTest#isUnguarded", "mid:p.mid.JdkTest#isAsCore"} <= measured.stable_pass
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
