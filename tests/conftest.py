"""Fixtures that the whole suite shares, and the rule for tests that need a Docker engine."""

import os
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.repository import Repository

MakeRepository = Callable[[str], Repository]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A suite in the background (nohup, some CI) ignores Ctrl-C, and so would what it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--jdk",
        action="append",
        default=[],
        type=Path,
        metavar="HOME",
        help="Run the tests of the fuzzing engine on this JDK; repeat.",
    )
    parser.addoption(
        "--every-sandbox",
        action="store_true",
        help="Run twins, too: the same case in another sandbox or by another way of building.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Files go to workers in their own order, integration before unit tests.

    Else xdist takes those with many tests first: the long ones are last, and a worker ends alone.
    """
    config.option.loadscopereorder = False


@cache
def engine_answers() -> bool:
    """Whether a Docker engine answers at the address that the environment names."""
    import docker

    try:
        client = docker.from_env(timeout=10)
    except docker.errors.DockerException:
        return False
    try:
        return bool(client.ping())
    except docker.errors.DockerException:
        return False
    finally:
        client.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out twins, unless `--every-sandbox` asks for them."""
    if config.getoption("--every-sandbox"):
        return
    twins = [item for item in items if _is_twin(item)]
    if twins:
        left_out = set(twins)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=twins)


def _is_twin(item: pytest.Item) -> bool:
    """Whether another case shows the same.

    The arguments of the mark `twin` are parameters with values; a test is a twin where each of its
    parameters has one of these values. `local_twin` needs an engine for the other case.
    """
    values = (
        item.callspec.params
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else {}
    )
    if any(
        all(values[name] in listed for name, listed in mark.kwargs.items())
        for mark in item.iter_markers("twin")
    ):
        return True
    return item.get_closest_marker("local_twin") is not None and engine_answers()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test marked `engine` is skipped where no engine answers; in CI that is a failure."""
    if item.get_closest_marker("engine") is None or engine_answers():
        return
    if os.environ.get("CI"):
        pytest.fail("no Docker engine answers; in CI such tests are never skipped", pytrace=False)
    pytest.skip("no Docker engine answers; `scripts/engine start` starts one")


@pytest.fixture
def make_repository(tmp_path: Path) -> MakeRepository:
    """Make empty git repositories by name in the test's own folder."""
    return lambda name: Repository.create(tmp_path / name)


@pytest.fixture(autouse=True)
def _settings_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test sees the settings of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.getbasetemp() / "no-settings"))
        for name in [
            n for n in os.environ if n.startswith("REFVERIFY_") and n != "REFVERIFY_CACHE"
        ]:
            patch.delenv(name)
        yield
