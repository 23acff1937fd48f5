"""What Gradle files say of dependencies in the usual ways; nothing of them is run."""

import pytest

from verifier.libraries.gradle_text import (
    Catalogue,
    DeclaredLibrary,
    dependencies_of,
    projects_named,
    read_catalogue,
    read_locked,
    variables_of,
)

CATALOGUE = read_catalogue(
    b"""
[versions]
junit = "5.10.5"
rich = { strictly = "2.0" }
[libraries]
junit-api = { module = "org.junit:api", version.ref = "junit" }
short = "g:short:1"
long_one = { group = "g", name = "long", version = { require = "3" } }
strict = { module = "g:strict", version.ref = "rich" }
bare = { module = "g:bare" }
[bundles]
all = ["junit-api", "short"]
"""
)


def list_found(text: str, **known: str) -> list[tuple[str, str]]:
    return [
        (f"{d.group}:{d.name}:{d.version}", d.scope)
        for d in dependencies_of(text, CATALOGUE, known)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("implementation 'g:a:1'", ("g:a:1", "compile")),
        ('implementation("g:a:1")', ("g:a:1", "compile")),
        ('api("g:a:1") { isTransitive = false }', ("g:a:1", "compile")),
        ("compileOnly 'g:a:1@jar'", ("g:a:1", "provided")),
        ("testImplementation 'g:a:1'", ("g:a:1", "test")),
        ("testCompile group: 'g', name: 'a', version: '1'", ("g:a:1", "test")),
        ('implementation(group = "g", name = "a", version = "1")', ("g:a:1", "compile")),
        ("integrationTestImplementation 'g:a:1'", ("g:a:1", "compile")),
        ('implementation "g:a:$v"', ("g:a:7", "compile")),
        ('implementation "g:a:${versions.v}"', ("g:a:7", "compile")),
        ('implementation "g:a:$other"', ("g:a:$other", "compile")),
        ("implementation 'g:a'", ("g:a:", "compile")),
        ("testImplementation libs.junit.api", ("org.junit:api:5.10.5", "test")),
        ("implementation(libs.short)", ("g:short:1", "compile")),
        ("implementation(libs.long.one)", ("g:long:3", "compile")),
        ("implementation(libs.strict)", ("g:strict:2.0", "compile")),
        ("implementation(libs.bare)", ("g:bare:", "compile")),
    ],
)
def test_a_dependency_in_its_usual_forms(line: str, expected: tuple[str, str]) -> None:
    assert list_found(f"dependencies {{\n    {line}\n}}", v="7") == [expected]


@pytest.mark.parametrize(
    "line",
    [
        "// implementation 'g:a:1'",
        "/* implementation 'g:a:1' */",
        "annotationProcessor 'g:a:1'",
        "implementation project(':core')",
        "implementation files('lib/a.jar')",
        "implementation libs.unknown",
        "println 'g:a:1'",
    ],
)
def test_what_is_no_library_is_passed_over(line: str) -> None:
    assert list_found(f"dependencies {{\n    {line}\n}}") == []


def test_a_bundle_is_all_its_libraries() -> None:
    assert [name for name, _ in list_found("implementation(libs.bundles.all)")] == [
        "org.junit:api:5.10.5",
        "g:short:1",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "implementation platform('g:bom:1')",
        'api(enforcedPlatform("g:bom:1"))',
        'mavenBom "g:bom:1"',
    ],
)
def test_a_platform_gives_versions(line: str) -> None:
    assert list(dependencies_of(line, Catalogue(), {})) == [
        DeclaredLibrary(group="g", name="bom", version="1", platform=True)
    ]


def test_variables_are_read_as_they_are_written() -> None:
    text = "def a = '1'\nval b = \"2\"\next.c = '3'\next {\n  d = '4'\n}\nextra[\"e\"] = \"5\""

    assert variables_of(text) == {"a": "1", "b": "2", "c": "3", "d": "4", "e": "5"}


def test_a_lock_file_gives_what_is_on_a_class_path() -> None:
    text = (
        "# comment\ng:a:1=compileClasspath,runtimeClasspath\ng:p:1=annotationProcessor\nempty=x\n"
    )

    assert [(d.name, d.version) for d in read_locked(text)] == [("a", "1")]


def test_the_projects_that_a_build_file_names() -> None:
    text = "api project(':core')\napi(projects.web.api)\n// project(':no')"

    assert projects_named(text) == {"core", "web:api"}


@pytest.mark.parametrize("content", [b"\xff", b"[versions", b"versions = 1", b"[libraries]\na = 1"])
def test_a_catalogue_that_is_none_is_empty(content: bytes) -> None:
    assert read_catalogue(content) == Catalogue()
