"""The one table of build tools, and the error if none fits."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.answers import MemoryTree
from verifier.builds.build_tools import (
    BUILD_TOOLS,
    BuildModules,
    java_tree,
    tool_named,
    tool_of,
    versions_of,
)
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.errors import BaseInvalidError, MissingToolError


def test_a_tree_with_a_pom_is_maven_s() -> None:
    tree = MemoryTree.of({"pom.xml": "<project/>", "A.java": ""})

    assert tool_of(tree) is tool_named(StrategyName.MAVEN)


@pytest.mark.parametrize(
    "name", ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
)
def test_a_tree_with_a_build_or_settings_file_is_gradle_s(name: str) -> None:
    assert tool_of(MemoryTree.of({name: "", "A.java": ""})) is tool_named(StrategyName.GRADLE)


def test_a_tree_that_both_describe_is_maven_s() -> None:
    tree = MemoryTree.of({"pom.xml": "<project/>", "build.gradle": ""})

    assert tool_of(tree) is tool_named(StrategyName.MAVEN)


def test_a_tree_that_no_tool_describes_is_refused_by_name() -> None:
    tree = MemoryTree.of({"build.xml": "", "core/pom.xml": "", "app/build.gradle": ""})

    with pytest.raises(
        BaseInvalidError, match=r"there is no pom\.xml or build\.gradle at the root"
    ) as error:
        tool_of(tree)
    assert error.value.hint == "Only Maven and Gradle projects can be built so far."
    assert BuildModules.of(tree).holding(["A.java"]) == ()


def test_every_tool_is_a_strategy_that_can_be_asked_for() -> None:
    names = [tool.name for tool in BUILD_TOOLS]

    assert {*names, StrategyName.DIRECT} == set(StrategyName)
    assert {*map(str, StrategyName), "auto"} == set(map(str, StrategyChoice))


def test_a_tree_says_how_its_build_reads_its_sources() -> None:
    pom = "<project><properties><encoding>EUC-JP</encoding></properties></project>"
    tree = java_tree(MemoryTree.of({"pom.xml": pom, "A.java": "class A {}"}))

    assert (tree.encoding("A.java"), tree.read("A.java")) == ("EUC-JP", b"class A {}")
    assert java_tree(MemoryTree.of({"A.java": ""})).encoding("A.java") == ""


def test_the_tools_that_are_installed_are_named_with_their_versions(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    with ZipFile(tmp_path / "lib" / "maven-core-3.9.11.jar", "w"):
        pass

    assert versions_of(BuildOptions(maven=tmp_path))["maven"] == "3.9.11"


def test_without_any_tool_the_first_one_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(MissingToolError, match="is not a Maven"):
        versions_of(BuildOptions(maven=tmp_path, gradle=tmp_path))
