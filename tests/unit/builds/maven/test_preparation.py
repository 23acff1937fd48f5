"""A project that asks for a newer Maven is built with one, wherever it asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, left_behind
from verifier.builds.base import BuildOptions
from verifier.builds.groundwork import Groundwork
from verifier.builds.maven import preparation
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.preparation import MavenPreparation
from verifier.builds.module_graph import ModuleGraph
from verifier.builds.online import Online, OnlineResult
from verifier.builds.prepared import InstalledTool, PreparedBase
from verifier.sandbox.base import Limits
from verifier.tools.jdk import Jdk
from verifier.tools.maven import Maven

NEWER = Maven(home=Path("/newer"), version="3.9.12")
SAID = (
    "[ERROR] Failed to execute goal org.apache.rat:apache-rat-plugin:0.18:check (rat-check) on project p: "
    "The plugin org.apache.rat:apache-rat-plugin:0.18 requires Maven version 3.9"
)


def work_in(folder: Path) -> Groundwork:
    return Groundwork(
        commit=PREPARED.commit,
        folder=folder,
        libraries=folder,
        jdks=(PREPARED.jdk,),
        tool=PREPARED.tool,
        online=Online(ScriptedSandbox(result=left_behind({})), folder, Limits()),
        graph=ModuleGraph(),
        options=BuildOptions(cache=folder),
    )


def test_a_plugin_that_needs_a_newer_maven_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base").mkdir()
    builds: list[InstalledTool] = []

    def described(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
        return replace(PREPARED, folder=work.folder, tool=tool, jdk=jdk)

    def build(maven: OnlineMaven, prepared: PreparedBase, _: list[str]) -> OnlineResult:
        builds.append(maven.tool)
        failed = prepared.tool == PREPARED.tool
        return OnlineResult(status=int(failed), log=SAID if failed else "", files={}, tree="/tree")

    monkeypatch.setattr(preparation, "describe", described)
    monkeypatch.setattr(preparation, "built_with_class_paths", build)
    monkeypatch.setattr(preparation, "described_once_built", lambda _, prepared, __: prepared)
    monkeypatch.setattr(preparation, "fetch_maven", lambda _, __: NEWER)

    prepared = MavenPreparation(work=work_in(tmp_path)).run()

    newer = preparation.installed(NEWER)
    assert prepared.tool == newer
    assert builds == [PREPARED.tool, newer]
    assert prepared.notes == ("Maven 3.9.11 is too old for the project; Maven 3.9.12 was fetched",)


DOCUMENTS = """[INFO] --- surefire:3.2.5:test (default-test) @ docs ---
[ERROR] Failed to execute goal a:b:1:document (default) on project docs: Unknown host docs.example.org -> [Help 1]
"""


@pytest.mark.parametrize(
    ("modules", "goals", "packages"),
    [(2, ["package", "test"], False), (1, ["test"], True)],
)
def test_modules_that_cannot_be_packaged_are_tested_without(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    modules: int,
    goals: list[str],
    packages: bool,
) -> None:
    (tmp_path / "base").mkdir()
    code = tuple(replace(MODULE, folder=f"m{n}", name=f"p:m{n}") for n in range(modules))
    tried: list[str] = []

    def build(maven: OnlineMaven, prepared: PreparedBase, words: list[str]) -> OnlineResult:
        del maven, prepared
        (goal,) = {"package", "test"}.intersection(words)
        tried.append(goal)
        failed = goal == "package"
        return OnlineResult(status=int(failed), log=DOCUMENTS * failed, files={}, tree="/tree")

    monkeypatch.setattr(
        preparation, "describe", lambda *_: replace(PREPARED, folder=tmp_path, modules=code)
    )
    monkeypatch.setattr(preparation, "built_with_class_paths", build)
    monkeypatch.setattr(preparation, "described_once_built", lambda _, prepared, __: prepared)

    prepared = MavenPreparation(work=work_in(tmp_path)).run()

    assert (tried, prepared.packages) == (goals, packages)
    why = "Failed to execute goal a:b:1:document (default) on project docs: Unknown host docs.example.org"
    assert prepared.notes == ((f"modules are tested, not packaged: {why}",) if not packages else ())
