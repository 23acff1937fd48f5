"""Two modules of a real build with classes of one name: with any compiler, a change in the second one is seen."""

from pathlib import Path

import pytest

from tests.support.chained_reactor import CORE, CORE_PATH, FILES
from tests.support.maven_subject import cache_with, changes, commit
from verifier.builds.evidence.twin_classes import find_changed_twins, twins_of, views_of
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyName
from verifier.sandbox.base import JobLimits, Sandbox

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

PARENT = str(FILES["pom.xml"]).replace("<module>app</module>", "<module>far</module>")
FAR = "far/src/main/java/p/core/Core.java"
TWIN = "package p.core;\npublic class Core { public static int least() { return 7; } }\n"
SUBJECT = {
    **{path: text for path, text in FILES.items() if not path.startswith("app/")},
    "pom.xml": PARENT,
    FAR: TWIN,
}
APART = str(FILES["core/pom.xml"]).replace(">core<", ">far<")
TOGETHER = str(FILES["mid/pom.xml"]).replace("<artifactId>mid<", "<artifactId>far<")
"""With the other one on its class path, which our own compiler does not take."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, libraries: Path) -> Path:
    return cache_with(libraries, tmp_path_factory.mktemp("twins") / "cache")


@pytest.mark.parametrize(
    ("strategy", "pom"), [(StrategyName.DIRECT, APART), (StrategyName.MAVEN, TOGETHER)]
)
def test_a_change_in_either_module_s_class_is_seen(
    tmp_path: Path, cache: Path, sandbox: Sandbox, strategy: StrategyName, pom: str
) -> None:
    options = BuildOptions(cache=cache, base_runs=1, limits=JobLimits(wall_seconds=300))
    with commit(tmp_path, {**SUBJECT, "far/pom.xml": pom}) as subject:
        builder = open_builder(subject, subject.resolve("HEAD"), options, sandbox)
        toolchain = builder.toolchain()
        base = builder.classes(None)
        far = builder.classes(changes({FAR: TWIN.replace("return 7", "return 8")}))
        core = builder.classes(changes({CORE_PATH: CORE.replace("return 0", "return 1")}))

    assert toolchain.strategy is strategy
    assert twins_of(base) == {"p/core/Core.class", "p/SameTest.class"}
    assert find_changed_twins(base, far) == find_changed_twins(base, core) == ("p.core.Core",)
    assert base.main == far.main
    for candidate in (far, core):
        assert any(old.main != new.main for old, new in views_of(base, candidate))
