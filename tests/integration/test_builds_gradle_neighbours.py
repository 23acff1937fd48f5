"""A commit of a Gradle project that is built like one that was prepared: nothing is fetched, verdicts stay the same."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from tests.support.neighbour_subject import EQUAL, MORE, OFFLINE, SOURCES, TEST_PATH, assert_agree
from tests.support.warm_gradle import gradle_is_there
from verifier.builds.build_tools import java_tree
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions
from verifier.builds.speedups import Speedup
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(not gradle_is_there(), reason="no gradle on this machine"),
    pytest.mark.usefixtures("with_warm_gradle"),
]

BUILD = """apply plugin: 'java'
repositories { mavenCentral() }
dependencies { testCompile 'junit:junit:4.13.2' }
"""
FIRST: Mapping[str, str] = {"build.gradle": BUILD, **SOURCES}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """The first commit, one with another test and another class, one with another build file."""
    writer = maven_subject.begin_repository(tmp_path_factory.mktemp("neighbours"))
    writer.commit(FIRST, "first")
    more = {TEST_PATH: MORE, "src/main/java/p/B.java": "package p;\nclass B { }\n"}
    writer.commit(more, "test")
    writer.commit({"build.gradle": f"{BUILD}// another\n"}, "build")
    with Repository.open(writer.path) as opened:
        yield opened


@pytest.fixture(scope="module")
def cache(
    repository: Repository, sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A cache in which the first commit was measured."""
    made = tmp_path_factory.mktemp("cache")
    open_builder(repository, repository.resolve("HEAD~2"), options(made), sandbox).measure()
    return made


def options(cache: Path, *without: Speedup) -> BuildOptions:
    limits = JobLimits(wall_seconds=240)
    return BuildOptions(cache=cache, base_runs=1, limits=limits, without=frozenset(without))


def test_a_neighbour_is_prepared_without_its_own_build(
    repository: Repository, cache: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    counting, commit = CountingSandbox(sandbox=sandbox), repository.resolve("HEAD~1")
    builder = open_builder(repository, commit, options(cache), counting)
    builder.measure()

    assert counting.labels == OFFLINE

    alone = open_builder(repository, commit, options(cache, Speedup.NEIGHBOURS), sandbox)
    assert_agree(builder, alone, java_tree(repository.tree(commit)), tmp_path)


def test_another_build_file_is_prepared_anew(
    repository: Repository, cache: Path, sandbox: Sandbox
) -> None:
    counting = CountingSandbox(sandbox=sandbox)
    commit = repository.resolve("HEAD")
    measured = open_builder(repository, commit, options(cache), counting).measure()

    assert "prepare gradle" in counting.labels
    assert measured.strategy_reason == EQUAL
