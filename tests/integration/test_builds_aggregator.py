"""A root pom that lists modules and is not their parent is not built when some modules are named."""

from pathlib import Path

import pytest

from tests.support.maven_subject import JUNIT4, cache_with, commit
from verifier.builds.modules.several_modules import ChangedModules, open_modules
from verifier.builds.options import BuildOptions
from verifier.sandbox.base import JobLimits, Sandbox

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

HEAD = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>subject</groupId><artifactId>{name}</artifactId><version>1</version>
  <packaging>pom</packaging>
"""
ON_LIB = (
    "<dependencies><dependency><groupId>subject</groupId><artifactId>lib</artifactId>"
    "<version>1</version></dependency>"
)
LIB = JUNIT4.replace("<artifactId>subject<", "<artifactId>lib<", 1)
APP = JUNIT4.replace("<artifactId>subject<", "<artifactId>app<", 1).replace(
    "<dependencies>", ON_LIB, 1
)
TOOL = "package p;\npublic class Tool {\n  public static int one() { return 1; }\n}\n"
APP_TEST = """package app;
public class AppTest {
  @org.junit.Test public void asks() { org.junit.Assert.assertEquals(1, p.Tool.one()); }
}
"""


def aggregator(*folders: str) -> str:
    modules = "".join(f"<module>{folder}</module>" for folder in folders)
    return HEAD.format(name="all") + f"<modules>{modules}</modules></project>\n"


def below(parent: str, pom: str) -> str:
    """The pom of a module whose parent lies elsewhere than in the root."""
    found = (
        "<parent><groupId>subject</groupId><artifactId>parent</artifactId><version>1</version>"
        f"<relativePath>{parent}</relativePath></parent>"
    )
    return pom.replace(
        "<modelVersion>4.0.0</modelVersion>", f"<modelVersion>4.0.0</modelVersion>{found}"
    )


@pytest.mark.parametrize(
    "poms",
    [
        pytest.param(
            {"pom.xml": aggregator("lib", "app"), "lib/pom.xml": LIB, "app/pom.xml": APP},
            id="no parent",
        ),
        pytest.param(
            {
                "pom.xml": aggregator("parent", "lib", "app"),
                "parent/pom.xml": HEAD.format(name="parent") + "</project>\n",
                "lib/pom.xml": below("../parent/pom.xml", LIB),
                "app/pom.xml": below("../parent/pom.xml", APP),
            },
            id="parent in a folder",
        ),
        pytest.param(
            {"pom.xml": aggregator("a/b/lib", "app"), "a/b/lib/pom.xml": LIB, "app/pom.xml": APP},
            id="deep module",
        ),
        pytest.param(
            {
                "code/pom.xml": aggregator("lib", "app"),
                "code/lib/pom.xml": LIB,
                "code/app/pom.xml": APP,
            },
            id="build below the root",
        ),
    ],
)
def test_the_tests_of_the_module_that_needs_the_changed_one_run(
    tmp_path: Path, libraries: Path, sandbox: Sandbox, poms: dict[str, str]
) -> None:
    lib, app = (
        next(path.removesuffix("/pom.xml") for path in poms if path.endswith(f"{name}/pom.xml"))
        for name in ("lib", "app")
    )
    changed = f"{lib}/src/main/java/p/Tool.java"
    files = {**poms, changed: TOOL, f"{app}/src/test/java/app/AppTest.java": APP_TEST}
    options = BuildOptions(
        cache=cache_with(libraries, tmp_path / "cache"),
        base_runs=1,
        limits=JobLimits(wall_seconds=300),
    )
    with commit(tmp_path, files) as repository:
        head = repository.resolve("HEAD")
        modules = ChangedModules.of(repository.tree(head), [changed], options)
        measurement = open_modules(repository, head, modules, options, sandbox).measure()

    assert measurement.stable_pass == {"app.AppTest#asks"}
