"""Which modules are built for a change, by what the user names and what the change holds."""

import pytest

from tests.support.answers import MemoryTree
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions


def _pom(name: str, needs: str = "") -> str:
    needed = (
        f"<dependencies><dependency><artifactId>{needs}</artifactId></dependency></dependencies>"
    )
    return f"<project><artifactId>{name}</artifactId>{needed if needs else ''}</project>"


CHAIN = MemoryTree.of(
    {
        "pom.xml": "<project><modules><module>core</module><module>mid</module><module>app</module>"
        "</modules></project>",
        "core/pom.xml": _pom("core"),
        "mid/pom.xml": _pom("mid", "core"),
        "app/pom.xml": _pom("app", "mid"),
        **{f"{each}/src/test/java/p/ATest.java": "" for each in ("core", "mid", "app")},
    }
)
CORE, MID, APP = (f"{each}/src/main/java/p/A.java" for each in ("core", "mid", "app"))


@pytest.mark.parametrize(
    ("files", "built", "holding"),
    [
        pytest.param([APP], ("app",), ("app",), id="it holds the change"),
        pytest.param([CORE], ("app", "core"), ("core",), id="one that it needs does"),
        pytest.param([APP, CORE, MID], ("app", "core", "mid"), ("app", "core", "mid"), id="both"),
        pytest.param([], ("app",), ("app",), id="nobody says who does"),
    ],
)
def test_beside_a_named_module_what_it_needs_is_asked_for_where_that_holds_the_change(
    files: list[str], built: tuple[str, ...], holding: tuple[str, ...]
) -> None:
    found = ChangedModules.of(CHAIN, files, BuildOptions(modules=("app",)))

    assert (found.built, found.holding) == (built, holding)


def test_a_module_that_needs_a_named_one_is_not_asked_for() -> None:
    found = ChangedModules.of(CHAIN, [APP, CORE], BuildOptions(modules=("core",)))

    assert found.built == ("core",)
