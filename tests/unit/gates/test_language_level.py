"""Syntax that is newer than what the build files declare."""

import pytest

from tests.support.answers import MemoryTree
from verifier.gates.language_level import newest_syntax, read_level, too_new

SOURCE = "src/main/java/A.java"
TEST = "src/test/java/ATest.java"


def pom(inside: str) -> str:
    return f"<project><artifactId>a</artifactId>{inside}</project>"


PLUGIN = (
    "<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
    "<configuration>{}</configuration></plugin></plugins></build>"
)
RELEASE_8 = pom("<properties><maven.compiler.release>8</maven.compiler.release></properties>")


@pytest.mark.parametrize(
    ("code", "level"),
    [
        ("int n = 1;", 0),
        ("Runnable r = () -> {};", 8),
        ("var n = 1;", 10),
        ("for (var each : all) {}", 10),
        ("var(n); int var = 1; x.var = 2;", 0),
        ("switch (n) { case 1 -> f(); default -> g(); }", 14),
        ("switch (n) { case 1: f(); default: g(); }", 0),
        ("int n() default 3;", 0),
        ('String s = """\n text""";', 15),
        ('String s = ""; String t = "var n = 1;";', 0),
        ("if (o instanceof String s) {}", 16),
        ("if (o instanceof final Map<String, List<String>> m) {}", 16),
        ("if (o instanceof String && o instanceof int[]) {}", 0),
        ("record Point(int x, int y) {}", 16),
        ("record(x); Record record = record(y); record.of(z);", 0),
        ("sealed interface Shape permits Circle {}", 17),
        ("sealed(x); boolean sealed = true;", 0),
        ("switch (o) { case Circle c: f(); }", 21),
        ("if (o instanceof Point(int x, int y)) {}", 21),
        ("// var n = 1;", 0),
    ],
)
def test_the_syntax_says_the_oldest_java_that_may_read_it(code: str, level: int) -> None:
    assert newest_syntax(code)[0] == level


@pytest.mark.parametrize(
    ("files", "level"),
    [
        ({"pom.xml": RELEASE_8}, 8),
        ({"pom.xml": pom(PLUGIN.format("<release>11</release>"))}, 11),
        ({"pom.xml": pom(PLUGIN.format("<source>1.8</source><target>11</target>"))}, 8),
        ({"pom.xml": pom("<properties><maven.compiler.source>1.7</maven.compiler.source></properties>")}, 7),
        ({"pom.xml": pom(f"<properties><java>17</java></properties>{PLUGIN.format('<release>${java}</release>')}")}, 17),
        ({"pom.xml": pom(PLUGIN.format("<release>${of.a.parent}</release>"))}, None),
        ({"pom.xml": "<project"}, None),
        ({"build.gradle": "sourceCompatibility = 1.8"}, 8),
        ({"build.gradle": "java { sourceCompatibility = JavaVersion.VERSION_11 }"}, 11),
        ({"build.gradle.kts": "java { sourceCompatibility = JavaVersion.VERSION_1_8 }"}, 8),
        ({"build.gradle": "java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }"}, 21),
        ({"build.gradle": "options.release = 8\nlanguageVersion = JavaLanguageVersion.of(21)"}, 8),
        ({"build.gradle.kts": "options.release.set(17)"}, 17),
        ({}, None),
    ],
)  # fmt: skip
def test_build_files_declare_the_java_of_a_source(files: dict[str, str], level: int | None) -> None:
    assert read_level(MemoryTree.of(files), SOURCE)[0] == level


def test_the_nearest_build_file_decides_with_the_properties_of_those_above() -> None:
    child = pom(PLUGIN.format("<release>${level}</release>"))
    above = pom("<properties><level>9</level></properties>")
    tree = MemoryTree.of({"pom.xml": above, "child/pom.xml": child})
    assert read_level(tree, f"child/{SOURCE}") == (9, "child/pom.xml")


def test_tests_may_have_a_java_of_their_own() -> None:
    both = "<release>8</release><testRelease>17</testRelease>"
    tree = MemoryTree.of({"pom.xml": pom(PLUGIN.format(both))})
    assert [read_level(tree, path)[0] for path in (SOURCE, TEST)] == [8, 17]


def test_syntax_that_the_build_declares_too_old_for_is_told() -> None:
    old = MemoryTree.of({"pom.xml": RELEASE_8, SOURCE: "class A { int n = 1; }"})
    new = MemoryTree.of({"pom.xml": RELEASE_8, SOURCE: "class A { void m() { var n = 1; } }"})
    (said,) = too_new(old, new, [SOURCE, "pom.xml"])
    assert said == (
        f"{SOURCE} has a variable declared by var of Java 10, and pom.xml declares Java 8"
    )


def test_nothing_is_told_where_the_file_had_newer_syntax_before() -> None:
    old = MemoryTree.of({"pom.xml": RELEASE_8, SOURCE: "class A { void m() { var n = 1; } }"})
    new = MemoryTree.of({"pom.xml": RELEASE_8, SOURCE: "record A(int n) {}"})
    assert list(too_new(old, new, [SOURCE])) == []


def test_nothing_is_told_of_a_file_that_is_gone() -> None:
    old = MemoryTree.of({"pom.xml": RELEASE_8, SOURCE: "class A {}"})
    assert list(too_new(old, MemoryTree.of({"pom.xml": RELEASE_8}), [SOURCE])) == []
