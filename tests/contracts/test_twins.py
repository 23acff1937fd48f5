"""A case that repeats another one runs only if it is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import engine_answers

WAYS, CASES = ("direct", "own"), ("same", "special")


@pytest.mark.twin(way=["own"], case=["same"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("way", WAYS)
def test_a_twin_by_its_parameters_is_left_out(
    way: str, case: str, request: pytest.FixtureRequest
) -> None:
    assert (way, case) != ("own", "same") or request.config.getoption("--every-sandbox")


@pytest.mark.parametrize("way", ["direct", pytest.param("own", marks=pytest.mark.twin)])
def test_a_twin_by_its_own_mark_is_left_out(way: str, request: pytest.FixtureRequest) -> None:
    assert way == "direct" or request.config.getoption("--every-sandbox")


@pytest.mark.local_twin
def test_a_case_of_docker_runs_without_it_only_where_no_engine_answers(
    request: pytest.FixtureRequest,
) -> None:
    assert not engine_answers() or request.config.getoption("--every-sandbox")


def test_all_run_with_the_option() -> None:
    words = ("--collect-only", "-q", "-p", "no:cacheprovider", "--every-sandbox", __file__)
    found = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )

    assert f"{len(WAYS) * len(CASES) + 2 + 1 + 1} tests collected" in found.stdout
