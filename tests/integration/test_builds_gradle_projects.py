"""A Gradle build of three projects: JUnit 4, TestNG, and tests in a source set of their own."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.counting_sandbox import CountingSandbox
from tests.support.gradle_subject import CORE, JUNIT5, THREE_PROJECTS
from tests.support.maven_subject import changes, commit
from verifier.builds.builder import Builder, ModulesBuilt
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.builds.speedups import Speedup
from verifier.domain.testrun import TestOutcome
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine"),
    pytest.mark.usefixtures("with_warm_gradle"),
]


CORE_PATH = "core/src/main/java/p/Core.java"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("three"), THREE_PROJECTS) as repository:
        yield repository


def options(cache: Path) -> BuildOptions:
    return BuildOptions(cache=cache, base_runs=1, limits=JobLimits(wall_seconds=400))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def builder(subject: Repository, sandbox: Sandbox, cache: Path) -> Builder:
    """Of a change in `core`, which `app` needs and `tool` does not."""
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [CORE_PATH], options(cache))
    return open_modules(subject, head, modules, options(cache), sandbox)


def test_all_that_check_runs_is_measured_whatever_its_framework_and_source_set(
    subject: Repository, sandbox: Sandbox, cache: Path
) -> None:
    head = subject.resolve("HEAD")
    measurement = open_builder(subject, head, options(cache), sandbox).measure()

    assert measurement.strategy is StrategyName.GRADLE
    assert measurement.strategy_reason == "direct cannot be used: app: its tests are TestNG's"
    assert measurement.stable_pass == {
        "p.AppTest#isOne",
        "p.CoreTest#isThere",
        "p.ToolCheck#isThere",
    }
    assert measurement.notes[-1] == "test tasks that `check` does not run: perfTest"


def test_a_changed_project_and_what_needs_it_are_measured(builder: Builder) -> None:
    measurement = builder.measure()

    assert measurement.strategy is StrategyName.DIRECT
    assert measurement.stable_pass == {"p.CoreTest#isThere", "app+test:p.AppTest#isOne"}
    assert measurement.modules == ModulesBuilt(compiled=("app", "core"))
    assert "canaries do not run in the project's own build; only its reports speak" not in (
        measurement.notes
    )


def test_24_a_constant_of_one_project_breaks_the_tests_of_another(builder: Builder) -> None:
    run = builder.build(changes({CORE_PATH: CORE.replace("ONE = 1", "ONE = 2")}))

    assert run.tests is not None
    assert run.tests.complete
    assert run.tests.outcomes == {
        "p.CoreTest#isThere": TestOutcome.PASSED,
        "app+test:p.AppTest#isOne": TestOutcome.FAILED,
    }


def test_26_a_name_that_only_another_project_uses_is_a_compile_error(builder: Builder) -> None:
    run = builder.build(changes({CORE_PATH: CORE.replace("ONE = 1", "FIRST = 1")}))

    assert not run.compiled
    assert (run.errors[0].file, run.errors[0].line) == ("app/src/main/java/p/App.java", 2)


@pytest.fixture(scope="module")
def chain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """The same where `core` needs `tool`."""
    needs = THREE_PROJECTS["core/build.gradle"].replace("{", "{ compile project(':tool');")
    files = {**THREE_PROJECTS, "core/build.gradle": needs}
    with commit(tmp_path_factory.mktemp("chain"), files) as repository:
        yield repository


def test_one_run_of_the_projects_own_build_shows_what_two_show(
    chain: Repository, sandbox: Sandbox, cache: Path
) -> None:
    head, shown, jobs = chain.resolve("HEAD"), [], []
    for without in (frozenset[Speedup](), frozenset({Speedup.TOGETHER})):
        counting = CountingSandbox(sandbox=sandbox)
        chosen = replace(options(cache), strategy=StrategyChoice.GRADLE, without=without)
        modules = ChangedModules.of(chain.tree(head), [CORE_PATH], chosen)
        builder = open_modules(chain, head, modules, chosen, counting)
        measured = replace(builder.measure(), seconds=0)
        before = len(counting.labels)
        run = builder.build(changes({CORE_PATH: CORE.replace("ONE = 1", "ONE = 2")}))
        shown.append((measured, run.compiled, run.built, run.tests and dict(run.tests.outcomes)))
        jobs.append(counting.labels[before:])

    assert shown[0] == shown[1]
    assert shown[0][3] == {
        "p.CoreTest#isThere": TestOutcome.PASSED,
        "app+test:p.AppTest#isOne": TestOutcome.FAILED,
    }
    assert jobs == [["gradle candidate"], ["gradle candidate", "gradle candidate"]]


def test_junit_5_behind_a_runner_of_junit_4_is_our_launcher_s(
    tmp_path: Path, sandbox: Sandbox, cache: Path
) -> None:
    with commit(tmp_path, JUNIT5) as five:
        builder = open_builder(five, five.resolve("HEAD"), options(cache), sandbox)
        measurement = builder.measure()
        run = builder.build(
            changes({"src/main/java/p/Core.java": CORE.replace("ONE = 1", "ONE = 2")})
        )

    assert measurement.strategy is StrategyName.DIRECT
    assert measurement.stable_pass == {"p.CoreTest#isOne"}
    assert run.tests is not None
    assert run.tests.outcomes == {"p.CoreTest#isOne": TestOutcome.FAILED}


def test_a_plugin_from_an_address_that_is_gone_is_the_reason_why_a_base_is_invalid(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    build = """buildscript {
  repositories { maven { url 'https://plugins.gone.invalid/m2' } }
  dependencies { classpath 'com.example:plugin:1.0' }
}
apply plugin: 'java'
"""
    with commit(tmp_path, {"build.gradle": build, "src/main/java/A.java": "class A { }"}) as old:
        builder = open_builder(old, old.resolve("HEAD"), options(tmp_path / "cache"), sandbox)

        with pytest.raises(BaseInvalidError) as error:
            builder.measure()

    assert error.value.message.startswith(
        "the build cannot be configured: something that it needs cannot be had:"
    )
    assert "Could not resolve com.example:plugin:1.0" in error.value.message
    assert "plugins.gone.invalid" in error.value.message
