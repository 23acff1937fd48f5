"""Which of the base's resources a test run finds after a candidate deleted some."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module import ResourceFolder
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct.test_job import find_changed_resources, keep_resources
from verifier.builds.direct.test_jvm import Mounts, words
from verifier.sandbox.base import JobLimits


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    for file in ("main/in/a.txt", "main/in/b.txt", "test/a.txt"):
        path = tmp_path / "prepared/processed-1" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    module = replace(
        MODULE,
        resources=(ResourceFolder(folder="data", target="in"),),
        test_resources=(ResourceFolder(folder="tested"),),
    )
    folder = tmp_path / "prepared"
    return replace(PREPARED, folder=folder, modules=(module,), processed=True, suffix="-1")


def find_resources(
    prepared: PreparedBase, folder: Path, files: dict[str, bytes | None]
) -> set[str]:
    """The resources in the mount of a run with these changes."""
    folder.mkdir()
    keep_resources(prepared, BuildRequest(overlay=Overlay(files=files), limits=JobLimits()), folder)
    mount = Mounts.of(prepared, folder).processed
    assert mount is not None
    assert mount.name == "processed-1"
    files_there = (path for path in mount.source.rglob("*") if path.is_file())
    return {path.relative_to(mount.source).as_posix() for path in files_there}


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ({"data/a.txt": None}, {"main/in/b.txt", "test/a.txt"}),
        ({"tested/a.txt": None}, {"main/in/a.txt", "main/in/b.txt"}),
        ({"data/a.txt": b"", "src/A.java": None}, {"main/in/a.txt", "main/in/b.txt", "test/a.txt"}),
        ({"data/none.txt": None}, {"main/in/a.txt", "main/in/b.txt", "test/a.txt"}),
    ],
)
def test_what_is_deleted_is_not_there_and_the_base_keeps_it(
    prepared: PreparedBase, tmp_path: Path, files: dict[str, bytes | None], left: set[str]
) -> None:
    assert find_resources(prepared, tmp_path / "job", files) == left
    assert (prepared.resource_output("main") / "in/a.txt").is_file()


@pytest.mark.parametrize("target", ["/elsewhere", "../..", "in/../../.."])
def test_a_pom_does_not_lead_out_of_the_folder(prepared: PreparedBase, target: str) -> None:
    module = replace(prepared.module, resources=(ResourceFolder(folder="data", target=target),))
    base = replace(prepared, modules=(module,))
    overlay = Overlay(files={"data/a.txt": b"changed"})

    assert find_changed_resources(base, BuildRequest(overlay=overlay, limits=JobLimits())) == {}


@pytest.mark.parametrize(
    ("feature", "version", "first"),
    [
        (7, "1.7.0_80", "-Xmx9730785280"),
        (8, "1.8.0_181", "-Xmx9730785280"),
        (8, "1.8.0_191", "-XX:MaxRAMPercentage=50.0"),
        (9, "9.0.4", "-Xmx9730785280"),
        (17, "17.0.2", "-XX:MaxRAMPercentage=50.0"),
    ],
)
def test_the_jvm_takes_half_of_the_memory_unless_the_project_says_otherwise(
    feature: int, version: str, first: str
) -> None:
    module = replace(MODULE, tests=replace(MODULE.tests, arguments=("-Xmx9g",)))
    jdk = replace(PREPARED.jdk, feature=feature, version=version)

    found = words(replace(PREPARED, modules=(module,), jdk=jdk), ["a.jar"])

    assert next(word for word in found if word.startswith(("-Xmx", "-XX:Max"))) == first


@pytest.mark.parametrize(
    ("own", "given"),
    [
        ("-Xmx25M", f"-Xmx{(25 + 64) << 20}"),
        ("-Xmx1048576", f"-Xmx{(1 + 64) << 20}"),
        ("-Xmx9g", f"-Xmx{(9 * 1024 + 64) << 20}"),
        ("-XX:MaxHeapSize=2048k", f"-XX:MaxHeapSize={(2 + 64) << 20}"),
        ("-Xms25M", "-Xms25M"),
        ("-Xmxfoo", "-Xmxfoo"),
        ("-Xmx0", "-Xmx0"),
    ],
)
def test_a_heap_of_the_project_s_gets_room_for_launcher_and_agent(own: str, given: str) -> None:
    module = replace(MODULE, tests=replace(MODULE.tests, arguments=(own,)))

    assert given in words(replace(PREPARED, modules=(module,)), ["a.jar"])
