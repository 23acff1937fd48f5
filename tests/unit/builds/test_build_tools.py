"""The one table of build tools, and what is said where none fits."""

import pytest

from tests.support.answers import MemoryTree
from verifier.builds.base import StrategyChoice, StrategyName
from verifier.builds.build_tools import BUILD_TOOLS, modules_of, tool_named, tool_of
from verifier.errors import BaseInvalidError


def test_a_tree_with_a_pom_is_maven_s() -> None:
    tree = MemoryTree.of({"pom.xml": "<project/>", "A.java": ""})

    assert tool_of(tree) is tool_named(StrategyName.MAVEN)


def test_a_tree_that_no_tool_describes_is_refused_by_name() -> None:
    tree = MemoryTree.of({"build.gradle": "", "core/pom.xml": ""})

    with pytest.raises(BaseInvalidError, match=r"there is no pom\.xml at the root") as error:
        tool_of(tree)
    assert error.value.hint == "Only Maven projects can be built so far."
    assert modules_of(tree, ["A.java"]) == ()


def test_every_tool_is_a_strategy_that_can_be_asked_for() -> None:
    names = [tool.name for tool in BUILD_TOOLS]

    assert {*names, StrategyName.DIRECT} == set(StrategyName)
    assert {*map(str, StrategyName), "auto"} == set(map(str, StrategyChoice))
