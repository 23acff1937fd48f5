"""Gradle's own table of JDKs, row by row; finding a Gradle; and the words of every build."""

from pathlib import Path

import pytest

from tests.support.gradle_subject import distribution
from verifier.errors import MissingToolError
from verifier.tools.gradle import (
    NEWEST_JDK,
    OLDEST_JDK,
    Gradle,
    find_gradle,
    find_wrapper_gradle,
    in_order,
    is_at_least,
    newest_jdk,
    oldest_jdk,
    plain_words,
    read_gradle,
)
from verifier.tools.jdk import Jdk

BEFORE = {
    "9.1": "9.0.0", "8.14": "8.13", "8.10": "8.9", "8.8": "8.7", "8.5": "8.4", "8.3": "8.2.1",
    "7.6": "7.5.1", "7.5": "7.4.2", "7.3": "7.2", "7.0": "6.9.4", "6.7": "6.6.1", "6.3": "6.2.2",
    "6.0": "5.6.4", "5.4": "5.3.1", "5.0": "4.10.3", "4.7": "4.6", "4.3": "4.2.1", "2.0": "1.12",
}  # fmt: skip


def jdk(feature: int) -> Jdk:
    return Jdk(home=Path(f"/jdk/{feature}"), version=f"{feature}.0.1", feature=feature)


@pytest.mark.parametrize(("version", "feature"), NEWEST_JDK)
def test_a_row_of_the_table_begins_with_its_version(version: str, feature: int) -> None:
    assert newest_jdk(version) == feature
    assert newest_jdk(BEFORE[version]) < feature
    assert Gradle(home=Path("/g"), version=version).runs_on(feature)
    assert not Gradle(home=Path("/g"), version=version).runs_on(feature + 1)


@pytest.mark.parametrize(
    ("version", "feature"), [("9.0", 17), ("8.14.3", 8), ("5.0", 8), ("4.10.3", 7), ("2.14", 6)]
)
def test_the_oldest_jdk_of_a_gradle(version: str, feature: int) -> None:
    assert oldest_jdk(version) == feature
    assert not Gradle(home=Path("/g"), version=version).runs_on(feature - 1)


def test_every_row_of_both_tables_is_in_order() -> None:
    assert list(NEWEST_JDK) == sorted(NEWEST_JDK, key=lambda row: -row[1])
    assert list(OLDEST_JDK) == sorted(OLDEST_JDK, key=lambda row: -row[1])


def test_debian_s_gradle_also_runs_on_the_jdk_that_it_was_mended_for() -> None:
    assert not Gradle(home=Path("/g"), version="4.4.1").runs_on(17)
    assert Gradle(home=Path("/g"), version="4.4.1", debian=True).runs_on(17)
    assert not Gradle(home=Path("/g"), version="4.4.1", debian=True).runs_on(25)


@pytest.mark.parametrize(
    ("version", "other", "expected"),
    [
        ("4.10", "4.4.1", True),
        ("4.4.1", "4.6", False),
        ("9.1.0", "9.1", True),
        ("8.14-rc-1", "8.14", True),
        ("10.0", "9.1", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, other: str, expected: bool) -> None:
    assert is_at_least(version, other) is expected


def test_jdks_that_gradle_names_come_first_and_the_others_are_still_tried() -> None:
    jdks = (jdk(25), jdk(17), jdk(8), jdk(11))

    order = in_order(jdks, Gradle(home=Path("/g"), version="5.0"))

    assert [each.feature for each in order] == [8, 11, 17, 25]


def test_a_chosen_gradle_is_its_home_or_its_program(tmp_path: Path) -> None:
    home = distribution(tmp_path / "gradle-7.6", "7.6")

    assert find_gradle(home) == Gradle(home=home, version="7.6")
    assert find_gradle(home / "bin/gradle") == Gradle(home=home, version="7.6")
    with pytest.raises(MissingToolError, match="is not a Gradle"):
        find_gradle(tmp_path)


def test_a_distribution_whose_jars_are_links_is_debian_s(tmp_path: Path) -> None:
    home = distribution(tmp_path / "gradle", "4.4.1")
    jar = home / "lib/gradle-core-4.4.1.jar"
    jar.replace(tmp_path / "elsewhere.jar")
    jar.symlink_to(tmp_path / "elsewhere.jar")

    assert read_gradle(home) == Gradle(home=home, version="4.4.1", debian=True)


def test_a_gradle_that_a_wrapper_once_fetched_is_found_by_its_version(tmp_path: Path) -> None:
    home = distribution(tmp_path / "dists/gradle-8.5-bin/abc/gradle-8.5", "8.5")

    assert find_wrapper_gradle(tmp_path, "8.5") == Gradle(home=home, version="8.5")
    assert find_wrapper_gradle(tmp_path, "8.6") is None


@pytest.mark.parametrize(
    ("version", "known"),
    [
        ("2.14", []),
        ("4.4.1", ["--no-scan", "--no-build-cache"]),
        (
            "8.5",
            ["--no-scan", "--no-build-cache", "--no-configuration-cache", "--no-watch-fs"],
        ),
    ],
)
def test_only_words_that_a_gradle_knows_are_used(version: str, known: list[str]) -> None:
    words = plain_words(version)

    assert words[:2] == ("--no-daemon", "--console=plain")
    assert [w for w in words if w.startswith("--no-") and w != "--no-daemon"] == known
