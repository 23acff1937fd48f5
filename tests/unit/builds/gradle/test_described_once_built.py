"""What a build of several projects says of their jars once it ran."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.support.gradle_models import STORE, jar_of, project_of
from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, left_behind
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online, OnlineResult
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.gradle.description import described_once_built
from verifier.builds.gradle.model import GradleProject
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import Place
from verifier.builds.options import BuildOptions
from verifier.sandbox.base import Limits


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
        online=Online(ScriptedSandbox(result=left_behind({})), Path(STORE), Limits()),
        graph=ModuleGraph(),
        options=BuildOptions(),
    )


def described(work: Groundwork, *projects: GradleProject) -> PreparedBase:
    tree = work.base
    place = Place(tree=str(tree), store=STORE, base=tree, jdk=PREPARED.jdk)
    modules = modules_of(projects, place, [each.path for each in projects])
    return work.described(modules, PREPARED.jdk, PREPARED.tool, lambda _: None)


def ran(work: Groundwork, *projects: GradleProject) -> OnlineResult:
    texts = {p.name: json.dumps(asdict(p)).replace(STORE, work.online.store) for p in projects}
    files = {f"out/model/{name}.json": text.encode() for name, text in texts.items()}
    return OnlineResult(status=0, log="", files=files, tree=str(work.base))


def test_a_jar_that_turned_out_odd_keeps_our_own_compiler_away(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    core, app = projects
    odd = replace(core, archives=(replace(core.archives[0], odd="it has other actions"),))
    before = described(work, core, app)

    after = described_once_built(work, before, ran(work, odd, app))

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

    after = described_once_built(work, described(work, core, testng), ran(work, core, forgotten))

    assert after.direct_refusal == "app: its tests are TestNG's"
    assert after.modules[1].tests.arguments == ("-Xmx1g",)


def test_where_the_build_did_not_run_nobody_knows_what_jars_hold(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    after = described_once_built(work, described(work, *projects), None)

    assert after.direct_refusal == "app: its class path cannot be had"


def test_a_base_of_one_project_has_no_such_jar(
    work: Groundwork, projects: tuple[GradleProject, GradleProject]
) -> None:
    alone = described(work, projects[0])

    assert described_once_built(work, alone, None) is alone
