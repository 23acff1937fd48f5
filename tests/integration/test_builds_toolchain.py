"""Projects whose own build asks for a JDK by `maven-toolchains-plugin`, with the plugin itself."""

from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.builder import BaseMeasurement
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice, StrategyName
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.sandbox.docker import DockerSandbox
from verifier.tools.jdk import find_jdks

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

NEWEST = find_jdks()[0]
PLUGIN = """<plugin>
        <artifactId>maven-toolchains-plugin</artifactId>
        <version>3.2.0</version>
        <configuration><toolchains><jdk>{asked}</jdk></toolchains></configuration>
        <executions><execution><goals><goal>toolchain</goal></goals></execution></executions>
      </plugin>
    </plugins>"""
FILES = {
    "src/main/java/p/Code.java": "package p;\npublic class Code { public int one() { return 1; } }\n",
    "src/test/java/p/CodeTest.java": """package p;
import org.junit.*;
public class CodeTest {
  @Test public void isOne() { Assert.assertEquals(1, new Code().one()); }
}
""",
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return maven_subject.cache_with(libraries, tmp_path_factory.mktemp("builds") / "cache")


def measure_base(
    folder: Path, cache: Path, sandbox: Sandbox, asked: str, strategy: StrategyChoice
) -> BaseMeasurement:
    pom = maven_subject.JUNIT4.replace("</plugins>", PLUGIN.format(asked=asked))
    options = BuildOptions(
        strategy=strategy, cache=cache, limits=JobLimits(wall_seconds=180), base_runs=1
    )
    with maven_subject.commit(folder, {**FILES, "pom.xml": pom}) as repository:
        return open_builder(repository, repository.resolve("HEAD"), options, sandbox).measure()


@pytest.mark.engine
def test_the_projects_own_build_finds_the_jdk_that_its_toolchain_asks_for(
    tmp_path: Path, cache: Path
) -> None:
    asked = f"<version>{NEWEST.feature}</version>"
    with DockerSandbox() as docker:
        found = measure_base(tmp_path, cache, docker, asked, StrategyChoice.MAVEN)

    assert (found.strategy, found.jdk) == (StrategyName.MAVEN, NEWEST.version)
    assert found.stable_pass == {"p.CodeTest#isOne"}
    assert found.jdk_reason == (
        f"the project declares Java {NEWEST.feature} (maven-toolchains-plugin in pom.xml)"
    )


def test_so_does_the_preparation_for_direct(tmp_path: Path, cache: Path, sandbox: Sandbox) -> None:
    asked = f"<version>[{NEWEST.feature},)</version>"
    found = measure_base(tmp_path, cache, sandbox, asked, StrategyChoice.DIRECT)

    assert (found.strategy, found.jdk) == (StrategyName.DIRECT, NEWEST.version)
    assert found.stable_pass == {"p.CodeTest#isOne"}
    # Where the project's own build had failed, that would be the reason.
    assert found.jdk_reason == (
        f"the project declares Java {NEWEST.feature} (maven-toolchains-plugin in pom.xml)"
    )


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("<version>6</version>", "version='6'"),
        (
            f"<version>{NEWEST.feature}</version><vendor>nobody</vendor>",
            f"vendor='nobody' version='{NEWEST.feature}'",
        ),
    ],
)
def test_a_jdk_that_is_not_there_is_named(
    tmp_path: Path, cache: Path, sandbox: Sandbox, asked: str, named: str
) -> None:
    with pytest.raises(BaseInvalidError) as caught:
        measure_base(tmp_path, cache, sandbox, asked, StrategyChoice.MAVEN)

    assert f"its toolchain asks for another JDK: {named}" in caught.value.message
