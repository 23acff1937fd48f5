"""A short run of each fuzzer: it starts, tries inputs and finds nothing new."""

from pathlib import Path

import pytest

from tests.fuzz.__main__ import findings, fuzz
from tests.fuzz.targets import KINDS

SECONDS = 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_run_finds_nothing(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="Atheris has no wheel for this machine")

    done = fuzz(kind, tmp_path, SECONDS / 60, seed=1)

    assert done.executions > 0
    assert findings(tmp_path) == []
