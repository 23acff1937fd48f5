"""The Java versions that the files of CI services name."""

from pathlib import Path

import pytest

from tests.support.cpu import cpu_seconds
from verifier.builds.jdks.ci_files import read_ci_versions

WORKFLOW = ".github/workflows/build.yml"
MATRIX = """
on: push
jobs:
  build:
    strategy:
      matrix:
        os: [ubuntu-22.04]
        java: [8, '11.0.4', 17-ea]
        include:
          - {java: 21, os: windows-2022}
    steps:
      - uses: actions/setup-java@v4
        with:
          java-version: ${{ matrix.java }}
          java-package: jdk
      - with: {node-version: 20}
"""
SEVERAL = """
jobs:
  build:
    steps:
      - with:
          java-version: |
            1.8
            adopt@1.11
            temurin-17
"""


def write(base: Path, name: str, text: str | bytes) -> Path:
    path = base / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return base


@pytest.mark.parametrize(
    ("name", "text", "features"),
    [
        (WORKFLOW, MATRIX, (8, 11, 17, 21)),
        (WORKFLOW, SEVERAL, (8, 11, 17)),
        (WORKFLOW, "steps: [{with: {java-version: '17.0.x'}}]", (17,)),
        (".travis.yml", "language: java\njdk: oraclejdk8", (8,)),
        (".travis.yml", "jdk:\n - openjdk7\n - oraclejdk-9\n - openjdk-ea", (7, 9)),
        (".travis.yml", "jobs:\n  include:\n  - jdk: openjdk11\n  - jdk: openjdk8", (8, 11)),
    ],
)
def test_the_versions_of_a_file(
    tmp_path: Path, name: str, text: str, features: tuple[int, ...]
) -> None:
    assert read_ci_versions(write(tmp_path, name, text)) == {name: features}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe\x00",
        b"jdk",
        b"jdk: {openjdk8: 1}",
        b"jdk: [[openjdk8]]",
        b"jdk: [openjdk8",
        b"jdk: *nobody",
        b"jdk: &a [*a]",
        b'jdk: "\\U99999999"',
        b"--- \njdk: openjdk8\n---\njdk: openjdk8",
        b"? [a]\n: jdk",
        b"jdk: openjdk" + b"9" * 5000,
        b"jdk: " + b"[" * 50_000,
        b"jdk: openjdk8\n#" + b"x" * 100_000,
    ],
)
def test_odd_yaml_names_none(tmp_path: Path, text: bytes) -> None:
    write(tmp_path, ".travis.yml", text)
    write(tmp_path, WORKFLOW, text.replace(b"jdk", b"java-version"))

    assert read_ci_versions(tmp_path) == {}


def test_folders_of_the_names_of_files_name_none(tmp_path: Path) -> None:
    (tmp_path / ".travis.yml").mkdir()
    (tmp_path / WORKFLOW).mkdir(parents=True)
    write(tmp_path, ".github/workflows/notes.md", "java-version: 8")

    assert read_ci_versions(tmp_path) == {}


def test_aliases_upon_aliases_are_walked_once(tmp_path: Path) -> None:
    lines = ["a0: &a0 {java-version: 11}"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 200)]
    write(tmp_path, WORKFLOW, "\n".join(lines))

    assert cpu_seconds(lambda: read_ci_versions(tmp_path)) < 5
    assert read_ci_versions(tmp_path) == {WORKFLOW: (11,)}
