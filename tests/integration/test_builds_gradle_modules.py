"""Several projects of a Gradle build by our own compiler and launcher: what Gradle says, with our evidence."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.chained_gradle import CORE, CORE_PATH, FILES
from tests.support.maven_subject import changes, commit, judge
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder, ModulesBuilt
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.builds.preparing.preparation import prepare
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.testrun import EVENT_CHAIN, GRADLE_XML
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on this machine"),
    pytest.mark.usefixtures("with_warm_gradle"),
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
    return BuildOptions(cache=cache, base_runs=1, limits=JobLimits(wall_seconds=400))


@pytest.fixture(scope="module")
def builder(
    request: pytest.FixtureRequest, subject: Repository, sandbox: Sandbox, options: BuildOptions
) -> Builder:
    """Of a change in `core`, which all others need."""
    chosen = replace(options, strategy=StrategyChoice(request.param))
    head = subject.resolve("HEAD")
    modules = ChangedModules.of(subject.tree(head), [CORE_PATH], chosen)
    return open_modules(subject, head, modules, chosen, sandbox)


def judge_files(
    builder: Builder, subject: Repository, folder: Path, files: Mapping[str, str | None]
) -> CheckResult:
    tree = java_tree(subject.tree(subject.resolve("HEAD")))
    return judge(builder, tree, changes(files), folder)


@pytest.mark.parametrize("builder", ["auto", "gradle", "direct"], indirect=True)
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
        why = measurement.strategy_reason
        assert why in {"its tests equal those of the project's own build", "it was asked for"}
        assert measurement.notes[0] == (
            f"modules that need the changed ones are built by direct: {why}"
        )


VERDICTS: Mapping[str, tuple[Mapping[str, str | None], Reason | None, set[str]]] = {
    "a signature that only another project uses": (
        {CORE_PATH: CORE.replace(LEAST, LEAST.replace("()", "(int n)"))}, Reason.COMPILE_ERROR, set(),
    ),
    "a constant that another project has inlined": (
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
def test_24_26_a_candidate_has_the_same_verdict_by_both_ways(
    builder: Builder, subject: Repository, tmp_path: Path, name: str
) -> None:
    files, reason, failed = VERDICTS[name]

    result = judge_files(builder, subject, tmp_path, files)

    assert (result.reason, set(result.data.get("failed", ()))) == (reason, failed)
    assert result.status is (Status.PASSED if reason is None else Status.FAILED)
    if reason is None:
        own = builder.measure().strategy is StrategyName.DIRECT
        assert result.data["evidence"] == (EVENT_CHAIN if own else GRADLE_XML)
    if reason is Reason.COMPILE_ERROR:
        assert result.details.startswith("app/src/main/java/p/app/App.java:6: ")


PACKED: Mapping[str, tuple[str, str]] = {
    "plain": ("", ""),
    "tests": (
        ("task testJar(type: Jar) { classifier = 'tests'; from sourceSets.test.output }\n"
        "artifacts { used testJar }"), "",
    ),
    "more": (
        "jar { from 'build.gradle' }",
        "it needs more, whose jar :more:jar (it takes more than the output of source sets) makes",
    ),
    "meta": (
        "jar { metaInf { from 'build.gradle' } }",
        "it needs meta, whose jar :meta:jar (it puts files elsewhere) makes",
    ),
    "less": (
        "jar { exclude 'x/**' }",
        "it needs less, whose jar :less:jar (it takes files by patterns) makes",
    ),
    "lines": (
        "jar { filter { it } }",
        "it needs lines, whose jar :lines:jar (it changes files) makes",
    ),
    "steps": (
        "jar.doLast { }",
        "it needs steps, whose jar :steps:jar (it has other actions) makes",
    ),
    "step": (
        "jar.actions = [{ t -> ant.jar(destfile: t.archivePath, basedir: compileJava.destinationDir) } as Action]",
        "it needs step, whose jar :step:jar (it has other actions) makes",
    ),
    "shaded": (
        ("class Shaded extends Jar { }\n"
        "task shaded(type: Shaded) { classifier = 'all'; from sourceSets.main.output }\n"
        "artifacts { used shaded }"),
        "it needs shaded, whose jar :shaded:shaded (it is a Shaded) makes",
    ),
    "twice": (
        "task again(type: Jar) { from sourceSets.main.output }",
        "it needs twice, whose jar :twice:again or :twice:jar makes",
    ),
    "path": (
        "jar { manifest { attributes 'Class-Path': 'x.jar' } }",
        "it needs path, whose jar :path:jar (its manifest has Class-Path) makes",
    ),
    "off": (
        "jar.enabled = false",
        "it needs off, whose jar :off:jar (it was not run) makes",
    ),
    "dirs": (
        "sourceSets.main.output.dir 'src/main/java'",
        "it needs dirs, whose jar :dirs:jar (dirs/Some.java is not as among its classes) makes",
    ),
    "sets": (
        ("sourceSets { api { } }\n"
        "task apiJar(type: Jar) { classifier = 'api'; from sourceSets.api.output }\n"
        "artifacts { used apiJar }"),
        "it needs build/libs/sets-api.jar of sets, which is not its classes",
    ),
}  # fmt: skip
"""Projects that pack their classes in some way, and why what needs them is refused."""


def packing() -> dict[str, str]:
    """A project `user` whose tests need what all of them pack."""
    names = " ".join(PACKED)
    needs = (f"  testCompile project(path: ':{n}', configuration: 'used')" for n in PACKED)
    files = {
        "settings.gradle": f"include 'user'\n'{names}'.split().each {{ include it }}\n",
        "build.gradle": "subprojects {\n  apply plugin: 'java'\n  sourceCompatibility = 8\n"
        "  repositories { mavenCentral() }\n}\n",
        "user/build.gradle": "evaluationDependsOnChildren()\nevaluationDependsOn ':plain'\n"
        "dependencies {\n  testCompile 'junit:junit:4.12'\n"
        "  testCompile files(project(':plain').sourceSets.test.output.classesDirs)\n"
        + "\n".join(needs)
        + "\n}\n",
        "user/src/test/java/UserTest.java": "public class UserTest { @org.junit.Test public void runs() { } }\n",
    }
    for name, (text, _) in PACKED.items():
        files[f"{name}/build.gradle"] = (
            f"configurations {{ used }}\n{text}\n"
            "if (configurations.used.artifacts.empty) { artifacts { used jar } }\n"
        )
        for side in ("main", "test"):
            files[f"{name}/src/{side}/java/{name}/{'Some' if side == 'main' else 'Other'}.java"] = (
                f"package {name};\nclass {'Some' if side == 'main' else 'Other'} {{ }}\n"
            )
    return files


def test_a_jar_that_is_not_a_project_s_classes_is_refused_by_name(
    tmp_path: Path, sandbox: Sandbox, options: BuildOptions
) -> None:
    with commit(tmp_path, packing()) as repository:
        prepared = prepare(repository, repository.resolve("HEAD"), options, sandbox)

    user = prepared.modules[-1]
    assert user.folder == "user"
    assert set(user.unsupported) == {
        *(refusal for _, refusal in PACKED.values() if refusal),
        "its tests see plain without its resources",
    }
    right = {name for name, (_, refusal) in PACKED.items() if not refusal}
    assert {(j.module, j.of) for j in user.class_path.jars if j.module in right} == {
        ("plain", "main"),
        ("plain", "test"),
        ("tests", "test"),
    }
    assert "user: it needs off, whose jar" in prepared.direct_refusal
