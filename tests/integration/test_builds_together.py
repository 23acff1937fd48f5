"""The changed modules and those that need them in one run of the project's own build: what it shows is what two runs show."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.counting_sandbox import CountingSandbox
from tests.support.maven_subject import cache_with, changes, commit
from tests.support.reactor_subject import CORE, CORE_PATH, FILES
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.builds.speedups import Speedup
from verifier.domain.testrun import BuildRun, TestOutcome
from verifier.errors import UsageError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

CANDIDATES: Mapping[str, Mapping[str, str | None]] = {
    "passes": {CORE_PATH: CORE.replace("2 * n", "n + n")},
    "fails in its own module": {CORE_PATH: CORE.replace("2 * n", "3 * n")},
    "fails in others": {
        CORE_PATH: CORE.replace("return 0", "return 1").replace("LIMIT = 3", "LIMIT = 4")
    },
    "does not compile": {CORE_PATH: CORE.replace("return 0", "return")},
    "does not compile in others": {CORE_PATH: CORE.replace("least()", "least(int n)")},
}
NOTICED = {"p.SameTest#doubles", "app:p.SameTest#fours"}


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("reactor"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def counting(sandbox: Sandbox) -> CountingSandbox:
    return CountingSandbox(sandbox=sandbox)


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> BuildOptions:
    cache = cache_with(libraries, tmp_path_factory.mktemp("reactor") / "cache")
    limits = JobLimits(wall_seconds=300)
    return BuildOptions(strategy=StrategyChoice.MAVEN, cache=cache, base_runs=1, limits=limits)


def open_base(subject: Repository, sandbox: Sandbox, options: BuildOptions) -> Builder:
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [CORE_PATH], options)
    return open_modules(subject, head, modules, options, sandbox)


@pytest.fixture(scope="module")
def together(subject: Repository, counting: CountingSandbox, options: BuildOptions) -> Builder:
    return open_base(subject, counting, options)


@pytest.fixture(scope="module")
def apart(subject: Repository, counting: CountingSandbox, options: BuildOptions) -> Builder:
    return open_base(subject, counting, replace(options, without=frozenset({Speedup.TOGETHER})))


def view_of(run: BuildRun) -> tuple[object, ...]:
    tests = run.tests
    said = None if tests is None else (dict(tests.outcomes), set(tests.failures), tests.tamper)
    return run.end, run.compiled, run.errors, run.restored, run.built, said


def test_the_base_is_measured_as_in_two_runs(together: Builder, apart: Builder) -> None:
    measured = together.measure()

    assert "last:p.LastTest(again)#isAtHome" in measured.stable_pass
    assert {"p.SameTest#doubles", "app:p.SameTest#runs"} <= measured.stable_pass
    assert replace(measured, seconds=0) == replace(apart.measure(), seconds=0)
    assert replace(together.measure_whole(), seconds=0) == replace(apart.measure_whole(), seconds=0)


@pytest.mark.parametrize("name", CANDIDATES)
def test_a_candidate_is_built_once_and_shows_what_two_builds_show(
    together: Builder, apart: Builder, counting: CountingSandbox, name: str
) -> None:
    together.measure()
    apart.measure()
    candidate, before = changes(CANDIDATES[name]), len(counting.labels)

    found = together.build(candidate)

    assert counting.labels[before:] == ["maven candidate"]
    assert view_of(found) == view_of(apart.build(candidate))


@pytest.mark.parametrize(
    "tests",
    [
        pytest.param(("p.SameTest#doubles",), id="its own", marks=pytest.mark.twin),
        pytest.param(("app:p.SameTest#fours",), id="another module's"),
        pytest.param(tuple(sorted(NOTICED)), id="of both"),
        pytest.param((), id="none"),
    ],
)
def test_some_tests_alone_are_those_of_their_module(
    together: Builder, apart: Builder, tests: tuple[str, ...]
) -> None:
    candidate = changes(CANDIDATES["fails in its own module"])

    assert view_of(together.rerun(candidate, tests)) == view_of(apart.rerun(candidate, tests))
    assert view_of(together.base_round(tests, 1)) == view_of(apart.base_round(tests, 1))


def test_a_change_in_a_module_that_is_not_built_is_refused_as_ever(
    together: Builder, apart: Builder
) -> None:
    candidate = changes({"alone/src/main/java/p/Alone.java": "package p;\nclass Alone { }\n"})

    for each in (together, apart):
        with pytest.raises(UsageError, match="in a module that is not built"):
            each.build(candidate)


EXPECTED = "core/src/test/resources/expected.txt"
TAKEN = "<build><resources><resource><directory>../core/src/test/resources</directory></resource></resources>"
SHARED: Mapping[str, str] = {
    **FILES,
    EXPECTED: "6",
    "app/pom.xml": FILES["app/pom.xml"].replace("<build>", TAKEN),
    "core/src/test/java/p/DataTest.java": """package p;
import org.junit.*;
public class DataTest {
  @Test public void isAsExpected() throws Exception {
    int expected = DataTest.class.getResourceAsStream("/expected.txt").read() - '0';
    Assert.assertEquals(expected, Core.twice(3));
  }
}
""",
}


def test_test_data_that_another_module_takes_as_a_resource_stays_the_bases(
    tmp_path: Path, counting: CountingSandbox, options: BuildOptions
) -> None:
    with commit(tmp_path, SHARED) as repository:
        builder = open_base(repository, counting, options)
        builder.measure()
        candidate = changes({CORE_PATH: CORE.replace("2 * n", "3 * n"), EXPECTED: "9"})
        run = builder.build(candidate)

    assert run.restored == (EXPECTED,)
    assert run.tests is not None
    assert run.tests.outcomes["p.DataTest#isAsExpected"] is TestOutcome.FAILED
