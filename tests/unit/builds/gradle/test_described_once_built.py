"""What a build of several projects says of their jars once it ran."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.support.gradle_models import STORE, jar_of, project_of
from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online, OnlineResult
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.gradle.description import describe_after_build
from verifier.builds.gradle.model import GradleProject
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import ModelPaths
from verifier.builds.options import BuildOptions
from verifier.sandbox.base import JobLimits


@pytest.fixture
def projects(tmp_path: Path) -> tuple[GradleProject, GradleProject]:
    tree = tmp_path / "base"
    return project_of(tree, "core"), project_of(tree, "app", jar_of(tree, "core"))


@pytest.fixture
def work(tmp_path: Path) -> Groundwork:
    return Groundwork(
        commit="0" * 40,
        folder=tmp_path,
        libraries=Path("/libraries"),
        jdks=(PREPARED.jdk,),
        tool=PREPARED.tool,
        online=Online(ScriptedSandbox(result=make_result({})), Path(STORE), JobLimits()),
        graph=ModuleGraph(),
        options=BuildOptions(),
    )


def describe_base(work: Groundwork, *projects: GradleProject) -> PreparedBase:
    tree = work.base
    place = ModelPaths(tree=str(tree), store=STORE, base=tree, jdk=PREPARED.jdk)
    modules = modules_of(projects, place, [each.path for each in projects])
    return work.describe(modules, PREPARED.jdk, PREPARED.tool, lambda _: None)


def ran(work: Groundwork, *projects: GradleProject) -> OnlineResult:
    texts = {p.name: json.dumps(asdict(p)).replace(STORE, work.online.store) for p in projects}
    files = {f"out/model/{name}.json": text.encode() for name, text in texts.items()}
    return OnlineResult(status=0, log="", files=files, tree=str(work.base))


def test_a_jar_that_turned_out_odd_keeps_our_own_compiler_away(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    core, app = projects
    odd = replace(core, archives=(replace(core.archives[0], odd="it has other actions"),))
    before = describe_base(work, core, app)

    after = describe_after_build(work, before, ran(work, odd, app))

    assert before.direct_refusal == ""
    assert after.direct_refusal == (
        "app: it needs core, whose jar :core:jar (it has other actions) makes"
    )


def test_nothing_but_jars_is_asked_of_a_build_that_ran(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    core, app = projects
    forgotten = replace(app, tests=(replace(app.tests[0], framework="", arguments=("-Dours=1",)),))
    testng = replace(app, tests=(replace(app.tests[0], framework="TestNGTestFramework"),))

    after = describe_after_build(
        work, describe_base(work, core, testng), ran(work, core, forgotten)
    )

    assert after.direct_refusal == "app: its tests are TestNG's"
    assert after.modules[1].tests.arguments == ("-Xmx1g",)


def test_where_the_build_did_not_run_nobody_knows_what_jars_hold(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    after = describe_after_build(work, describe_base(work, *projects), None)

    assert after.direct_refusal == "app: its class path cannot be had"


def test_a_base_of_one_project_has_no_such_jar(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    alone = describe_base(work, projects[0])

    assert describe_after_build(work, alone, None) is alone
