"""Several modules by our own compiler and launcher: what the project's own build says, with our evidence."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chained_reactor import APP, APP_PATH, CORE, CORE_PATH, FILES, MID, MID_PATH
from tests.support.maven_subject import cache_with, changes, commit, judge
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.source import FileChange
from verifier.domain.testrun import EVENT_CHAIN, SUREFIRE_XML
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import find_jdks
from verifier.tools.process import check

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

CORE_RESOURCE = "core/src/main/resources/core.txt"
LEAST = "public static int least() { return 0; }"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    with commit(tmp_path_factory.mktemp("chained"), FILES) as repository:
        yield repository


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> BuildOptions:
    cache = cache_with(libraries, tmp_path_factory.mktemp("chained") / "cache")
    return BuildOptions(cache=cache, base_runs=1, limits=JobLimits(wall_seconds=300))


def open_base(subject: Repository, sandbox: Sandbox, options: BuildOptions, *files: str) -> Builder:
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), files, options)
    return open_modules(subject, head, modules, options, sandbox)


@pytest.fixture(scope="module", params=["auto", "maven"])
def builders(
    request: pytest.FixtureRequest, subject: Repository, sandbox: Sandbox, options: BuildOptions
) -> Mapping[str, Builder]:
    chosen = replace(options, strategy=StrategyChoice(request.param))
    changed = {CORE_PATH: [CORE_PATH], MID_PATH: [CORE_PATH, MID_PATH], APP_PATH: [APP_PATH]}
    return {path: open_base(subject, sandbox, chosen, *files) for path, files in changed.items()}


_JUDGED: dict[tuple[Builder, str], CheckResult] = {}
"""Verdicts that several tests look at."""


def judge_files(
    builder: Builder, subject: Repository, folder: Path, files: Mapping[str, str | None]
) -> CheckResult:
    question = builder, repr(files)
    if question not in _JUDGED:
        tree = java_tree(subject.tree(subject.resolve("HEAD")))
        _JUDGED[question] = judge(builder, tree, changes(files), folder)
    return _JUDGED[question]


def test_all_modules_of_a_chain_are_measured_alike(builders: Mapping[str, Builder]) -> None:
    far, near = builders[CORE_PATH].measure(), builders[APP_PATH].measure()

    assert far.stable_pass == {
        "p.SameTest#doubles",
        "mid:p.SameTest#isLimited",
        "app:p.AppTest#isEight",
        "app:p.AppTest#isLeast",
        "app:p.AppTest#isAtHome",
    }
    # What it needs is compiled and not tested.
    assert near.stable_pass == {"p.AppTest#isEight", "p.AppTest#isLeast", "p.AppTest#isAtHome"}
    if near.strategy is not StrategyName.MAVEN:
        assert near.strategy_reason == "its tests equal those of the project's own build"
        assert far.notes == (
            f"modules that need the changed ones are built by direct: {near.strategy_reason}",
            "modules need the changed ones: no stop at the first failure, planted faults in the changed ones alone",
        )


VERDICTS: Mapping[str, tuple[str, Mapping[str, str | None], Reason | None, set[str]]] = {
    "a signature that only another module uses": (
        CORE_PATH, {CORE_PATH: CORE.replace(LEAST, LEAST.replace("()", "(int n)"))}, Reason.COMPILE_ERROR, set(),
    ),
    "a constant that another module has inlined": (
        CORE_PATH, {CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4")}, Reason.TEST_FAILED, {"mid:p.SameTest#isLimited"},
    ),
    "what only a far module's test notices": (
        CORE_PATH, {CORE_PATH: CORE.replace("return 0", "return 1")}, Reason.TEST_FAILED, {"app:p.AppTest#isLeast"},
    ),
    "the same code in other words": (
        CORE_PATH, {CORE_PATH: CORE.replace("2 * n", "n + n")}, None, set(),
    ),
    "a method more in a module that needs others": (
        APP_PATH, {APP_PATH: APP.replace("2 * new Mid().four()", "twice(new Mid().four())").replace(
            "public int least", "private static int twice(int n) { return n + n; }\n  public int least")}, None, set(),
    ),
    "another signature in a module that needs others, whose tests need these": (
        APP_PATH, {APP_PATH: APP.replace("public int least", "public int most() { return 9; }\n  public int least")}, None, set(),
    ),
    "another signature in the middle, which a later module needs with the first one": (
        MID_PATH, {MID_PATH: MID.replace("public int limit", "public int five() { return 5; }\n  public int limit")}, None, set(),
    ),
    "a resource that is gone, which another module's test asks for": (
        CORE_PATH, {CORE_RESOURCE: None}, Reason.TEST_FAILED, {"app:p.AppTest#isAtHome"},
    ),
    "a broken method in a module that needs others": (
        APP_PATH, {APP_PATH: APP.replace("2 * new", "3 * new")}, Reason.TEST_FAILED, {"p.AppTest#isEight"},
    ),
    "a method that another module does not have": (
        APP_PATH, {APP_PATH: APP.replace("four()", "five()")}, Reason.COMPILE_ERROR, set(),
    ),
}  # fmt: skip


OF_OUR_OWN_WAY = (
    "what only a far module's test notices",
    "a method more in a module that needs others",
    "another signature in a module that needs others, whose tests need these",
    "another signature in the middle, which a later module needs with the first one",
    "a method that another module does not have",
)
"""Which modules our own compiler compiles again; Maven compiles all of them each time."""


@pytest.mark.twin(builders=["maven"], name=OF_OUR_OWN_WAY)
@pytest.mark.parametrize("name", VERDICTS)
def test_24_26_a_candidate_has_the_same_verdict_by_both_ways(
    builders: Mapping[str, Builder], subject: Repository, tmp_path: Path, name: str
) -> None:
    path, files, reason, failed = VERDICTS[name]

    result = judge_files(builders[path], subject, tmp_path, files)

    assert (result.reason, set(result.data.get("failed", ()))) == (reason, failed)
    assert result.status is (Status.PASSED if reason is None else Status.FAILED)
    if reason is None:
        own = builders[path].measure().strategy is StrategyName.DIRECT
        assert result.data["evidence"] == (EVENT_CHAIN if own else SUREFIRE_XML)


def test_an_error_in_a_far_module_names_its_file(
    builders: Mapping[str, Builder], subject: Repository, tmp_path: Path
) -> None:
    files = {CORE_PATH: CORE.replace(LEAST, LEAST.replace("()", "(int n)"))}

    result = judge_files(builders[CORE_PATH], subject, tmp_path, files)

    assert result.details.startswith("app/src/main/java/p/app/App.java:6: ")


def test_a_candidate_that_changes_several_modules_is_built_whole(
    builders: Mapping[str, Builder],
) -> None:
    both = {
        CORE_PATH: CORE.replace("int twice(int n)", "int doubled(int n)"),
        MID_PATH: MID.replace("Core.twice", "Core.doubled"),
    }

    run = builders[MID_PATH].build(changes({**both, "core/src/test/java/p/SameTest.java": None}))

    # The base's own test of `core` still asks for the old name.
    assert not run.compiled
    assert run.errors[0].file == "core/src/test/java/p/SameTest.java"


def test_direct_alone_builds_what_needs_a_change_too(
    subject: Repository, sandbox: Sandbox, options: BuildOptions, tmp_path: Path
) -> None:
    builder = open_base(
        subject, sandbox, replace(options, strategy=StrategyChoice.DIRECT), CORE_PATH
    )
    measurement = builder.measure()

    result = judge_files(
        builder, subject, tmp_path, {CORE_PATH: CORE.replace("LIMIT = 3", "LIMIT = 4")}
    )

    assert measurement.modules is not None
    assert measurement.modules.compiled == ("app", "core", "mid")
    assert result.data["failed"] == ["mid:p.SameTest#isLimited"]


def test_a_class_file_among_the_resources_does_not_speak_for_its_source(
    builders: Mapping[str, Builder], subject: Repository, tmp_path: Path
) -> None:
    source = tmp_path / "Core.java"
    source.write_text(CORE)
    check([find_jdks()[0].home / "bin" / "javac", "--release", "8", source])
    right = FileChange(
        path="core/src/main/resources/p/core/Core.class",
        content=(tmp_path / "Core.class").read_bytes(),
    )
    wrong = changes({CORE_PATH: CORE.replace("2 * n", "3 * n")})
    both = replace(wrong, changes=(*wrong.changes, right))
    tree = java_tree(subject.tree(subject.resolve("HEAD")))

    result = judge(builders[CORE_PATH], tree, both, tmp_path)

    assert result.reason is Reason.TEST_FAILED
    assert "p.SameTest#doubles" in result.data["failed"]
