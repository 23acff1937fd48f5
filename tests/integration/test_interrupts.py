"""Ctrl-C and SIGTERM: one line that says what is kept and how to go on, whatever was running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-c", "from verifier.cli.main import entry_point; entry_point()")
AGAIN = "nothing was written; run the same command again"
IN_THE_RUN = (
    "judged predictions are in the run folder, prepared bases in the cache; the same command goes"
    " on from there"
)
WAITING = [
    (("instances", "-i", "PIPE"), AGAIN),
    (("show", "abc", "-i", "PIPE"), AGAIN),
    (("predictions", "empty", "-i", "PIPE", "-o", "p.jsonl"), AGAIN),
    (("verify", "-i", "PIPE", "PIPE", "--run", "run", "--repo", "r"), IN_THE_RUN),
    (
        ("check", "--repo", ".", "--base", "HEAD", "--patch", "PIPE"),
        "the change is not judged; prepared bases are in the cache; run the same command again",
    ),
    (
        ("rules", "register", "PIPE", "-o", "set", "--base", "r", "--golden", "r"),
        "rule sets that were written are whole; run the same command again",
    ),
    (("fuzz", "replay", "PIPE"), AGAIN),
]
"""Commands that wait for a file that nobody writes."""


def reader_of(pipe: Path) -> int:
    """Wait until the program reads the pipe, and keep it waiting."""
    for _ in range(1200):
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the program never read its input")


INTERRUPTED, TERMINATED = (signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")


@pytest.mark.twin(ending=[TERMINATED], words=[words for words, _ in WAITING[1:]])
@pytest.mark.parametrize("ending", [INTERRUPTED, TERMINATED])
@pytest.mark.parametrize(("words", "kept"), WAITING, ids=lambda value: str(value)[:40])
def test_a_stopped_command_says_one_line(
    tmp_path: Path, words: tuple[str, ...], kept: str, ending: tuple[int, int, str]
) -> None:
    number, status, word = ending
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "r").mkdir()
    path = {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [*PROGRAM, *(str(pipe) if w == "PIPE" else w for w in words)],
        cwd=tmp_path,
        env=os.environ | path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        end = reader_of(pipe)
        time.sleep(0.2)
        program.send_signal(number)
        _, err = program.communicate(timeout=60)
        os.close(end)

    assert err == f"refverify: {word}; {kept}\n"
    assert program.returncode == status
