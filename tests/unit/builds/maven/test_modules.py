"""The modules that a change needs: its own, and those whose tests speak for it."""

from tests.support.answers import MemoryTree
from verifier.builds.maven.modules import folders_of, modules_of

PARENT = "<project><modules><module>core</module><module>core-tests</module></modules></project>"


def module(name: str, *needs: str) -> str:
    dependencies = "".join(
        f"<dependency><artifactId>{need}</artifactId></dependency>" for need in needs
    )
    parent = "<parent><artifactId>parent</artifactId></parent>"
    return f"<project>{parent}<artifactId>{name}</artifactId>{dependencies}</project>"


REACTOR = MemoryTree.of(
    {
        "pom.xml": PARENT,
        "core/pom.xml": module("the-core"),
        "core/src/main/java/p/A.java": "",
        "core-tests/pom.xml": module("the-core-tests", "the-core"),
        "core-tests/src/test/java/p/ATest.java": "",
        "extras/pom.xml": module("extras", "the-core"),
        "extras/src/main/java/q/B.java": "",
        "shell/pom.xml": module("shell"),
        "shell/src/main/java/s/S.java": "",
        "shell/src/test/java/s/STest.java": "",
    }
)


def test_the_module_that_holds_a_file_is_built() -> None:
    assert modules_of(REACTOR, ["shell/src/main/java/s/S.java"]) == ("shell",)


def test_a_module_without_tests_brings_those_that_test_it() -> None:
    assert modules_of(REACTOR, ["core/src/main/java/p/A.java"]) == ("core", "core-tests")


def test_files_of_several_modules_need_all_of_them() -> None:
    files = ["shell/src/main/java/s/S.java", "extras/src/main/java/q/B.java"]

    assert modules_of(REACTOR, files) == ("extras", "shell")


def test_without_files_everything_is_built() -> None:
    assert modules_of(REACTOR, []) == ()


def test_a_project_of_one_module_is_built_whole() -> None:
    alone = MemoryTree.of({"pom.xml": "<project/>", "src/test/resources/x/pom.xml": "<project/>"})

    assert modules_of(alone, ["src/test/resources/x/A.java"]) == ()


def test_folders_of_a_command_line() -> None:
    assert folders_of(["core/, ./shell", "core"]) == ("core", "shell")
