"""A project that asks for a newer Maven is built with one, wherever it asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
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
    sandbox = ScriptedSandbox(result=left_behind({}))
    work = Groundwork(
        commit=PREPARED.commit,
        folder=tmp_path,
        libraries=tmp_path,
        jdks=(PREPARED.jdk,),
        tool=PREPARED.tool,
        online=Online(sandbox, tmp_path, Limits()),
        graph=ModuleGraph(),
        options=BuildOptions(cache=tmp_path),
    )

    prepared = MavenPreparation(work=work).run()

    newer = preparation.installed(NEWER)
    assert prepared.tool == newer
    assert builds == [PREPARED.tool, newer]
    assert prepared.notes == ("Maven 3.9.11 is too old for the project; Maven 3.9.12 was fetched",)
