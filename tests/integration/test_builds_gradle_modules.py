"""Several projects of a Gradle build by our own compiler and launcher: what Gradle says, with our evidence."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chained_gradle import CORE, CORE_PATH, FILES
from tests.support.maven_subject import changes, commit, judge
from verifier.builds.base import Builder, BuildOptions, ModulesBuilt, StrategyChoice, StrategyName
from verifier.builds.build_tools import java_tree
from verifier.builds.measurement import open_builder
from verifier.builds.several_modules import ChangedModules, open_modules
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import EVENT_CHAIN, GRADLE_XML
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Limits, Sandbox
from verifier.tools.git import Repository

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine"),
]

FAR = "what only a far project's test notices"
LEAST = "public static int least() { return 0; }"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("chained"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> BuildOptions:
    cache = tmp_path_factory.mktemp("cache")
    return BuildOptions(cache=cache, base_runs=1, limits=Limits(wall_seconds=400))


@pytest.fixture(scope="module", params=["auto", "gradle"])
def builder(
    request: pytest.FixtureRequest, subject: Repository, sandbox: Sandbox, options: BuildOptions
) -> Builder:
    """Of a change in `core`, which all others need."""
    chosen = replace(options, strategy=StrategyChoice(request.param))
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [CORE_PATH], chosen)
    return open_modules(subject, head, modules, chosen, sandbox)


def judged(
    builder: Builder, subject: Repository, folder: Path, files: Mapping[str, str | None]
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    return judge(builder, tree, changes(files), folder)


def test_projects_that_need_a_changed_one_are_measured_alike(builder: Builder) -> None:
    measurement = builder.measure()

    assert measurement.stable_pass == {
        "p.SameTest#doubles",
        "mid+test:p.SameTest#isLimited",
        "app+test:p.AppTest#isEight",
        "app+test:p.AppTest#isLeast",
        "app+test:p.AppTest#isAtHome",
    }
    assert measurement.modules == ModulesBuilt(compiled=("app", "core", "mid"))
    if measurement.strategy is StrategyName.DIRECT:
        assert measurement.notes[0] == (
            "modules that need the changed ones are built by direct:"
            " its tests equal those of the project's own build"
        )


VERDICTS: Mapping[str, tuple[Mapping[str, str | None], Reason | None, set[str]]] = {
    "a signature that only another project uses": (
        {CORE_PATH: CORE.replace(LEAST, LEAST.replace("()", "(int n)"))}, Reason.COMPILE_ERROR, set(),
    ),
    "24 a constant that another project has inlined": (
        {CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4")}, Reason.TEST_FAILED, {"mid+test:p.SameTest#isLimited"},
    ),
    FAR: (
        {CORE_PATH: CORE.replace("return 0", "return 1")}, Reason.TEST_FAILED, {"app+test:p.AppTest#isLeast"},
    ),
    "the same code in other words": (
        {CORE_PATH: CORE.replace("2 * n", "n + n")}, None, set(),
    ),
}  # fmt: skip


BOTH_WAYS = [
    *(("auto", name) for name in VERDICTS),
    # Each start of Gradle takes seconds, and another case has a test that fails there.
    *(("gradle", name) for name in VERDICTS if name != FAR),
]


@pytest.mark.parametrize(("builder", "name"), BOTH_WAYS, indirect=["builder"])
def test_a_candidate_has_the_same_verdict_by_both_ways(
    builder: Builder, subject: Repository, tmp_path: Path, name: str
) -> None:
    files, reason, failed = VERDICTS[name]

    result = judged(builder, subject, tmp_path, files)

    assert (result.reason, set(result.data.get("failed", ()))) == (reason, failed)
    assert result.status is (Status.PASSED if reason is None else Status.FAILED)
    if reason is None:
        own = builder.measure().strategy is StrategyName.DIRECT
        assert result.data["evidence"] == (EVENT_CHAIN if own else GRADLE_XML)
    if reason is Reason.COMPILE_ERROR:
        assert result.details.startswith("app/src/main/java/p/app/App.java:6: ")
