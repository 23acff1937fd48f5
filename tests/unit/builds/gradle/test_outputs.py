"""What the init script copied of each project, kept by project."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import InstalledTool, PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.gradle.classes import GradleClasses
from verifier.builds.gradle.outputs import keep_outputs
from verifier.builds.gradle.words import place_of
from verifier.builds.options import StrategyName
from verifier.sandbox.base import JobLimits

MADE = {
    "out/made/core/main/p/A.class": b"core",
    "out/made/core/main/a.txt": b"text",
    "out/made/libs%2Fapp/main/p/A.class": b"app",
    "out/made/libs%2Fapp/test/p/ATest.class": b"test",
    "out/generated/libs%2Fapp/main/p/Made.java": b"made",
}


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    modules = tuple(replace(MODULE, folder=folder) for folder in ("core", "libs/app"))
    tool = InstalledTool(name=StrategyName.GRADLE, home=Path("/gradle"), version="4.4.1")
    return replace(PREPARED, folder=tmp_path, libraries=tmp_path, tool=tool, modules=modules)


def keep_folder(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_each_project_keeps_its_own_resources_and_generated_sources(prepared: PreparedBase) -> None:
    keep_outputs(MADE, prepared)

    core, app = prepared.parts
    assert keep_folder(core.resource_output()) == {"main/a.txt": b"text"}
    assert keep_folder(core.source_output()) == {}
    assert keep_folder(app.resource_output()) == {}
    assert keep_folder(app.source_output()) == {"main/p/Made.java": b"made"}


def test_classes_are_kept_apart_by_project(prepared: PreparedBase) -> None:
    sandbox = ScriptedSandbox(result=make_result(MADE))
    request = BuildRequest(overlay=Overlay(), limits=JobLimits(), label="base")

    found = GradleClasses(prepared, sandbox, lambda: None).compile(request)

    assert found.classes == {
        "main": {"p/A.class": b"core", "a.txt": b"text"},
        "test": {},
        "main-1": {"p/A.class": b"app"},
        "test-1": {"p/ATest.class": b"test"},
    }
    assert sandbox.jobs[0].command[-2:] == ("refverifyClasses", "refverifyOutputs")


def test_no_two_folders_have_one_place() -> None:
    folders = ["a/b", "a%2Fb", "a%252Fb", "."]

    assert [place_of(replace(MODULE, folder=folder)) for folder in folders] == [
        "a%2Fb",
        "a%252Fb",
        "a%25252Fb",
        "%2E",
    ]
