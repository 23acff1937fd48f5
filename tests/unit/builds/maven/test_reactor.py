"""The modules that a change needs: its own, and those whose tests speak for it."""

import pytest

from tests.support.answers import MemoryTree
from tests.support.cpu import cpu_seconds
from verifier.builds.build_tools import BuildModules
from verifier.builds.maven.reactor import reactor_of
from verifier.errors import BaseInvalidError

PARENT = (
    "<project><modules><module>core</module><module>core-tests</module>"
    "<module>extras</module><module>shell</module></modules></project>"
)


def module(name: str, *needs: str) -> str:
    dependencies = "".join(
        f"<dependency><artifactId>{need}</artifactId></dependency>" for need in needs
    )
    parent = "<parent><artifactId>parent</artifactId></parent>"
    return (
        f"<project>{parent}<artifactId>{name}</artifactId>"
        f"<dependencies>{dependencies}</dependencies></project>"
    )


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
    assert BuildModules.of(REACTOR).holding(["shell/src/main/java/s/S.java"]) == ("shell",)


def test_a_module_without_tests_brings_those_that_test_it() -> None:
    assert BuildModules.of(REACTOR).holding(["core/src/main/java/p/A.java"]) == (
        "core",
        "core-tests",
    )


def test_where_only_modules_without_tests_need_it_the_nearest_with_tests_speak_for_it() -> None:
    tree = MemoryTree.of(
        {
            "pom.xml": "<project><modules><module>a</module><module>b</module><module>c</module>"
            "<module>d</module></modules></project>",
            "a/pom.xml": module("a"),
            "b/pom.xml": module("b", "a"),
            "c/pom.xml": module("c", "b"),
            "c/src/test/java/p/CTest.java": "",
            "d/pom.xml": module("d", "c"),
            "d/src/test/java/p/DTest.java": "",
        }
    )

    assert BuildModules.of(tree).holding(["a/src/main/java/p/A.java"]) == ("a", "c")


def test_files_of_several_modules_need_all_of_them() -> None:
    files = ["shell/src/main/java/s/S.java", "extras/src/main/java/q/B.java"]

    assert BuildModules.of(REACTOR).holding(files) == ("extras", "shell")


def test_without_files_everything_is_built() -> None:
    assert BuildModules.of(REACTOR).holding([]) == ()


def test_a_project_of_one_module_is_built_whole() -> None:
    alone = MemoryTree.of({"pom.xml": "<project/>", "src/test/resources/x/pom.xml": "<project/>"})

    assert BuildModules.of(alone).holding(["src/test/resources/x/A.java"]) == ()


def with_root(root: str, **more: str) -> MemoryTree:
    modules = {
        "core/pom.xml": module("the-core"),
        "core/src/main/java/p/A.java": "",
        "shell/pom.xml": module("shell"),
        "shell/src/test/java/s/STest.java": "",
    }
    return MemoryTree.of({"pom.xml": f"<project>{root}</project>", **modules, **more})


CORE, STEST = "core/src/main/java/p/A.java", "shell/src/test/java/s/STest.java"


def test_a_module_in_a_comment_is_none() -> None:
    tree = with_root("<modules><!-- <module>core</module> --></modules>")

    assert BuildModules.of(tree).holding([CORE]) == ()


def test_a_pom_that_no_module_names_is_no_module() -> None:
    tree = with_root("<modules><module>shell</module></modules>")

    assert BuildModules.of(tree).holding([CORE]) == (".",)


def test_modules_of_profiles_and_with_properties_are_found() -> None:
    tree = with_root(
        "<properties><where>core</where></properties>"
        "<modules><module>${where}</module></modules>"
        "<profiles><profile><modules><module>shell/pom.xml</module></modules></profile></profiles>"
    )

    assert BuildModules.of(tree).holding([CORE, STEST]) == ("core", "shell")


def test_modules_of_modules_and_beside_them_are_found() -> None:
    tree = with_root(
        "<modules><module>shell</module></modules>",
        **{"shell/pom.xml": "<project><modules><module>../core</module></modules></project>"},
    )

    assert BuildModules.of(tree).holding([CORE]) == ("core",)


USES = "<dependency><artifactId>{}</artifactId></dependency>"


@pytest.mark.parametrize(
    ("pom", "needed"),
    [
        (f"<dependencies>{USES.format('the-core')}</dependencies>", True),
        (f"<dependencies>{USES.format('the-${name}')}</dependencies>", True),
        (f"<dependencies><!--{USES.format('the-core')}--></dependencies>", False),
        (
            (
                f"<dependencyManagement><dependencies>{USES.format('the-core')}</dependencies>"
                "</dependencyManagement>"
            ),
            False,
        ),
        (
            (
                "<dependencies><dependency><exclusions><exclusion><artifactId>the-core</artifactId>"
                "</exclusion></exclusions><artifactId>other</artifactId></dependency></dependencies>"
            ),
            False,
        ),
        (
            (
                "<dependencies><dependency><exclusions><exclusion><artifactId>other</artifactId>"
                "</exclusion></exclusions><artifactId>the-core</artifactId></dependency></dependencies>"
            ),
            True,
        ),
        (
            (
                f"<profiles><profile><dependencies>{USES.format('the-core')}</dependencies></profile>"
                "</profiles>"
            ),
            True,
        ),
    ],
)
def test_a_module_depends_on_what_its_own_dependencies_name(pom: str, *, needed: bool) -> None:
    root = "<properties><name>core</name></properties>"
    tree = with_root(
        f"{root}<modules><module>core</module><module>shell</module></modules>",
        **{"shell/pom.xml": f"<project><artifactId>shell</artifactId>{pom}</project>"},
    )

    assert BuildModules.of(tree).holding([CORE]) == (("core", "shell") if needed else ("core",))


PLUGIN = "<plugins><plugin>{}</plugin></plugins>"
ARTIFACT = "<artifactId>the-core</artifactId>"


@pytest.mark.parametrize(
    "build",
    [
        PLUGIN.format(ARTIFACT),
        PLUGIN.format(f"<dependencies><dependency>{ARTIFACT}</dependency></dependencies>"),
        f"<extensions><extension>{ARTIFACT}</extension></extensions>",
        PLUGIN.format(
            "<configuration><annotationProcessorPaths><path>"
            f"{ARTIFACT}</path></annotationProcessorPaths></configuration>"
        ),
    ],
    ids=["plugin", "of a plugin", "extension", "annotation processor"],
)
def test_a_module_needs_what_its_build_runs(build: str) -> None:
    tree = with_root(
        "<modules><module>core</module><module>shell</module></modules>",
        **{"shell/pom.xml": f"<project><build>{build}</build></project>"},
    )

    assert reactor_of(tree).needs["shell"] == ("core",)


def test_a_module_needs_what_its_parents_in_the_tree_give_it() -> None:
    child = "<project><parent><artifactId>up</artifactId>{}</parent><artifactId>{}</artifactId></project>"
    uses = f"<dependencies>{USES.format('the-core')}</dependencies>"
    tree = with_root(
        "<modules><module>core</module><module>shell</module><module>other</module></modules>",
        **{
            "shell/pom.xml": child.format("<relativePath>../up</relativePath>", "shell"),
            "other/pom.xml": child.format("<relativePath>../no</relativePath>", "other"),
            "up/pom.xml": f"<project><artifactId>up</artifactId>{uses}</project>",
            "no/pom.xml": f"<project><artifactId>another</artifactId>{uses}</project>",
        },
    )

    assert reactor_of(tree).needs == {".": (), "core": (), "shell": ("core",), "other": ()}


def test_a_module_that_names_another_file_than_pom_xml_keeps_its_folder() -> None:
    tree = with_root(
        "<modules><module>odd/build.xml</module></modules>",
        **{"odd/build.xml": module("odd"), "odd/src/main/java/o/O.java": ""},
    )

    assert BuildModules.of(tree).holding(["odd/src/main/java/o/O.java"]) == ("odd",)


@pytest.mark.parametrize(
    "pom", ["<project>", "<!DOCTYPE p [<!ENTITY a 'b'>]><project>&a;</project>"]
)
def test_a_pom_that_cannot_be_read_makes_the_base_invalid(pom: str) -> None:
    with pytest.raises(BaseInvalidError, match=r"pom\.xml cannot be read"):
        BuildModules.of(MemoryTree.of({"pom.xml": pom})).holding([CORE])


def test_a_property_that_grows_in_itself_is_left_as_it_is_written() -> None:
    value = "${a}" * 20
    root = f"<project><properties><a>{value}</a></properties><modules><module>${{a}}</module></modules></project>"
    base = MemoryTree.of({"pom.xml": root, "src/main/java/p/A.java": ""})

    assert cpu_seconds(lambda: BuildModules.of(base).holding(["src/main/java/p/A.java"])) < 1
    assert BuildModules.of(base).holding(["src/main/java/p/A.java"]) == ()
