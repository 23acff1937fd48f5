"""A run that is killed at any moment leaves its run folder and its cache, both whole; no more.

One moment here; `python -m bench.killed_anywhere` does as many as are wanted.
"""

from pathlib import Path

import pytest

from bench.killed_anywhere import kill_anywhere
from tests.support.own_settings import DIRECT, set_own


@pytest.mark.parametrize("sandbox", [pytest.param("docker", marks=pytest.mark.engine)])
def test_nothing_is_left_and_the_next_call_ends_as_if_nothing_had_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: str
) -> None:
    set_own(monkeypatch, tmp_path / "settings", DIRECT)
    moments = list(kill_anywhere(tmp_path, 1, sandbox))

    assert [moment.faults for moment in moments] == [()]
