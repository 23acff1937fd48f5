"""Fixtures of many modules: the analysis pool, which costs a JVM, a sandbox, and the subject's JDK."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.warm_gradle import gradle_is_there, warm_gradle
from tests.support.warm_maven import WarmMaven, make_home
from verifier.analysis.pool import AnalysisPool
from verifier.analysis.warm import warm
from verifier.sandbox.base import Sandbox
from verifier.sandbox.local import LocalSandbox
from verifier.tools import process
from verifier.tools.jdk import Jdk, find_jdks
from verifier.tools.storage.locking import exclusive

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

ROOT = Path(__file__).parents[2]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of the fuzzing engine runs once for each JDK that `--jdk` names."""
    homes = metafunc.config.getoption("--jdk")
    marks = metafunc.definition.iter_markers("parametrize")
    chosen_by_itself = any(mark.args[0] == "jdk" for mark in marks)
    if homes and "jdk" in metafunc.fixturenames and not chosen_by_itself:
        found = [find_jdks(home)[0] for home in homes]
        ids = [f"jdk{each.feature}" for each in found]
        metafunc.parametrize("jdk", found, indirect=True, scope="module", ids=ids)


@pytest.fixture(scope="module")
def jdk(request: pytest.FixtureRequest) -> Jdk:
    """The JDK that runs the subject: one of `--jdk`, or this machine's oldest from 17 on."""
    chosen: Jdk | None = getattr(request, "param", None)
    return chosen or next(jdk for jdk in reversed(find_jdks()) if jdk.feature >= 17)


@pytest.fixture(scope="session")
def analysis() -> Iterator[AnalysisPool]:
    """A pool with one worker, shared; a test that kills workers makes its own."""
    with AnalysisPool(timeout=60) as pool:
        yield pool


@pytest.fixture(autouse=True, scope="session")
def _warm_workers() -> Iterator[None]:
    """Commands that run in this process share a worker; a start costs seconds."""
    with warm():
        yield


@pytest.fixture
def cold_workers() -> Iterator[None]:
    """For tests of workers themselves: each pool starts and ends its own."""
    with warm(0):
        yield


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Local Maven repositories that modules share: the first user fills each, once.

    All workers share them too; the product locks them.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "libraries"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def shared_cache(libraries: Path) -> Path:
    """A whole cache that modules share, for tests of what comes after a preparation.

    Subjects with equal build files are neighbours there, so Maven describes them once.
    """
    folder = libraries.parent / "shared-cache"
    folder.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        (folder / "repositories").symlink_to(libraries)
    return folder


@pytest.fixture(scope="session")
def wheel(libraries: Path) -> Path:
    """The wheel of this checkout, built once for all workers."""
    folder = libraries.parent / "wheel"
    with exclusive(libraries.parent / "wheel.lock"):
        if not folder.is_dir():
            words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
            fresh = libraries.parent / "wheel.new"
            process.check([sys.executable, *words, "--wheel-dir", fresh, ROOT])
            fresh.rename(folder)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def _warm_home(libraries: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Maven that all workers share; each answers its start script, as long as it lives."""
    home, sockets = libraries.parent / "warm-maven", libraries.parent / "warm-maven.sockets"
    sockets.mkdir(exist_ok=True)
    with exclusive(libraries.parent / "warm-maven.lock"):
        if not home.is_dir():
            make_home(home, sockets)
    name = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with WarmMaven(home, sockets, name, tmp_path_factory.mktemp("warm-maven")):
        yield home


@pytest.fixture(scope="module")
def warm_maven(_warm_home: Path) -> Iterator[None]:
    """For modules with many builds by Maven outside of containers, if no test is about the process of the build tool."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{_warm_home / 'bin'}{os.pathsep}{os.environ['PATH']}")
        yield


@pytest.fixture(scope="session")
def _warm_gradle_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Gradle of this worker's own: its daemon does one build at a time."""
    with warm_gradle(tmp_path_factory.mktemp("warm-gradle")) as home:
        yield home


@pytest.fixture(scope="module")
def with_warm_gradle(request: pytest.FixtureRequest) -> Iterator[None]:
    """For modules with many builds by Gradle outside of containers, if no test is about the process of the build tool."""
    if not gradle_is_there():
        yield
        return
    home: Path = request.getfixturevalue("_warm_gradle_home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}")
        yield


_ROUNDS_OF_FIRST_FAILURE = (
    "checks.parts.first_failure",
    "builds.direct.first_failure",
    "builds.measuring.rounds",
    "builds.measuring.base_builder",
)


@pytest.fixture(autouse=True, scope="module")
def _one_round() -> Iterator[None]:
    """Doubtful tests run again once: a round costs two builds.

    Unit tests are about the rounds, and so is test_first_failure, with three of them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verifier.checks.tests.ROUNDS", 1)
        for early in _ROUNDS_OF_FIRST_FAILURE:
            patch.setattr(f"verifier.{early}.ROUNDS", 1)
        yield


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Without isolation; a module that tests a sandbox makes its own."""
    with LocalSandbox() as opened:
        yield opened


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Chrome"]:
    from tests.support.browser import open_browser

    driver = open_browser(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()
