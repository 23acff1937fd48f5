"""Which commits may share a preparation: those that differ in nothing that a build reads but Java sources."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module import ResourceFolder
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.options import StrategyName
from verifier.builds.preparing.neighbours import Lent, lendable, lenders, remember
from verifier.tools.git.repository import Repository

RESOURCES = ResourceFolder(folder="src/main/resources")
NOTICE = ResourceFolder(folder=".", target="META-INF", includes=("NOTICE.txt", "CHANGES.txt"))
TEMPLATES = ResourceFolder(folder="src/templates/java")
LENT = Lent.of(
    replace(
        PREPARED,
        modules=(replace(MODULE, resources=(RESOURCES, NOTICE, TEMPLATES)),),
        graph=ModuleGraph(needs={".": (), "other": ()}),
    )
)
BASE: Mapping[str, str | None] = {
    "pom.xml": "<project/>",
    ".mvn/maven.config": "-q",
    "README.md": "hello",
    "CHANGES.txt": "of today",
    "src/main/java/p/A.java": "class A {}",
    "src/test/java/p/ATest.java": "class ATest {}",
    "src/main/resources/a.properties": "a=1",
    "buildSrc/src/main/java/Plugin.java": "class Plugin {}",
    "src/main/resources/sample/src/main/java/A.java": "class A {}",
    "src/templates/java/T.java": "class T {}",
    "other/src/jmh/java/p/Other.java": "class Other {}",
    "src/changes/changes.xml": "<none/>",
    "src/site/index.md": "page",
}


def inputs_with(
    make_repository: MakeRepository, files: Mapping[str, str | None]
) -> tuple[str, str]:
    made = make_repository("subject")
    made.commit(BASE)
    made.commit(files)
    with Repository.open(made.path) as opened:
        old, new = (opened.tree(opened.resolve(name)) for name in ("HEAD~1", "HEAD"))
        return LENT.inputs(old), LENT.inputs(new)


@pytest.mark.parametrize(
    "files",
    [
        {"src/main/java/p/A.java": "final class A {}"},
        {"src/main/java/q/B.java": "class B {}"},
        {"src/test/java/p/ATest.java": "class ATest { int a; }"},
        {"other/src/jmh/java/p/Other.java": "final class Other {}"},
        {"README.md": "goodbye"},
        {"src/changes/changes.xml": "<some/>"},
    ],
)
def test_java_sources_of_modules_and_documents_are_no_inputs(
    make_repository: MakeRepository, files: Mapping[str, str | None]
) -> None:
    old, new = inputs_with(make_repository, files)

    assert old == new


@pytest.mark.parametrize(
    "files",
    [
        {"pom.xml": "<project></project>"},
        {".mvn/maven.config": "-X"},
        {".java-version": "17"},
        {"src/main/resources/a.properties": "a=2"},
        {"src/main/resources/b.properties": "b=1"},
        {"src/main/antlr4/G.g4": "grammar G;"},
        {"build/Tool.java": "class Tool {}"},
        {"src/main/resources/sample/src/main/java/A.java": "final class A {}"},
        {"src/templates/java/T.java": "final class T {}"},
        {"buildSrc/src/main/java/Plugin.java": "final class Plugin {}"},
        {"src/site/index.md": "another page"},
        {"CHANGES.txt": "a document that is a resource"},
        {"README.md": None},
        {"src/test/java/p/ATest.java": None},
        {"src/main/java/p/A.xml": "<not-java/>"},
    ],
)
def test_everything_else_is(
    make_repository: MakeRepository, files: Mapping[str, str | None]
) -> None:
    old, new = inputs_with(make_repository, files)

    assert old != new


@pytest.fixture
def prepared(tmp_path: Path) -> PreparedBase:
    module = replace(MODULE, resources=(RESOURCES, NOTICE))
    made = replace(PREPARED, folder=tmp_path / "prepared", modules=(module,), processed=True)
    write(made.base / "src/main/resources/a.properties", "a=1")
    write(made.base / "NOTICE.txt", "ours")
    write(made.resource_output("main") / "a.properties", "a=1")
    write(made.resource_output("main") / "META-INF/NOTICE.txt", "ours")
    return made


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_build_that_only_copied_resources_may_be_lent(prepared: PreparedBase) -> None:
    assert lendable(prepared)


def test_what_the_build_made_of_its_own_is_not_lent(prepared: PreparedBase) -> None:
    write(prepared.resource_output("main") / "META-INF/services/x", "p.A")

    assert not lendable(prepared)


def test_nor_a_resource_that_is_another_than_the_trees(prepared: PreparedBase) -> None:
    write(prepared.resource_output("main") / "a.properties", "a=2")

    assert not lendable(prepared)


def test_nor_one_that_is_gone(prepared: PreparedBase) -> None:
    (prepared.resource_output("main") / "a.properties").unlink()

    assert not lendable(prepared)


def test_nor_generated_sources(prepared: PreparedBase) -> None:
    write(prepared.source_output("main") / "p/Made.java", "class Made {}")

    assert not lendable(prepared)


@pytest.mark.parametrize("made", ["", "generated-1/main/p/Made.java", "processed-1/test/b.txt"])
def test_of_several_modules_each_must_have_been_copied_only(
    prepared: PreparedBase, made: str
) -> None:
    two = replace(prepared, modules=(*prepared.modules, replace(MODULE, folder="app")))
    if made:
        write(two.folder / made, "made")

    assert lendable(two) is not bool(made)


def test_of_gradle_one_project_is_lent_and_no_jar_of_several(prepared: PreparedBase) -> None:
    gradle = replace(prepared, tool=replace(PREPARED.tool, name=StrategyName.GRADLE))

    assert lendable(gradle)
    assert not lendable(replace(gradle, modules=(*gradle.modules, replace(MODULE, folder="app"))))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda base: replace(base, processed=False), id="processed"),
        pytest.param(
            lambda base: replace(base, own_build_refusal="it does not compile"),
            id="own_build_refusal",
        ),
        pytest.param(
            lambda base: replace(base, left_out={"app": "it does not compile"}), id="left_out"
        ),
        pytest.param(lambda base: replace(base, borrowed=True), id="borrowed"),
        pytest.param(
            lambda base: replace(
                base,
                modules=(replace(MODULE, resources=(ResourceFolder(folder="src/main/java"),)),),
            ),
            id="modules",
        ),
    ],
)
def test_nor_anything_of_a_build_that_is_not_whole_or_not_understood(
    prepared: PreparedBase, change: Callable[[PreparedBase], PreparedBase]
) -> None:
    assert not lendable(change(prepared))


def test_a_preparation_is_found_by_its_inputs(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    made = make_repository("subject")
    made.commit(BASE)
    made.commit({"src/main/java/p/A.java": "final class A {}"})
    made.commit({"pom.xml": "<project></project>"})
    lent = replace(PREPARED, folder=tmp_path / "prepared" / "0123")
    with Repository.open(made.path) as opened:
        first, alike, other = (
            opened.tree(opened.resolve(name)) for name in ("HEAD~2", "HEAD~1", "HEAD")
        )
        inputs = remember(tmp_path / "place", lent, first)

        assert list(lenders(tmp_path / "place", alike)) == [("0123", inputs)]
        assert list(lenders(tmp_path / "place", other)) == []
        assert list(lenders(tmp_path / "nothing", alike)) == []
