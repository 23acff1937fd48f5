"""Modules that the asked ones need: compiled, and tested only where they hold the change, whatever their poms say."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chained_reactor import APP, APP_PATH, CORE, CORE_PATH, FILES, MODULE
from tests.support.maven_subject import cache_with, changes, commit, judge
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.domain.outcome import Reason
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

# No property of a command line outweighs what stands there.
STUBBORN = """<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>
  <configuration><skip>false</skip><skipTests>false</skipTests></configuration>
  <executions><execution><id>again</id><goals><goal>test</goal></goals>
    <configuration><skip>false</skip><reportNameSuffix>again</reportNameSuffix></configuration>
  </execution></executions>
</plugin></plugins></build>"""


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    files = {**FILES, "core/pom.xml": MODULE.format("core", STUBBORN)}
    with commit(tmp_path_factory.mktemp("needed"), files) as repository:
        yield repository


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> BuildOptions:
    return BuildOptions(
        strategy=StrategyChoice.MAVEN,
        cache=cache_with(libraries, tmp_path_factory.mktemp("needed") / "cache"),
        base_runs=1,
        limits=JobLimits(wall_seconds=300),
        modules=("app",),
    )


def open_base(subject: Repository, sandbox: Sandbox, options: BuildOptions, *files: str) -> Builder:
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), files, options)
    return open_modules(subject, head, modules, options, sandbox)


def test_a_needed_module_is_not_tested_whatever_its_pom_says(
    subject: Repository, sandbox: Sandbox, options: BuildOptions
) -> None:
    measured = open_base(subject, sandbox, options, APP_PATH).measure()

    assert {test.partition("#")[0] for test in measured.stable_pass} == {"p.AppTest"}
    assert measured.modules is not None
    assert measured.modules.untested == {}


def test_one_that_holds_the_change_is_and_one_between_is_named(
    subject: Repository, sandbox: Sandbox, options: BuildOptions, tmp_path: Path
) -> None:
    builder = open_base(subject, sandbox, options, APP_PATH, CORE_PATH)
    both = {APP_PATH: APP + "\n", CORE_PATH: CORE.replace("2 * n", "n * n")}

    result = judge(
        builder, java_tree(subject.tree(subject.resolve("HEAD"))), changes(both), tmp_path
    )

    assert result.reason is Reason.TEST_FAILED
    assert set(result.data["failed"]) == {"p.SameTest#doubles", "p.SameTest(again)#doubles"}
    assert result.data["untested"] == {"mid": "it is not among --modules"}


def test_one_between_two_changed_ones_is_tested_with_what_needs_these(
    subject: Repository, sandbox: Sandbox, options: BuildOptions, tmp_path: Path
) -> None:
    builder = open_base(subject, sandbox, replace(options, modules=()), APP_PATH, CORE_PATH)
    both = {APP_PATH: APP + "\n", CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4")}
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    result = judge(builder, tree, changes(both), tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert result.data["failed"] == ["mid:p.SameTest#isLimited"]
    assert result.data["untested"] == {}
