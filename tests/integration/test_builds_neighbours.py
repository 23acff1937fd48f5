"""A commit that is built like one that was prepared: nothing is fetched, verdicts stay the same."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.counting_sandbox import CountingSandbox
from tests.support.neighbour_subject import (
    CODE,
    CODE_PATH,
    EQUAL,
    MORE,
    OFFLINE,
    SOURCES,
    TEST_PATH,
    assert_agree,
)
from verifier.builds.build_tools import java_tree
from verifier.builds.measuring.base_builder import BaseBuilder, open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.preparing.preparation import prepare
from verifier.builds.preparing.prepared_folder import LIBRARIES
from verifier.builds.speedups import Speedup
from verifier.errors import BaseInvalidError, DownloadError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import find_jdks

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

FIRST: Mapping[str, str] = {"pom.xml": maven_subject.JUNIT4, **SOURCES}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """The first commit, one with another test, one with another resource, one that does not compile."""
    writer = maven_subject.begin_repository(tmp_path_factory.mktemp("neighbours"))
    writer.commit(FIRST, "first")
    writer.commit(
        {CODE_PATH: CODE.replace("public int", "/** One. */ public int"), TEST_PATH: MORE}, "test"
    )
    writer.commit({"src/main/resources/a.txt": "b\n"}, "resource")
    writer.commit(
        {CODE_PATH: CODE.replace("return 1", "return"), "src/main/resources/a.txt": "a\n"}, "broken"
    )
    with Repository.open(writer.path) as opened:
        yield opened


def options(cache: Path, *without: Speedup) -> BuildOptions:
    limits = JobLimits(wall_seconds=180)
    return BuildOptions(cache=cache, base_runs=1, limits=limits, without=frozenset(without))


@pytest.fixture(scope="module")
def cache(
    repository: Repository,
    sandbox: Sandbox,
    libraries: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A cache in which the first commit was measured."""
    made = maven_subject.cache_with(libraries, tmp_path_factory.mktemp("neighbours") / "cache")
    open_builder(repository, repository.resolve("HEAD~3"), options(made), sandbox).measure()
    return made


def test_a_neighbour_is_prepared_without_its_own_build(
    repository: Repository, cache: Path, sandbox: Sandbox, tmp_path: Path
) -> None:
    counting, commit = CountingSandbox(sandbox=sandbox), repository.resolve("HEAD~2")
    builder = BaseBuilder(repository, commit, options(cache), counting)
    builder.measure()

    assert counting.labels == OFFLINE
    lender = prepare(repository, repository.resolve("HEAD~3"), options(cache), sandbox)
    needed = (lender.folder / LIBRARIES).read_bytes()
    assert b"junit/junit/4.13.2/junit-4.13.2.jar" in needed
    assert (builder.prepared.folder / LIBRARIES).read_bytes() == needed

    alone = open_builder(repository, commit, options(cache, Speedup.NEIGHBOURS), sandbox)
    assert_agree(builder, alone, java_tree(repository.tree(commit)), tmp_path)


def test_direct_alone_takes_over_what_was_prepared_for_the_own_build(
    repository: Repository, cache: Path, sandbox: Sandbox
) -> None:
    counting, commit = CountingSandbox(sandbox=sandbox), repository.resolve("HEAD~3")
    direct = replace(options(cache), strategy=StrategyChoice.DIRECT)
    builder = open_builder(repository, commit, direct, counting)
    measured, toolchain = builder.measure(), builder.toolchain()
    assert counting.labels == OFFLINE

    alone = open_builder(
        repository, commit, replace(direct, without=frozenset({Speedup.NEIGHBOURS})), counting
    )

    assert replace(alone.measure(), seconds=0) == replace(measured, seconds=0)
    assert alone.toolchain() == toolchain
    assert counting.labels[len(OFFLINE) :] == ["prepare maven", "prepare maven", *OFFLINE]


def test_what_another_jdk_was_tried_for_first_is_not_taken_over(
    repository: Repository, cache: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = replace(options(cache), strategy=StrategyChoice.DIRECT, offline=True)
    commit, other = repository.resolve("HEAD~2"), replace(find_jdks()[0], version="0")
    monkeypatch.setattr(
        "verifier.builds.preparing.preparation.in_order_of_choice", lambda *_, **__: (other,)
    )

    with pytest.raises(DownloadError, match="is not prepared"):
        prepare(repository, commit, direct, sandbox)
    monkeypatch.undo()

    assert prepare(repository, commit, direct, sandbox).borrowed


def test_another_resource_is_prepared_anew(
    repository: Repository, cache: Path, sandbox: Sandbox
) -> None:
    counting = CountingSandbox(sandbox=sandbox)
    commit = repository.resolve("HEAD~1")
    measured = open_builder(repository, commit, options(cache), counting).measure()

    assert "prepare maven" in counting.labels
    assert measured.strategy_reason == EQUAL


def test_a_neighbour_that_does_not_compile_is_judged_by_its_own_preparation(
    repository: Repository, cache: Path, sandbox: Sandbox
) -> None:
    counting = CountingSandbox(sandbox=sandbox)
    builder = open_builder(repository, repository.resolve("HEAD"), options(cache), counting)

    with pytest.raises(BaseInvalidError, match=r"Code\.java:2"):
        builder.measure()
    assert "prepare maven" in counting.labels
