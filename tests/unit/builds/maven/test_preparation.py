"""A project that asks for a newer Maven is built with one, wherever it asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online, OnlineResult
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.maven import preparation
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.preparation import MavenPreparation
from verifier.builds.options import BuildOptions
from verifier.sandbox.base import JobLimits
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
        online=Online(ScriptedSandbox(result=make_result({})), folder, JobLimits()),
        graph=ModuleGraph(),
        options=BuildOptions(cache=folder),
    )


def test_a_plugin_that_needs_a_newer_maven_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base").mkdir()
    builds: list[InstalledTool] = []

    def describe(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
        return replace(PREPARED, folder=work.folder, tool=tool, jdk=jdk)

    def build(maven: OnlineMaven, prepared: PreparedBase, _: list[str]) -> OnlineResult:
        builds.append(maven.tool)
        failed = prepared.tool == PREPARED.tool
        return OnlineResult(status=int(failed), log=SAID if failed else "", files={}, tree="/tree")

    monkeypatch.setattr(preparation, "describe", describe)
    monkeypatch.setattr(preparation, "build_with_class_paths", build)
    monkeypatch.setattr(preparation, "describe_after_build", lambda _, prepared, __: prepared)
    monkeypatch.setattr(preparation, "fetch_maven", lambda _, __: NEWER)

    prepared = MavenPreparation(work=work_in(tmp_path)).run()

    newer = preparation.describe_installation(NEWER)
    assert prepared.tool == newer
    assert builds == [PREPARED.tool, newer]
    assert prepared.notes == ("Maven 3.9.11 is too old for the project; Maven 3.9.12 was fetched",)


STUBBORN = "stubborn"
"""A goal that fails although Maven was told to leave it out."""
DOCUMENTS = """[INFO] --- surefire:3.2.5:test (default-test) @ docs ---
[ERROR] Failed to execute goal a:b:1:{} (default) on project docs: Unknown host docs.example.org -> [Help 1]
"""


def builds(
    monkeypatch: pytest.MonkeyPatch, folder: Path, failing: list[str]
) -> list[tuple[str, ...]]:
    """The goals that each run was without; of those that fail the first does that first, unless it is left out."""
    (folder / "base").mkdir()
    tried: list[tuple[str, ...]] = []

    def build(maven: OnlineMaven, prepared: PreparedBase, _: list[str]) -> OnlineResult:
        assert maven.left_out.goals == prepared.goals_left_out
        tried.append(maven.left_out.goals)
        left = [
            g for g in failing if g == STUBBORN or f"a:b:{g}@default" not in maven.left_out.goals
        ]
        log = DOCUMENTS.format(left[0]) if left else ""
        return OnlineResult(status=len(left), log=log, files={}, tree="/tree")

    monkeypatch.setattr(preparation, "describe", lambda *_: replace(PREPARED, folder=folder))
    monkeypatch.setattr(preparation, "build_with_class_paths", build)
    monkeypatch.setattr(preparation, "describe_after_build", lambda _, prepared, __: prepared)
    return tried


def test_goals_that_fail_behind_the_tests_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = builds(monkeypatch, tmp_path, ["document", "check"])

    prepared = MavenPreparation(work=work_in(tmp_path)).run()

    both = ("a:b:document@default", "a:b:check@default")
    assert tried == [(), both[:1], both]
    assert prepared.goals_left_out == both
    assert prepared.notes == tuple(f"left out, since it fails behind the tests: {g}" for g in both)


def test_a_build_that_fails_without_them_too_says_why_it_failed_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = builds(monkeypatch, tmp_path, ["document", STUBBORN])

    prepared = MavenPreparation(work=work_in(tmp_path)).run()

    both = ("a:b:document@default", f"a:b:{STUBBORN}@default")
    assert tried == [(), both[:1], both]
    assert prepared.goals_left_out == ()
    assert f"a:b:1:{STUBBORN}" in prepared.own_build_refusal
