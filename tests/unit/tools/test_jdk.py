"""JDKs: what a folder is, and in which order they are tried."""

import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from verifier.errors import MissingToolError
from verifier.tools.jdk import (
    Jdk,
    feature_of,
    find_jdks,
    in_order_of_choice,
    read_jdk,
    runtimes_alone,
    vendor_of,
)


def jdk(feature: int) -> Jdk:
    return Jdk(home=Path(f"/jdk{feature}"), version=f"{feature}.0.1", feature=feature)


def make(folder: Path, version: str, *, compiler: bool = True) -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "java").touch()
    if compiler:
        (folder / "bin" / "javac").touch()
    (folder / "release").write_text(f'JAVA_VERSION="{version}"\nOS_NAME="Linux"\n')
    return folder


@pytest.mark.parametrize(
    ("version", "feature"),
    [
        ("17.0.15", 17),
        ("1.8.0_292", 8),
        ("8", 8),
        ("1.5", 5),
        ("25-ea", 25),
        ("", None),
        ("x", None),
    ],
)
def test_the_feature_number(version: str, feature: int | None) -> None:
    assert feature_of(version) == feature


def test_a_folder_with_a_compiler_is_a_jdk(tmp_path: Path) -> None:
    home = make(tmp_path / "jdk", "11.0.2")

    assert read_jdk(home) == Jdk(
        home=home, version="11.0.2", feature=11, release="58be903af4f3c3e3"
    )


def test_a_jdk_has_the_same_identity_in_every_folder_and_another_release_has_another_one(
    tmp_path: Path,
) -> None:
    ours, theirs, other = (make(tmp_path / name, "11.0.2") for name in ("a", "b", "c"))
    with (other / "release").open("a") as release:
        release.write('IMPLEMENTOR="Eclipse Adoptium"\n')
    jdks = [read_jdk(home) for home in (ours, theirs, other)]

    assert [found and found.identity for found in jdks] == [
        "11.0.2 58be903af4f3c3e3",
        "11.0.2 58be903af4f3c3e3",
        "11.0.2 Eclipse Adoptium 507d7b7861953d37",
    ]


def test_the_order_of_jdks_does_not_depend_on_their_folders(
    at_home: Path,
) -> None:
    make(at_home / ".jdks/a", "17.0.2")
    make(at_home / ".jdks/b", "17.0.15")

    found = [found.version for found in find_jdks() if found.home.is_relative_to(at_home)]
    assert found == ["17.0.15", "17.0.2"]


def test_a_runtime_without_a_compiler_is_none(tmp_path: Path) -> None:
    assert read_jdk(make(tmp_path / "jre", "11.0.2", compiler=False)) is None
    assert read_jdk(tmp_path / "absent") is None


def test_a_jdk_8_without_a_release_file_is_told_by_its_runtime(tmp_path: Path) -> None:
    home = make(tmp_path / "jdk", "1.8.0_1")
    (home / "release").unlink()
    (home / "jre/lib").mkdir(parents=True)
    with ZipFile(home / "jre/lib/rt.jar", "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", "A: b\r\nImplementation-Version: 1.8.0_504\r\n")

    assert read_jdk(home) == Jdk(home=home, version="1.8.0_504", feature=8)


def test_a_folder_that_says_no_version_is_none(tmp_path: Path) -> None:
    home = make(tmp_path / "jdk", "1.8.0_1")
    (home / "release").unlink()
    assert read_jdk(home) is None

    (home / "jre/lib").mkdir(parents=True)
    (home / "jre/lib/rt.jar").write_bytes(b"no zip")
    assert read_jdk(home) is None


def test_only_the_chosen_one_is_found(tmp_path: Path) -> None:
    home = make(tmp_path / "jdk", "21.0.1")

    assert [found.version for found in find_jdks(home)] == ["21.0.1"]


def test_a_chosen_folder_that_is_no_jdk_is_a_missing_tool(tmp_path: Path) -> None:
    with pytest.raises(MissingToolError, match="is not a JDK"):
        find_jdks(tmp_path)


@pytest.mark.parametrize(("feature", "oldest"), [(8, 3), (11, 6), (17, 7), (25, 8)])
def test_the_oldest_level_that_javac_takes(feature: int, oldest: int) -> None:
    assert jdk(feature).oldest_level == oldest


def order(*declared: int, level: int | None = None) -> list[int]:
    jdks = (jdk(25), jdk(17), jdk(11), jdk(8))
    named = dict.fromkeys(declared, "a file")
    return [found.feature for found in in_order_of_choice(jdks, declared=named, level=level)]


def test_the_oldest_that_takes_the_level_comes_first() -> None:
    assert order(level=8) == [8, 11, 17, 25]
    assert order(level=17) == [17, 25, 8, 11]
    assert order(level=6) == [8, 11, 17, 25]


def test_a_declared_one_comes_before_all() -> None:
    assert order(17, level=8) == [17, 8, 11, 25]


def test_of_several_declared_ones_the_oldest_that_takes_the_level_comes_first() -> None:
    assert order(25, 11, level=8) == [11, 25, 8, 17]
    assert order(25, 11, level=17) == [25, 11, 17, 8]
    assert order(21, level=8) == [8, 11, 17, 25]


@pytest.mark.parametrize("version", ["9" * 5000, "\u00b2", "\u0663", "-1", "1." + "9" * 5000])
def test_what_no_java_was_ever_called_has_no_number(version: str) -> None:
    assert feature_of(version) is None


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in [n for n in os.environ if n.startswith(("JAVA_HOME", "GRADLE_USER_HOME"))]:
        monkeypatch.delenv(name)
    return tmp_path


@pytest.mark.parametrize(
    "place",
    [
        ".sdkman/candidates/java/8.0.1-tem",
        ".jenv/versions/8",
        ".asdf/installs/java/temurin-8",
        ".local/share/mise/installs/java/temurin-8",
        ".jdks/temurin-1.8",
        ".gradle/jdks/eclipse_adoptium-8-amd64-linux.2",
        ".gradle/jdks/eclipse_adoptium-8-amd64-linux/jdk8u1-b1",
    ],
)
def test_what_other_tools_installed_is_found(at_home: Path, place: str) -> None:
    home = make(at_home / place, "1.8.0_987")

    assert home in [found.home for found in find_jdks()]


@pytest.mark.parametrize("name", ["JAVA_HOME", "JAVA_HOME_8_X64", "JAVA_HOME_8_aarch64"])
def test_what_the_environment_names_is_found(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    home = make(at_home / "a", "1.8.0_987")
    assert home not in [found.home for found in find_jdks()]

    monkeypatch.setenv(name, str(home))
    assert home in [found.home for found in find_jdks()]


@pytest.mark.parametrize("place", ["jdks/temurin-8", "jdks/temurin-8/jdk8u1-b1"])
def test_what_gradle_downloaded_lies_in_its_own_home(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setenv("GRADLE_USER_HOME", str(at_home / "gradle"))
    home = make(at_home / "gradle" / place, "1.8.0_987")

    assert home in [found.home for found in find_jdks()]


@pytest.mark.parametrize("space", ["", ' xmlns="http://maven.apache.org/TOOLCHAINS/1.1.0"'])
def test_what_maven_s_toolchains_name_is_found(at_home: Path, space: str) -> None:
    home = make(at_home / "a", "1.8.0_987")
    toolchains = at_home / ".m2/toolchains.xml"
    toolchains.parent.mkdir()
    toolchains.write_text(
        f"<toolchains{space}><toolchain><type>jdk</type><configuration>"
        f"<jdkHome> {home} </jdkHome></configuration></toolchain></toolchains>"
    )
    assert home in [found.home for found in find_jdks()]

    toolchains.write_text("<toolchains")
    assert home not in [found.home for found in find_jdks()]


def test_what_the_system_s_packages_installed_is_found(
    at_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packaged = {h.parent.parent for h in Path("/usr/lib/jvm").resolve().glob("*/bin/javac")}
    if not packaged:
        pytest.skip("no JDK is installed as a package here")
    monkeypatch.setenv("PATH", str(at_home))

    assert {h.resolve() for h in packaged} <= {found.home for found in find_jdks()}


def test_a_runtime_alone_is_named_as_such(at_home: Path) -> None:
    home = make(at_home / ".jdks/jre-11", "11.0.2", compiler=False)

    assert home in runtimes_alone()
    assert home not in [found.home for found in find_jdks()]


def test_the_vendor_is_whom_the_release_file_names(tmp_path: Path) -> None:
    home = make(tmp_path / "jdk", "21.0.1")
    assert vendor_of(home) == ""

    with (home / "release").open("a") as release:
        release.write('IMPLEMENTOR="Eclipse Adoptium"\n')
    assert vendor_of(home) == "Eclipse Adoptium"
