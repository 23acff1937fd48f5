"""Tests and build files stay the base's, whatever a candidate says of them."""

import pytest

from verifier.builds.described.overlay import overlay_of
from verifier.domain.paths import SourceFolders
from verifier.domain.source import Candidate, FileChange

KNOWN = SourceFolders(
    main=("src/main/java", "code"), test=("src/test/java", "checks"), main_resources=("words",)
)


def overlay(path: str, *, mode: str = "100644", editable: frozenset[str] = frozenset()) -> bool:
    """Whether a change of the path is taken."""
    change = FileChange(path=path, content=b"x", mode=mode)
    found = overlay_of(Candidate(changes=(change,), patch=""), KNOWN, editable)
    assert (path in found.files) is not (path in found.restored)
    return path in found.files


@pytest.mark.parametrize(
    "path",
    [
        "src/main/java/p/A.java",
        "src/main/java/com/acme/target/A.java",
        "src/main/java/com/acme/gradle/A.java",
        "code/build/A.java",
        "src/main/resources/a.txt",
        "words/test/a.txt",
        "A.java",
    ],
)
def test_product_files_are_the_candidates(path: str) -> None:
    assert overlay(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/test/java/p/ATest.java",
        "src/test/resources/expected.txt",
        "core/src/test/java/p/ATest.java",
        "checks/p/ATest.java",
        "pom.xml",
        "core/pom.xml",
        "build.gradle.kts",
        ".mvn/jvm.config",
        ".mvn/extensions.xml",
        "mvnw",
        "gradle/wrapper/gradle-wrapper.properties",
        "buildSrc/src/main/java/X.java",
        "target/surefire-reports/TEST-p.ATest.xml",
        ".git/hooks/post-checkout",
        "/etc/passwd",
        "src/../../x",
    ],
)
def test_tests_build_files_and_places_outside_stay_the_bases(path: str) -> None:
    assert not overlay(path)


def test_the_instances_own_test_file_is_the_candidates() -> None:
    mine = "src/test/java/p/ATest.java"

    assert overlay(mine, editable=frozenset({mine}))
    assert not overlay("src/test/java/p/BTest.java", editable=frozenset({mine}))


def test_a_build_file_is_never_editable() -> None:
    assert not overlay("pom.xml", editable=frozenset({"pom.xml"}))


@pytest.mark.parametrize("mode", ["120000", "160000"])
def test_links_and_submodules_are_not_taken(mode: str) -> None:
    assert not overlay("src/main/java/p/A.java", mode=mode)


def test_the_base_itself_has_an_empty_overlay() -> None:
    found = overlay_of(None, KNOWN, frozenset())

    assert (dict(found.files), found.restored) == ({}, ())
