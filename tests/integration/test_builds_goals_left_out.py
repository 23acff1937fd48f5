"""A reactor whose own build fails in a goal behind the tests of a module that another one needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.maven_subject import cache_with, changes, commit, judge
from tests.support.reactor_subject import CORE, CORE_PATH, FILES
from verifier.builds.build_tools import java_tree
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.domain.outcome import Reason, Status
from verifier.sandbox.base import JobLimits, Sandbox
from verifier.tools.git.repository import Repository

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

# A second jar without a classifier is an error of the plugin, and no property of it leaves the goal out.
TWO_JARS = """<build><plugins><plugin><artifactId>maven-jar-plugin</artifactId><version>3.4.2</version>
  <executions><execution><id>twice</id><goals><goal>jar</goal></goals></execution></executions>
</plugin></plugins></build>
</project>"""
CORE_POM = FILES["core/pom.xml"].replace("</project>", TWO_JARS)


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    files = {**FILES, "core/pom.xml": CORE_POM}
    with commit(tmp_path_factory.mktemp("two-jars"), files) as repository:
        yield repository


def test_such_a_goal_is_left_out_of_every_build(
    subject: Repository,
    sandbox: Sandbox,
    libraries: Path,
    tmp_path: Path,
) -> None:
    options = BuildOptions(
        cache=cache_with(libraries, tmp_path / "cache"),
        strategy=StrategyChoice.MAVEN,
        base_runs=1,
        limits=JobLimits(wall_seconds=300),
        modules=("core", "app"),
    )
    head = subject.resolve("HEAD")
    builder = open_builder(subject, head, options, sandbox)

    measured = builder.measure()

    goal = "org.apache.maven.plugins:maven-jar-plugin:jar@twice"
    assert f"left out, since it fails behind the tests: {goal}" in measured.notes
    assert len(measured.stable_pass) == 4
    tree = java_tree(subject.tree(head))
    wrong = changes({CORE_PATH: CORE.replace("2 * n", "2 + n")})
    result = judge(builder, tree, wrong, tmp_path)
    assert (result.status, result.reason) == (Status.FAILED, Reason.TEST_FAILED), result.details
    assert any(path.endswith("p/App.class") for path in builder.classes(wrong).main)
