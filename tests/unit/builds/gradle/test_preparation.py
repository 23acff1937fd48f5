"""Whose fault it is that a Gradle base cannot be prepared."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gradle_subject import distribution
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from tests.support.served_folder import serve_folder
from verifier.builds.described.groundwork import Groundwork
from verifier.builds.described.module_graph import ModuleGraph
from verifier.builds.described.online import Online
from verifier.builds.described.prepared import InstalledTool
from verifier.builds.gradle.preparation import GradlePreparation
from verifier.builds.gradle.wrapper import PROPERTIES
from verifier.builds.options import BuildOptions, StrategyName
from verifier.errors import BaseInvalidError, DownloadError
from verifier.sandbox.base import JobLimits
from verifier.tools.jdk import find_jdks

FAILED = b"* What went wrong:\nCould not find method enableFeaturePreview().\n\n* Try:\n"


def prepare_with(address: str, tmp_path: Path) -> None:
    """Prepare a base whose wrapper names a Gradle 8.5 at an address, with a Gradle 4.4.1 that fails."""
    properties = tmp_path / "work" / "base" / PROPERTIES
    properties.parent.mkdir(parents=True)
    properties.write_text(
        f"distributionUrl={address}/gradle-8.5-bin.zip\ndistributionSha256Sum={'a' * 64}\n"
    )
    (tmp_path / "cache" / "gradle").mkdir(parents=True)
    home = distribution(tmp_path / "gradle-4.4.1", "4.4.1")
    sandbox = ScriptedSandbox(result=replace(make_result({}, status=1), output=FAILED))
    (tmp_path / "store").mkdir()
    work = Groundwork(
        commit="0" * 40,
        folder=tmp_path / "work",
        libraries=tmp_path / "store",
        jdks=find_jdks()[:1],
        tool=InstalledTool(name=StrategyName.GRADLE, home=home, version="4.4.1"),
        online=Online(sandbox, tmp_path / "store", JobLimits()),
        graph=ModuleGraph(),
        options=BuildOptions(cache=tmp_path / "cache"),
    )
    GradlePreparation(work=work).run()


def test_another_gradle_does_not_blame_the_base_while_the_project_s_cannot_be_downloaded(
    tmp_path: Path,
) -> None:
    with pytest.raises(DownloadError, match=r"asks for Gradle 8\.5.*enableFeaturePreview"):
        prepare_with("http://127.0.0.1:9", tmp_path)


def test_it_does_where_the_project_s_gradle_is_gone(tmp_path: Path) -> None:
    (tmp_path / "served").mkdir()
    with (
        serve_folder(tmp_path / "served") as server,
        pytest.raises(BaseInvalidError, match=r"enableFeaturePreview.*asks for Gradle 8\.5"),
    ):
        prepare_with(server, tmp_path)
