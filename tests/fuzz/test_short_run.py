"""A short run of each fuzzer: it starts, tries inputs and finds nothing new."""

from pathlib import Path

import pytest

from tests.fuzz.__main__ import Total, findings, fuzz_all
from tests.fuzz.targets import KINDS

SECONDS = 1.0
"""CPU seconds per kind, without the start."""


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("atheris", reason="Atheris has no wheel for this machine")
    folder = tmp_path_factory.mktemp("fuzz")
    done = fuzz_all(folder, SECONDS, seed=1)
    assert done.returncode == 0, done.stderr[-6000:].decode("utf-8", "replace")
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_run_finds_nothing(kind: str, work: Path) -> None:
    done = Total.of(work / kind)
    done.add(work / kind)

    assert done.executions > 0
    assert findings(work / kind) == []
