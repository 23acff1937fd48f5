"""Which launcher a project's tests need, and which jars in addition to the project's own."""

from dataclasses import replace

import pytest

from tests.support.prepared_bases import MODULE
from verifier.builds.described.launching import Launcher, Launching, choose_launching, platform_of
from verifier.builds.described.module import ClassPath, Dependency, TestSettings

PLATFORM, JUPITER = "org.junit.platform", "org.junit.jupiter"


def path(*artefacts: str) -> ClassPath:
    """A class path of these, each `group:name:version`."""
    found = []
    for each in artefacts:
        name, _, version = each.rpartition(":")
        found.append(Dependency(path=f"{each}.jar", name=name, version=version, main=False))
    return ClassPath(jars=tuple(found))


def fetch(artefact: str) -> str:
    return f"fetched {artefact}"


def launch_with(*artefacts: str, settings: TestSettings | None = None) -> Launching:
    module = MODULE if settings is None else replace(MODULE, tests=settings)
    return choose_launching(module, path(*artefacts), fetch)


@pytest.mark.parametrize(
    ("jupiter", "platform"), [("5.9.3", "1.9.3"), ("5.13.0-M1", "1.13.0-M1"), ("6.0.1", "6.0.1")]
)
def test_the_platform_has_a_number_of_its_own_up_to_junit_5(jupiter: str, platform: str) -> None:
    assert platform_of(jupiter) == platform


def test_junit_6_gets_the_rest_of_its_own_version() -> None:
    assert launch_with(f"{JUPITER}:junit-jupiter-api:6.0.1") == Launching(
        launcher=Launcher.PLATFORM,
        jars=(
            f"fetched {PLATFORM}:junit-platform-launcher:6.0.1",
            f"fetched {PLATFORM}:junit-platform-engine:6.0.1",
            f"fetched {PLATFORM}:junit-platform-commons:6.0.1",
            f"fetched {JUPITER}:junit-jupiter-engine:6.0.1",
        ),
    )


def test_what_the_project_has_stays_the_only_one() -> None:
    whole = (
        f"{JUPITER}:junit-jupiter-api:5.10.5",
        f"{JUPITER}:junit-jupiter-engine:5.10.5",
        f"{PLATFORM}:junit-platform-engine:1.10.5",
    )

    assert launch_with(*whole).jars == (f"fetched {PLATFORM}:junit-platform-launcher:1.10.5",)
    assert launch_with(*whole, f"{PLATFORM}:junit-platform-launcher:1.10.5").jars == ()


def test_an_engine_without_jupiter_is_launched_by_the_platform_s_own_version() -> None:
    vintage = (f"{PLATFORM}:junit-platform-engine:1.9.3", "junit:junit:4.13.2")

    assert launch_with(*vintage) == Launching(
        launcher=Launcher.PLATFORM, jars=(f"fetched {PLATFORM}:junit-platform-launcher:1.9.3",)
    )


@pytest.mark.parametrize(
    ("artefact", "launcher"),
    [
        ("junit:junit:3.8.2", Launcher.JUNIT3),
        ("junit:junit:4.13.2", Launcher.JUNIT4),
        ("junit:junit-dep:4.8", Launcher.JUNIT4),
    ],
)
def test_junit_3_and_4_need_nothing_more(artefact: str, launcher: Launcher) -> None:
    assert launch_with(artefact) == Launching(launcher=launcher)


def test_what_is_neither_is_refused() -> None:
    assert launch_with("org.testng:testng:7.10.2").unsupported == (
        "it has no JUnit on its test class path",
    )


@pytest.mark.parametrize("version", ["3.8.2", "4.13.2"])
def test_categories_of_junit_4_are_refused(version: str) -> None:
    settings = TestSettings(includes=(), groups="p.Fast")

    assert launch_with(f"junit:junit:{version}", settings=settings).unsupported == (
        "it selects JUnit 4 categories",
    )


def test_a_jar_that_cannot_be_had_is_named() -> None:
    found = choose_launching(MODULE, path(f"{JUPITER}:junit-jupiter-api:5.9.3"), lambda _: None)

    assert found.unsupported == (f"{PLATFORM}:junit-platform-launcher:1.9.3 cannot be had",)
