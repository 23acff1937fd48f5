"""The JDKs that a base commit names for those who build it."""

from pathlib import Path

import pytest

from tests.support.cpu import cpu_seconds
from verifier.builds.jdks.declared import features_of, read_declared_jdks

TOOLCHAIN = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <properties><jdk>[1.8,9)</jdk></properties>
  <build><plugins><plugin>
    <artifactId>maven-toolchains-plugin</artifactId>
    <configuration><toolchains><jdk><version>${jdk}</version></jdk></toolchains></configuration>
  </plugin></plugins></build>
</project>"""


@pytest.mark.parametrize(
    ("name", "text", "declared"),
    [
        (".java-version", "1.8\n", [8]),
        (".java-version", "temurin-17.0.3\n", [17]),
        (".sdkmanrc", "# comment\njava=11.0.2-open\n", [11]),
        (".tool-versions", "maven 3.9\njava openjdk-21.0.1\n", [21]),
        (".tool-versions", "java system\nnodejs 20.1\n", []),
        (".sdkmanrc", "maven=3.9.0\n", []),
        (
            "build.gradle",
            "java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }",
            [17],
        ),
        ("build.gradle.kts", 'languageVersion.set(JavaLanguageVersion.of("21"))', [21]),
    ],
)
def test_files_for_developers_declare_it(
    tmp_path: Path, name: str, text: str, declared: list[int]
) -> None:
    (tmp_path / name).write_text(text)

    assert read_declared_jdks(tmp_path) == dict.fromkeys(declared, name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".java-version", "\n" * 60_000),
        (".tool-versions", "java \n" * 20_000),
        ("build.gradle", "JavaLanguageVersion.of(" * 10_000),
        ("pom.xml", TOOLCHAIN.replace("${jdk}", "[" + "1" * 60_000)),
    ],
)
def test_a_file_that_names_none_at_length_is_read_at_once(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)

    assert cpu_seconds(lambda: read_declared_jdks(tmp_path)) < 2
    assert read_declared_jdks(tmp_path) == {}


def test_a_tree_without_such_a_file_declares_none(tmp_path: Path) -> None:
    assert read_declared_jdks(tmp_path) == {}


def test_the_pom_s_toolchain_outweighs_the_files_of_version_managers(tmp_path: Path) -> None:
    (tmp_path / ".java-version").write_text("17")
    (tmp_path / "pom.xml").write_text(TOOLCHAIN)

    assert read_declared_jdks(tmp_path) == {8: "maven-toolchains-plugin in pom.xml"}


@pytest.mark.parametrize("pom", ["<project", "<project/>", TOOLCHAIN.replace("${jdk}", "${x}")])
def test_a_pom_that_names_none_is_passed_over(tmp_path: Path, pom: str) -> None:
    (tmp_path / ".java-version").write_text("17")
    (tmp_path / "pom.xml").write_text(pom)

    assert read_declared_jdks(tmp_path) == {17: ".java-version"}


@pytest.mark.parametrize(
    ("version", "features"),
    [
        ("1.8", [8]),
        ("[17]", [17]),
        ("[1.8,11)", [8, 9, 10]),
        ("[17,18]", [17, 18]),
        ("[17.0.1,17.0.9)", [17]),
        ("(,3]", [1, 2, 3]),
        ("[18,17]", []),
        ("[x]", []),
        ("${jdk}", []),
    ],
)
def test_versions_as_maven_writes_them(version: str, features: list[int]) -> None:
    assert list(features_of(version)) == features


def test_a_range_without_an_end_takes_every_newer_one() -> None:
    assert {21, 25, 26} < set(features_of("[21,)"))
    assert 20 not in features_of("[21,)")


def test_version_managers_outweigh_ci_services_and_these_are_taken_together(tmp_path: Path) -> None:
    workflows = tmp_path / ".github/workflows"
    workflows.mkdir(parents=True)
    (workflows / "b.yml").write_text("jobs: {b: {steps: [with: {java-version: 17}]}}")
    (workflows / "a.yaml").write_text("jobs: {b: {steps: [with: {java-version: 21}]}}")
    (tmp_path / ".travis.yml").write_text("jdk: [openjdk8, openjdk17]")

    assert read_declared_jdks(tmp_path) == {
        8: ".travis.yml",
        17: ".travis.yml",
        21: ".github/workflows/a.yaml",
    }
    (tmp_path / ".java-version").write_text("11")
    assert read_declared_jdks(tmp_path) == {11: ".java-version"}
