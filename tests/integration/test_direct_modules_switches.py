"""Each optimisation and addition works with a build of several modules by our own compiler, or says why not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.archives import wait_for_archives
from tests.support.chained_reactor import APP, APP_PATH, CORE, CORE_PATH, FILES
from tests.support.maven_subject import cache_with, changes, commit
from tests.support.watched_sandbox import Watched
from verifier.analysis.pool import AnalysisPool
from verifier.builds.builder import Builder, Faults, JavaAgent
from verifier.builds.evidence.reach_maps import read_reach
from verifier.builds.measuring.suite_runs import ONLY_OF_ONE
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.speedups import Speedup
from verifier.domain.testrun import BuildRun, RunEnd
from verifier.sandbox.base import JobLimits
from verifier.tools.git.repository import Repository
from verifier.tools.own_jar import RUNNER

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.engine]

WRONG = {CORE_PATH: CORE.replace("return 0", "return 1")}
NO_JAVA = {CORE_PATH: CORE.replace("return 0", "return")}
OTHER_SIGNATURE = {CORE_PATH: CORE.replace("least()", "least(int n)")}
REFACTORED = {CORE_PATH: CORE.replace("2 * n", "n + n")}
LIMITED = {CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4")}
TESTS = {
    "p.SameTest#doubles",
    "mid:p.SameTest#isLimited",
    "app:p.AppTest#isEight",
    "app:p.AppTest#isLeast",
    "app:p.AppTest#isAtHome",
}


@pytest.fixture(scope="module")
def docker() -> Iterator[Watched]:
    with Watched() as opened:
        yield opened


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("switches"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> BuildOptions:
    cache = cache_with(libraries, tmp_path_factory.mktemp("switches") / "cache")
    limits = JobLimits(wall_seconds=300)
    return BuildOptions(strategy=StrategyChoice.DIRECT, cache=cache, base_runs=1, limits=limits)


def open_base(subject: Repository, docker: Watched, options: BuildOptions, path: str) -> Builder:
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [path], options)
    return open_modules(subject, head, modules, options, docker)


@pytest.fixture(scope="module")
def builder(subject: Repository, docker: Watched, options: BuildOptions) -> Builder:
    return open_base(subject, docker, options, CORE_PATH)


def view_of(run: BuildRun) -> object:
    tests = run.tests
    outcomes = None if tests is None else (dict(tests.outcomes), tests.complete)
    return run.end, run.compiled, run.errors, run.built, outcomes


@pytest.mark.parametrize(
    "files", [WRONG, NO_JAVA, OTHER_SIGNATURE, REFACTORED, LIMITED], ids=range(5)
)
def test_a_compiler_that_stays_archives_and_compiling_in_part_make_no_difference(
    subject: Repository,
    docker: Watched,
    options: BuildOptions,
    builder: Builder,
    files: dict[str, str | None],
) -> None:
    plain = replace(
        options,
        without=frozenset({Speedup.WARM_COMPILER, Speedup.CLASS_ARCHIVES, Speedup.COMPILE_IN_PART}),
    )
    slow = open_base(subject, docker, plain, CORE_PATH)
    started, before = docker.services, len(docker.jobs)

    quick = builder.build(changes(files))

    assert "compile candidate" not in docker.jobs[before:]
    assert docker.services - started <= 2
    assert view_of(quick) == view_of(slow.build(changes(files)))
    assert "compile candidate" in docker.jobs[before:]
    assert quick.end is RunEnd.EXITED


def test_jvms_of_all_modules_start_from_an_archive_once_there_is_one(
    docker: Watched, builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.builds.direct.class_archive.USES_BEFORE", 3)
    for n in range(5):
        builder.build(changes({CORE_PATH: CORE.replace("2 * n", f"2 * n + {n} - {n}")}))
        wait_for_archives()

    assert docker.jobs.count("archive of the launcher") == 1
    assert sum("-XX:SharedArchiveFile" in word for word in docker.words) > 1


def test_what_needs_one_module_alone_is_refused_and_the_record_says_so(
    subject: Repository, docker: Watched, options: BuildOptions, builder: Builder
) -> None:
    near = open_base(subject, docker, options, APP_PATH)
    wrong = changes({APP_PATH: APP.replace("2 * new", "3 * new")})
    faults = Faults(among=near.measure().stable_pass, seed="s", word="w")
    java_agent = JavaAgent(jar=RUNNER.path(), options="", files={}, result="none")

    assert builder.first_failure(changes(WRONG)) is None
    assert near.first_failure(wrong) is None
    assert near.plant(None, faults) is None
    assert near.observe(java_agent) == b""
    assert near.measure().notes == (ONLY_OF_ONE,)
    assert ONLY_OF_ONE == (
        "several modules have code: no stop at the first failure, no planted faults,"
        " no inputs from tests for fuzzing"
    )
    assert builder.measure().notes[-1] == (
        "modules need the changed ones: no stop at the first failure,"
        " planted faults in the changed ones alone"
    )


def test_what_the_tests_of_all_modules_execute_is_recorded(
    subject: Repository, docker: Watched, options: BuildOptions, analysis: AnalysisPool
) -> None:
    every = replace(options, recorded=True, modules=("app", "core", "mid"))
    near = open_base(subject, docker, every, APP_PATH)

    recording = near.recording()
    found = read_reach(analysis, recording, near.classes(None))
    run = near.build(changes({APP_PATH: APP.replace("2 * new", "1 * 2 * new")}))

    # Twice by `app` and once by `core` itself: the records of three JVMs are one.
    assert (recording.trouble, recording.by_test) == ("", False)
    assert found is not None
    assert run.recording is not None
    assert all(name in run.recording.data for name in (b"p/core/Core", b"p/mid/Mid", b"p/app/App"))
    assert near.reach(analysis) is None
