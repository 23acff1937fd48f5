"""What a Maven build makes in addition to class files, kept by module."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module import ResourceFolder
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.maven.outputs import keep_outputs, outputs_of
from verifier.builds.preparing.neighbours import lendable

MADE = {
    "tree/target/classes/p/A.class": b"A",
    "tree/target/classes/a.txt": b"text",
    "tree/target/test-classes/META-INF/BenchmarkList": b"JMH S 3 p.ABench",
    "tree/target/test-classes/META-INF/CompilerHints": b"dontinline,*.*_all_jmhStub",
    "tree/target/test-classes/META-INF/services/p.Service": b"p.Made",
    "tree/target/generated-sources/antlr/p/Made.java": b"made",
    "tree/target/generated-sources/annotations/p/Processed.java": b"processed",
}


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    """A base of one module that has a resource of main code, and none of tests."""
    resource = tmp_path / "base/src/main/resources/a.txt"
    resource.parent.mkdir(parents=True)
    resource.write_bytes(b"text")
    (tmp_path / "base/src/test/resources/META-INF").mkdir(parents=True)
    module = replace(
        MODULE,
        resources=(ResourceFolder(folder="src/main/resources"),),
        test_resources=(ResourceFolder(folder="src/test/resources"),),
    )
    return replace(PREPARED, folder=tmp_path, processed=True, modules=(module,))


def keep_folder(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def make_without(*parts: str) -> dict[str, bytes]:
    return {path: content for path, content in MADE.items() if not any(p in path for p in parts)}


def test_resources_and_generated_sources_are_kept_and_classes_are_not(
    prepared: PreparedBase,
) -> None:
    keep_outputs(MADE, prepared)

    assert keep_folder(prepared.resource_output()) == {
        "main/a.txt": b"text",
        "test/META-INF/services/p.Service": b"p.Made",
    }
    assert keep_folder(prepared.source_output()) == {"main/p/Made.java": b"made"}


def test_lists_of_benchmarks_keep_nobody_from_lending(prepared: PreparedBase) -> None:
    keep_outputs(make_without("services", "generated"), prepared)

    assert lendable(prepared)


def test_other_files_that_a_processor_made_do(prepared: PreparedBase) -> None:
    keep_outputs(make_without("generated"), prepared)

    assert not lendable(prepared)


def test_a_list_that_is_a_resource_is_kept(prepared: PreparedBase) -> None:
    own = prepared.base / "src/test/resources/META-INF/BenchmarkList"
    own.write_bytes(b"of the project")

    keep_outputs({"tree/target/test-classes/META-INF/BenchmarkList": b"of the project"}, prepared)

    assert keep_folder(prepared.resource_output()) == {
        "test/META-INF/BenchmarkList": b"of the project"
    }


def test_the_places_are_those_of_the_module(prepared: PreparedBase) -> None:
    assert set(outputs_of(prepared)) == {
        "tree/target/classes",
        "tree/target/test-classes",
        "tree/target/generated-sources",
        "tree/target/generated-test-sources",
    }
