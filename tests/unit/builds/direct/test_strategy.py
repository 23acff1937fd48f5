"""A base of two modules: what is compiled together, and what each job of tests has."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.class_files import class_file
from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.module import MAIN, TEST, ClassPath, Dependency, Module
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct.strategy import DirectStrategy
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, JobLimits, JobResult

CLASSES = make_result({"test/p/CoreTest.class": b"", "test-1/p/AppTest.class": b""})


def module(folder: str, *needs: Dependency) -> Module:
    return replace(
        MODULE,
        folder=folder,
        sources=(f"{folder}/src",),
        test_sources=(f"{folder}/test",),
        main_output=f"{folder}/out/main",
        test_output=f"{folder}/out/test",
        tests=replace(MODULE.tests, working_directory=folder),
        class_path=ClassPath(jars=needs),
    )


def core(of: str) -> Dependency:
    return Dependency(path="", name="p:core", version="1", main=of == MAIN, module="core", of=of)


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    for file in ("core/src/p/Core.java", "core/test/p/CoreTest.java", "app/src/p/App.java"):
        path = tmp_path / "prepared/base" / file
        path.parent.mkdir(parents=True)
        path.write_text("")
    modules = (module("core"), module("app", core(TEST), core(MAIN)))
    return replace(PREPARED, folder=tmp_path / "prepared", modules=modules)


def run_build(
    prepared: PreparedBase,
    *tests: str,
    after: float = 1.0,
    classes: JobResult = CLASSES,
    end: RunEnd = RunEnd.EXITED,
) -> tuple[RunEnd, list[Job]]:
    second = replace(make_result({}), seconds=after, end=end)
    sandbox = ScriptedSandbox(result=classes, later=second)
    request = BuildRequest(
        overlay=Overlay(), limits=JobLimits(wall_seconds=60), tests=tests, label="base"
    )
    run = DirectStrategy(prepared, sandbox, processing=False).build(request)
    return run.end, sandbox.jobs


def plan(job: Job) -> list[str]:
    return job.stdin.decode().splitlines()


def test_modules_are_compiled_in_one_job_each_against_what_it_needs(prepared: PreparedBase) -> None:
    compiling = run_build(prepared)[1][0]

    lines = plan(compiling)
    assert [line for line in lines if line.startswith("set ")] == [
        "set main",
        "set test",
        "set main-1",
        "set test-1",
    ]
    paths = "\n".join(line for line in lines if line.startswith(("set ", "path ")))
    assert paths == (
        "set main\nset test\npath ../main\n"
        "set main-1\npath ../main\n"
        "set test-1\npath ../main-1\npath ../test\npath ../main"
    )
    assert compiling.results == ("main", "test", "main-1", "test-1")


def test_each_module_s_tests_have_a_job_with_its_own_class_path_and_folder(
    prepared: PreparedBase,
) -> None:
    _, (_, first, second) = run_build(prepared)

    assert [line for line in plan(first) if line.startswith("class ")] == ["class p.CoreTest"]
    assert [line for line in plan(second) if line.startswith("class ")] == ["class p.AppTest"]
    assert "cd tree/core " in first.command[2]
    assert "cd tree/app " in second.command[2]
    path = second.command[second.command.index("-cp") + 1].split(":")[1:]
    mounted = "test-1 main-1 resources-1 test main resources"
    assert path == [f"/mnt/{name}" for name in mounted.split()]
    assert {m.name for m in second.mounts} >= set(mounted.split())
    assert set(second.copies) == {
        *("tree", "tree/core/out/main", "tree/core/out/test"),
        *("tree/app/out/main", "tree/app/out/test"),
    }
    assert second.copies["tree/app/out/main"].name == "main-1"


def test_all_jobs_of_tests_share_the_time_of_one_run(prepared: PreparedBase) -> None:
    _, (_, first, second) = run_build(prepared, after=45.0)

    assert (first.limits.wall_seconds, second.limits.wall_seconds) == (60, 15)


def test_after_a_job_that_was_ended_no_other_begins(prepared: PreparedBase) -> None:
    end, jobs = run_build(prepared, end=RunEnd.TIMEOUT)

    assert (end, len(jobs)) == (RunEnd.TIMEOUT, 2)


@pytest.mark.parametrize(
    ("test", "classes"),
    [
        pytest.param("p.AppTest#runs", ["p.AppTest"], id="a test of one module"),
        pytest.param("core:p.CoreTest#runs", ["p.CoreTest"], id="with its module"),
    ],
)
def test_only_modules_with_a_wanted_test_have_a_job(
    prepared: PreparedBase, test: str, classes: list[str]
) -> None:
    _, (_, *jobs) = run_build(prepared, test)

    found = [line for job in jobs for line in plan(job) if line.startswith("class ")]
    assert found == [f"class {name}" for name in classes]


SUITES = make_result(
    {
        **{f"test/p/{name}.class": b"" for name in ("InSuite", "InSuite$In", "Unused")},
        "test/p/AllTest.class": class_file("p/AllTest", mentions="Lp/InSuite;Lp/Unused;"),
    }
)


@pytest.mark.parametrize(
    ("tests", "classes", "members"),
    [
        pytest.param([], ["p.AllTest"], [], id="the whole suite"),
        pytest.param(["p.InSuite#runs"], ["p.InSuite"], ["p.InSuite"], id="a member"),
        pytest.param(["p.Unused#runs"], [], [], id="what the base never ran"),
    ],
)
def test_a_wanted_class_that_only_a_suite_names_runs_by_itself(
    tmp_path: Path, tests: list[str], classes: list[str], members: list[str]
) -> None:
    for file in ("src/main/java/p/Core.java", "src/test/java/p/AllTest.java"):
        (tmp_path / "base" / file).parent.mkdir(parents=True)
        (tmp_path / "base" / file).write_text("")
    sandbox = ScriptedSandbox(result=SUITES, later=make_result({}))
    request = BuildRequest(
        overlay=Overlay(),
        limits=JobLimits(),
        tests=tuple(tests),
        ran=("p.InSuite#runs", "p.InSuite$In#runs"),
    )

    one = replace(PREPARED, folder=tmp_path)
    run = DirectStrategy(one, sandbox, processing=False).build(request)

    found = [line for line in plan(sandbox.jobs[-1]) if line.startswith("class ")]
    assert found == [f"class {name}" for name in classes]
    assert run.suite_members == frozenset(members)


def test_of_several_modules_no_suite_is_known(prepared: PreparedBase) -> None:
    made = {**CLASSES.artefacts, "test/p/InSuite.class": b""}
    sandbox = ScriptedSandbox(result=make_result(made), later=make_result({}))
    tests = ("p.InSuite#runs",)
    request = BuildRequest(overlay=Overlay(), limits=JobLimits(), tests=tests, ran=tests)

    run = DirectStrategy(prepared, sandbox, processing=False).build(request)

    assert "class p.InSuite" not in plan(sandbox.jobs[-1])
    assert run.suite_members == frozenset()


def test_a_module_that_the_own_build_does_not_test_has_no_job(prepared: PreparedBase) -> None:
    first, app = prepared.modules
    needed = replace(prepared, modules=(replace(first, tested=False), app))

    _, (_, *jobs) = run_build(needed)

    assert [line for job in jobs for line in plan(job) if line.startswith("class ")] == [
        "class p.AppTest"
    ]


def test_tests_are_detected_by_what_they_inherit_from_another_module(
    prepared: PreparedBase,
) -> None:
    first, app = prepared.modules
    inherited = replace(app, tests=replace(app.tests, detect=True))
    made = {
        "test/p/Above.class": class_file("p/Above", mentions="Lorg/junit/Test;", abstract=True),
        "test-1/p/AppTest.class": class_file("p/AppTest", superclass="p/Above"),
    }

    _, jobs = run_build(replace(prepared, modules=(first, inherited)), classes=make_result(made))

    assert [line for line in plan(jobs[-1]) if line.startswith("class ")] == ["class p.AppTest"]


def test_no_annotation_processor_comes_from_what_was_compiled(prepared: PreparedBase) -> None:
    first, app = prepared.modules
    jar = Dependency(path="made.jar", name="q:made", version="1", main=False)
    both = ClassPath(jars=(*app.class_path.jars, jar))
    sandbox = ScriptedSandbox(result=CLASSES)
    request = BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base")

    DirectStrategy(
        replace(prepared, modules=(first, replace(app, class_path=both))), sandbox, processing=True
    ).compile(request)

    lines = plan(sandbox.jobs[0])
    paths = [lines[n + 1] for n, line in enumerate(lines) if line == "option -processorpath"]
    nothing = "option ../none"
    assert paths == [nothing, nothing, nothing, "option /mnt/repository/made.jar"]


def test_tests_that_the_own_build_does_not_compile_are_not_compiled(prepared: PreparedBase) -> None:
    first, app = prepared.modules
    idle = replace(prepared, modules=(replace(first, tests_compiled=False), app))

    lines = plan(run_build(idle)[1][0])

    assert "source core/src/p/Core.java" in lines
    assert "source core/test/p/CoreTest.java" not in lines
