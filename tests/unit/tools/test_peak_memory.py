"""The most memory that a program held, its children with it."""

import subprocess
import sys
from pathlib import Path

from verifier.tools.peak_memory import PeakMemory

MEGABYTE = 1024 * 1024
HOLD = "import sys; block = bytearray(200 << 20); print(len(block), flush=True); sys.stdin.read()"


def test_children_count_while_they_live() -> None:
    with PeakMemory(pause=0.05) as before:
        pass
    with PeakMemory(pause=0.05) as peak:
        child = subprocess.Popen(
            [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        child.stdout.readline()
        peak.look()
        child.communicate()

    assert before.bytes is not None
    assert peak.bytes is not None
    assert before.bytes > 10 * MEGABYTE
    assert peak.bytes - before.bytes > 190 * MEGABYTE


def test_where_the_system_does_not_tell_there_is_no_figure(tmp_path: Path) -> None:
    with PeakMemory(processes=tmp_path) as peak:
        peak.look()

    assert peak.bytes is None
