"""Which Gradle a base is built with."""

import hashlib
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.gradle_subject import distribution
from tests.support.served_folder import serve_folder
from verifier.builds.described.prepared import InstalledTool
from verifier.builds.gradle.choice import gradle_for, is_missing_for_now
from verifier.builds.gradle.wrapper import PROPERTIES, read_wrapper
from verifier.builds.options import BuildOptions, StrategyName
from verifier.errors import MissingToolError

PLAIN = MemoryTree.of({"build.gradle": ""})
UNREACHABLE = "http\\://127.0.0.1\\:9/gradle-8.5-bin.zip"


def make_wrapper(checksum: str = "", address: str = UNREACHABLE) -> MemoryTree:
    text = f"distributionUrl={address}\ndistributionSha256Sum={checksum}\n"
    return MemoryTree.of({"build.gradle": "", PROPERTIES: text})


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    """A machine with no Gradle on its PATH and none in the user's Gradle home."""
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("GRADLE_USER_HOME", str(tmp_path / "home"))
    return BuildOptions(cache=tmp_path / "cache")


def on_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> InstalledTool:
    home = distribution(folder / "gradle-4.4.1", "4.4.1")
    monkeypatch.setenv("PATH", str(home / "bin"))
    return InstalledTool(name=StrategyName.GRADLE, home=home, version="4.4.1")


def test_the_wrapper_s_version_is_taken_from_the_user_s_gradle_home(
    options: BuildOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path(tmp_path, monkeypatch)
    home = distribution(tmp_path / "home/wrapper/dists/gradle-8.5-bin/x/gradle-8.5", "8.5")

    assert gradle_for(make_wrapper(), options).home == home


@pytest.mark.parametrize("checksum", ["", "a" * 64])
def test_where_the_wrapper_s_cannot_be_had_it_is_the_one_on_the_path(
    options: BuildOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checksum: str
) -> None:
    expected = on_path(tmp_path, monkeypatch)

    assert gradle_for(make_wrapper(checksum), options) == expected


def test_the_wrapper_s_is_fetched_where_the_base_states_its_checksum(
    options: BuildOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = on_path(tmp_path, monkeypatch)
    distribution(tmp_path / "made/gradle-8.5", "8.5")
    archive = shutil.make_archive(str(tmp_path / "gradle-8.5-bin"), "zip", tmp_path / "made")
    right = hashlib.sha256(Path(archive).read_bytes()).hexdigest()
    with serve_folder(tmp_path) as server:
        address = f"{server}/gradle-8.5-bin.zip".replace(":", "\\:")

        assert gradle_for(make_wrapper("a" * 64, address), options) == other
        fetched = gradle_for(make_wrapper(right, address), options)

    assert (fetched.name, fetched.version) == (StrategyName.GRADLE, "8.5")
    assert fetched.home.is_relative_to(options.cache / "gradle")
    assert gradle_for(make_wrapper(right, address), options) == fetched


@pytest.mark.parametrize(
    ("address", "checksum", "missing"),
    [
        (UNREACHABLE, "a" * 64, True),
        (UNREACHABLE, "", False),
        ("SERVED/gradle-8.5-bin.zip", "a" * 64, True),
        ("SERVED/other/gradle-8.5-bin.zip", "a" * 64, False),
        (UNREACHABLE.replace("8.5", "4.4.1"), "a" * 64, False),
    ],
    ids=["unreachable", "no checksum", "a web page", "not there", "the version in use"],
)
def test_a_download_that_may_work_later_is_told_from_a_version_that_is_gone(
    options: BuildOptions, tmp_path: Path, address: str, checksum: str, missing: bool
) -> None:
    (tmp_path / "cache/gradle").mkdir(parents=True)
    (tmp_path / "gradle-8.5-bin.zip").write_text("<html>")
    with serve_folder(tmp_path) as server:
        text = f"distributionUrl={address.replace('SERVED', server)}\ndistributionSha256Sum={checksum}\n"
        wrapper = read_wrapper(text)
        assert is_missing_for_now(wrapper, "4.4.1", options) is missing
        assert not is_missing_for_now(wrapper, "4.4.1", replace(options, gradle=tmp_path))


def test_a_named_one_is_used_whatever_the_wrapper_says(
    options: BuildOptions, tmp_path: Path
) -> None:
    home = distribution(tmp_path / "mine", "7.6")
    named = BuildOptions(cache=options.cache, gradle=home)

    assert gradle_for(make_wrapper(), named).version == "7.6"


def test_without_any_the_refusal_names_the_version_and_why(options: BuildOptions) -> None:
    with pytest.raises(MissingToolError, match=r"asks for Gradle 8\.5, which is not") as error:
        gradle_for(make_wrapper(), options)
    assert "the base commit states no checksum" in error.value.message
    assert "--gradle" in error.value.hint
    with pytest.raises(MissingToolError, match=r"Gradle \(gradle\) is not on this machine"):
        gradle_for(PLAIN, options)
