"""What the init script wrote, read and put in order."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.support.gradle_models import jar_of, project_of
from verifier.builds.gradle.model import (
    GradleArchive,
    GradleProject,
    in_build_order,
    read_projects,
    with_idle_tests,
    with_needed,
)
from verifier.errors import BaseInvalidError


def project(path: str, *needs: str) -> GradleProject:
    return GradleProject(
        path=path, folder="/t", build="/t/build", group="", name="x", java=True, needs=needs
    )


APP, CORE, API = project(":app", ":core", ":api"), project(":core"), project(":api", ":core")


def test_each_project_comes_after_those_that_it_needs() -> None:
    assert in_build_order([APP, CORE, API]) == (CORE, API, APP)


def test_a_circle_is_cut() -> None:
    assert [p.path for p in in_build_order([project(":a", ":b"), project(":b", ":a")])] == [
        ":b",
        ":a",
    ]


def test_the_chosen_ones_bring_along_what_they_need() -> None:
    assert with_needed((CORE, API, APP), [":api"]) == (CORE, API)


def test_only_files_of_the_model_are_read() -> None:
    text = json.dumps(
        {"path": ":", "folder": "/t", "build": "/t/b", "group": "", "name": "t", "java": False}
    ).encode()

    found = read_projects({"out/model/root.json": text, "out/other.json": b"x"}, "out")

    assert [each.path for each in found] == [":"]


def test_a_broken_model_is_the_base_s_fault() -> None:
    with pytest.raises(BaseInvalidError, match="the model of the build cannot be read"):
        read_projects({"out/model/root.json": b"{"}, "out")


def test_a_project_needs_whose_files_are_on_its_class_paths(tmp_path: Path) -> None:
    app = project_of(tmp_path, "app", jar_of(tmp_path, "core"))
    core = project_of(tmp_path, "core")
    files = {f"out/model/{p.name}.json": json.dumps(asdict(p)).encode() for p in (app, core)}

    found = read_projects(files, "out")

    assert [(each.path, each.needs) for each in found] == [(":core", ()), (":app", (":core",))]


def test_the_tests_of_projects_that_are_only_needed_are_idle_unless_others_take_them(
    tmp_path: Path,
) -> None:
    core, mid, deep = (project_of(tmp_path, name) for name in ("core", "mid", "deep"))
    tests = GradleArchive(
        task=":mid:testJar", file="/t/mid-tests.jar", set="test", odd="", made=True
    )
    mid = replace(mid, archives=(*mid.archives, tests))
    deep_tests = f"{tmp_path}/deep/build/classes/java/test"
    app = project_of(tmp_path, "app", jar_of(tmp_path, "core"), tests.file, deep_tests)

    assert with_idle_tests((core, mid, deep, app), [":app"]) == {":core"}
