"""How a base of several modules comes to its class paths."""

from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.maven.description import (
    build_with_class_paths,
    describe,
    describe_after_build,
)
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.options import BuildOptions
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, JobResult

PLACE = {"place": b"/job/tree\n"}
ASKING = "Failed to execute goal org.apache.maven.plugins:maven-dependency-plugin:3.6.1:list"
BUILDING = "Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile"


def two(tmp_path: Path) -> PreparedBase:
    folder = tmp_path / "prepared"
    for name in ("core", "app"):
        path = folder / "base" / name / "pom.xml"
        path.parent.mkdir(parents=True)
        path.write_text("<project/>")
    modules = tuple(replace(MODULE, folder=name, name=f"g:{name}") for name in ("core", "app"))
    return replace(PREPARED, folder=folder, modules=modules, selected=("app",), notes=("odd",))


def make_failure(goal: str) -> JobResult:
    return replace(
        make_result(PLACE, status=1), output=f"[ERROR] {goal} (x) on project app: y".encode()
    )


def goals(sandbox: ScriptedSandbox) -> list[bool]:
    """Of each run whether it asked for class paths."""
    return [any("build-classpath" in word for word in job.command) for job in sandbox.jobs]


@pytest.mark.parametrize(
    ("result", "asked"),
    [
        pytest.param(make_result(PLACE), [True], id="it went well"),
        pytest.param(make_failure(BUILDING), [True], id="the build failed"),
        pytest.param(make_failure(ASKING), [True, False], id="the question failed"),
    ],
)
def test_a_build_that_only_the_question_breaks_runs_without_it(
    tmp_path: Path, result: JobResult, asked: list[bool]
) -> None:
    sandbox = ScriptedSandbox(result=result, later=make_result(PLACE))
    prepared = two(tmp_path)
    online = Online(sandbox, prepared.libraries, JobLimits())

    found = build_with_class_paths(OnlineMaven.of(prepared, online), prepared, ["clean", "package"])

    assert goals(sandbox) == asked
    assert found.status == (1 if asked == [True] and result.exit_code else 0)


def test_one_module_is_not_asked_again(tmp_path: Path) -> None:
    sandbox = ScriptedSandbox(result=make_result(PLACE))
    alone = replace(two(tmp_path), modules=(MODULE,))
    online = Online(sandbox, alone.libraries, JobLimits())

    build_with_class_paths(OnlineMaven.of(alone, online), alone, ["clean", "test"])

    assert goals(sandbox) == [False]


def test_without_class_paths_our_own_compiler_is_refused_and_the_rest_stays(tmp_path: Path) -> None:
    prepared = two(tmp_path)
    work = Groundwork(
        commit=prepared.commit,
        folder=prepared.folder,
        libraries=prepared.libraries,
        jdks=(prepared.jdk,),
        tool=prepared.tool,
        online=Online(ScriptedSandbox(result=make_result(PLACE)), prepared.libraries, JobLimits()),
        graph=prepared.graph,
        options=BuildOptions(modules=("core", "app", "gone")),
    )

    found = describe_after_build(work, prepared, None)

    assert found.direct_refusal == "its class path cannot be had"
    assert (found.selected, found.notes) == (("app",), ("odd",))


def pom(packaging: str) -> str:
    return (
        "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>"
        f"<packaging>{packaging}</packaging><build><directory>/job/tree/target</directory>"
        "<sourceDirectory>/job/tree/src/main/java</sourceDirectory>"
        "<testSourceDirectory>/job/tree/src/test/java</testSourceDirectory>"
        "<outputDirectory>/job/tree/target/classes</outputDirectory>"
        "<testOutputDirectory>/job/tree/target/test-classes</testOutputDirectory></build></project>"
    )


ONE = f"<projects>{pom('jar')}</projects>"
JUPITER = "org/junit/jupiter/junit-jupiter-api/5.10.5/junit-jupiter-api-5.10.5.jar"
LAUNCHER = "org/junit/platform/junit-platform-launcher/1.10.5/junit-platform-launcher-1.10.5.jar"
PATH_FILE = {"tree/.refverify-class-path": f"/mnt/store/{JUPITER}".encode()}
TOLD = {
    **PLACE,
    "tree/.refverify-effective-pom.xml": ONE.encode(),
    **PATH_FILE,
}


def work_on(folder: Path, sandbox: ScriptedSandbox, graph: ModuleGraph) -> Groundwork:
    libraries = folder / "libraries"
    return Groundwork(
        commit=PREPARED.commit,
        folder=folder,
        libraries=libraries,
        jdks=(PREPARED.jdk,),
        tool=PREPARED.tool,
        online=Online(sandbox, libraries, JobLimits()),
        graph=graph,
        options=BuildOptions(),
    )


@pytest.mark.parametrize(
    ("packagings", "asked"),
    [
        pytest.param(("jar",), [True], id="one module"),
        pytest.param(("pom", "jar"), [True], id="one module and its parent"),
        # The effective pom has one, whatever lies in the tree.
        pytest.param(("pom", "jar", "war"), [False, True], id="two modules, as it looks"),
    ],
)
def test_class_paths_are_asked_for_where_one_module_has_code(
    tmp_path: Path, packagings: tuple[str, ...], asked: list[bool]
) -> None:
    sandbox = ScriptedSandbox(result=make_result(TOLD))
    folders = [".", "core", "app"][: len(packagings)]
    for folder, packaging in zip(folders, packagings, strict=True):
        path = tmp_path / "base" / folder / "pom.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pom(packaging))
    work = work_on(tmp_path, sandbox, ModuleGraph(needs=dict.fromkeys(folders, ())))

    found = describe(work, PREPARED.tool, PREPARED.jdk)

    assert goals(sandbox) == asked
    assert [jar.path for jar in found.module.class_path.jars] == [JUPITER]


@pytest.mark.parametrize("brought", [True, False])
def test_a_launcher_that_the_own_build_brings_is_not_fetched_again(
    tmp_path: Path, *, brought: bool
) -> None:
    sandbox = ScriptedSandbox(result=make_result(TOLD))
    work = work_on(tmp_path, sandbox, ModuleGraph())
    described = describe(work, PREPARED.tool, PREPARED.jdk)
    assert len(sandbox.jobs) == 1
    if brought:
        jar = work.libraries / LAUNCHER
        jar.parent.mkdir(parents=True)
        jar.write_bytes(b"")

    found = describe_after_build(work, described, None)

    assert LAUNCHER in found.launching.jars
    fetched = [word for job in sandbox.jobs[1:] for word in job.command if "-Dartifact" in word]
    launcher = "-Dartifact=org.junit.platform:junit-platform-launcher:1.10.5"
    assert (launcher in fetched) is not brought


@pytest.mark.parametrize("name", [":a", "core/pom.xml"])
def test_a_name_of_a_module_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    sandbox = ScriptedSandbox(result=make_result(TOLD))
    (tmp_path / "base").mkdir()
    work = work_on(tmp_path, sandbox, ModuleGraph(needs={".": ()}))
    asked = replace(work, options=BuildOptions(modules=(name,)))

    with pytest.raises(
        BaseInvalidError, match=rf"no module of the build lies in {name}, only in \."
    ):
        describe(asked, PREPARED.tool, PREPARED.jdk)


@pytest.mark.parametrize(
    ("asked", "tested"),
    [
        ("core", [False, True]),
        pytest.param("far", [True, True], id="one that builds far from its folder"),
    ],
)
def test_tests_run_in_the_modules_that_were_asked_for(
    tmp_path: Path, asked: str, tested: list[bool]
) -> None:
    core = pom("jar").replace("/job/tree/", "/job/tree/core/")
    both = f"<projects>{pom('jar')}{core}</projects>".encode()
    sandbox = ScriptedSandbox(
        result=make_result({**TOLD, "tree/.refverify-effective-pom.xml": both})
    )
    (tmp_path / "base").mkdir()
    work = work_on(tmp_path, sandbox, ModuleGraph(needs={".": (), "core": (), "far": ()}))

    found = describe(
        replace(work, options=BuildOptions(modules=(asked,))), PREPARED.tool, PREPARED.jdk
    )

    assert [module.tested for module in found.modules] == tested


@pytest.mark.parametrize("folder", ["lib", "libs/deep/lib", "."])
def test_the_effective_pom_is_found_in_whichever_module_is_built_first(
    tmp_path: Path, folder: str
) -> None:
    name = PurePosixPath("tree", folder, ".refverify-effective-pom.xml").as_posix()
    sandbox = ScriptedSandbox(result=make_result({**PLACE, name: ONE.encode(), **PATH_FILE}))
    for each in (".", folder):
        path = tmp_path / "base" / each / "pom.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pom("jar"))
    work = work_on(tmp_path, sandbox, ModuleGraph(needs={".": (), folder: ()}))

    assert describe(work, PREPARED.tool, PREPARED.jdk).modules
    assert name in sandbox.jobs[0].results
