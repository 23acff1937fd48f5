"""In which folder the build of a change stands: at the root, or where the changed files are."""

import pytest

from tests.support.answers import MemoryTree
from verifier.builds.build_tools import BuildModules, graph_of, tool_of
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.build_root import files_of_build, root_of
from verifier.errors import BaseInvalidError

LIB, APP = "lib/src/main/java/p/A.java", "app/core/src/main/java/q/B.java"
NAMED = "<project><artifactId>{}</artifactId>{}</project>"
TWO = MemoryTree.of(
    {
        "README.md": "",
        "build.xml": "",
        "lib/pom.xml": NAMED.format("lib", ""),
        LIB: "",
        "app/pom.xml": NAMED.format("app", "<modules><module>core</module></modules>"),
        "app/core/pom.xml": NAMED.format("core", ""),
        APP: "",
        "app/core/src/test/java/q/BTest.java": "",
        "tool/Tool.java": "",
    }
)


def test_the_build_stands_in_the_folder_above_the_file_that_has_a_build_file() -> None:
    assert root_of(TWO, [LIB]) == "lib"


def test_of_nested_build_files_the_topmost_one_is_that_of_the_build() -> None:
    assert root_of(TWO, [APP]) == "app"


def test_a_build_file_at_the_root_is_that_of_every_file() -> None:
    tree = MemoryTree.of({"pom.xml": "", "lib/pom.xml": "", LIB: ""})

    assert root_of(tree, [LIB]) == "."
    assert root_of(tree, []) == "."


@pytest.mark.parametrize("name", ["build.gradle", "settings.gradle.kts"])
def test_a_build_of_gradle_counts_as_one_of_maven(name: str) -> None:
    assert root_of(MemoryTree.of({f"lib/{name}": "", LIB: ""}), [LIB]) == "lib"


def test_files_of_two_builds_belong_to_no_single_one() -> None:
    with pytest.raises(BaseInvalidError, match=r"below several builds \(app, lib\)"):
        root_of(TWO, [APP, LIB])


def test_a_file_below_no_build_decides_nothing() -> None:
    assert root_of(TWO, [LIB, "tool/Tool.java", "A.java"]) == "lib"


def test_files_below_no_build_at_all_are_told_so() -> None:
    root = root_of(TWO, ["tool/Tool.java"])

    with pytest.raises(BaseInvalidError, match=r"no pom\.xml or build\.gradle at the root .* nor"):
        tool_of(TWO, root)


def test_a_file_of_another_build_that_a_candidate_adds_decides_nothing() -> None:
    own, added = frozenset({LIB}), frozenset({LIB, "app/Evil.java", "lib/src/main/java/p/C.java"})

    files = files_of_build(TWO, own, added)

    assert files == {LIB, "lib/src/main/java/p/C.java"}


def test_at_the_root_every_file_is_one_of_the_build() -> None:
    tree = MemoryTree.of({"pom.xml": "", LIB: ""})

    assert files_of_build(tree, frozenset({LIB}), frozenset({"x/A.java"})) == {LIB, "x/A.java"}


def test_modules_of_such_a_build_are_folders_of_the_repository() -> None:
    assert graph_of(TWO, "app").needs == {"app": (), "app/core": ()}
    assert BuildModules.of(TWO, "app").holding([APP]) == ("app/core",)
    assert BuildModules.of(TWO, "app").holding([APP, "tool/Tool.java"]) == ("app/core",)


def test_what_is_built_for_a_change_says_where() -> None:
    modules = ChangedModules.of(TWO, [APP], BuildOptions())

    assert (modules.root, modules.built) == ("app", ("app/core",))


def test_modules_that_somebody_names_say_where_their_build_stands() -> None:
    modules = ChangedModules.of(TWO, [], BuildOptions(modules=("app/core",)))
    whole = ChangedModules.of(TWO, [], BuildOptions(modules=("app",)))

    assert (modules.root, modules.built, modules.holding) == ("app", ("app/core",), ("app/core",))
    assert whole.root == "app"


def test_projects_of_a_gradle_build_are_folders_of_the_repository() -> None:
    tree = MemoryTree.of(
        {
            "app/settings.gradle": "include 'core', 'web'\nproject(':web').projectDir = file('../site')\n",
            "app/core/build.gradle": "",
            "site/build.gradle": "dependencies { compile project(':core') }",
        }
    )

    assert graph_of(tree, "app").needs == {"app": (), "app/core": (), "site": ("app/core",)}
