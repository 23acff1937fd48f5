"""Processes are found by a variable that they inherited, in whatever group they are."""

import os
import subprocess
import time
from pathlib import Path

from verifier.tools.marked_processes import kill_marked

VARIABLE = "_REFVERIFY_MARK_OF_A_TEST"


def start_detached(tmp_path: Path, value: str) -> int:
    """Start a process that leaves its group and whose parent ends; return its id."""
    file = tmp_path / value
    script = f"setsid sh -c 'echo $$ > {file}.new; mv {file}.new {file}; exec sleep 60' &"
    subprocess.run(["sh", "-c", script], env={**os.environ, VARIABLE: value}, check=True)
    while not file.exists():
        time.sleep(0.01)
    return int(file.read_text())


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_detached_process_is_killed_by_its_mark_and_another_is_not(tmp_path: Path) -> None:
    mine, other = start_detached(tmp_path, "mine"), start_detached(tmp_path, "other")

    assert kill_marked(VARIABLE, lambda value: value == "mine") == 1

    assert not is_running(mine)
    assert is_running(other)
    assert kill_marked(VARIABLE, lambda value: value == "other") == 1
    assert not is_running(other)


def test_without_such_a_process_none_is_killed() -> None:
    assert kill_marked(VARIABLE, lambda _: True) == 0
