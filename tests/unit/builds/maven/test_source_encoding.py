"""The encoding of sources as poms declare it, and nothing where they leave it open."""

import pytest

from tests.support.answers import MemoryTree
from verifier.builds.maven.source_encoding import encoding_of

SOURCE = "src/main/java/p/A.java"
SJIS = "<properties><project.build.sourceEncoding>Shift_JIS</project.build.sourceEncoding></properties>"


def compiler(encoding: str) -> str:
    return (
        "<plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
        f"<configuration><encoding>{encoding}</encoding></configuration></plugin></plugins>"
    )


def alone(pom: str) -> str:
    return encoding_of(MemoryTree.of({"pom.xml": f"<project>{pom}</project>"}), SOURCE)


@pytest.mark.parametrize(
    ("pom", "encoding"),
    [
        ("", ""),
        (SJIS, "Shift_JIS"),
        ("<properties><encoding>EUC-JP</encoding></properties>", "EUC-JP"),
        (SJIS + f"<build>{compiler('ISO-8859-1')}</build>", "ISO-8859-1"),
        (
            f"<build><pluginManagement>{compiler('ISO-8859-1')}</pluginManagement></build>",
            "ISO-8859-1",
        ),
        (SJIS + f"<build>{compiler('${project.build.sourceEncoding}')}</build>", "Shift_JIS"),
    ],
)
def test_the_compilers_own_setting_goes_before_the_usual_property(pom: str, encoding: str) -> None:
    assert alone(pom) == encoding


def test_a_property_that_the_poms_do_not_give_leaves_it_open() -> None:
    assert alone(f"<build>{compiler('${somewhere.else}')}</build>") == ""


def test_a_tree_without_a_readable_pom_declares_none() -> None:
    assert encoding_of(MemoryTree.of({}), SOURCE) == ""
    assert encoding_of(MemoryTree.of({"pom.xml": "<project>"}), SOURCE) == ""


def child(relative: str = "", properties: str = "") -> str:
    return (
        f"<project><parent><artifactId>up</artifactId>{relative}</parent>{properties}"
        f"<artifactId>down</artifactId></project>"
    )


UP = f"<project><artifactId>up</artifactId>{SJIS}</project>"


@pytest.mark.parametrize(
    ("files", "encoding"),
    [
        ({"pom.xml": UP, "down/pom.xml": child()}, "Shift_JIS"),
        (
            {
                "pom.xml": "<project/>",
                "up/pom.xml": UP,
                "down/pom.xml": child("<relativePath>../up</relativePath>"),
            },
            "Shift_JIS",
        ),
        ({"pom.xml": UP, "down/pom.xml": child("<relativePath/>")}, ""),
        ({"pom.xml": UP.replace("up<", "another<"), "down/pom.xml": child()}, ""),
        (
            {"pom.xml": UP, "down/pom.xml": child(properties=SJIS.replace("Shift_", "EUC-"))},
            "EUC-JIS",
        ),
        ({"pom.xml": UP}, "Shift_JIS"),
    ],
)
def test_a_module_takes_it_from_itself_or_its_parents_in_the_tree(
    files: dict[str, str | bytes], encoding: str
) -> None:
    assert encoding_of(MemoryTree.of(files), f"down/{SOURCE}") == encoding


def test_a_pom_that_is_its_own_parent_ends_the_search() -> None:
    pom = child("<relativePath>pom.xml</relativePath>").replace("down<", "up<")

    assert encoding_of(MemoryTree.of({"pom.xml": pom}), SOURCE) == ""
