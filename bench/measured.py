"""Run a program and measure its cost."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import VerifierError


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """Wall-clock and processor seconds of a program with all its children, and the peak resident
    memory of the largest single process among them, in bytes.
    """

    seconds: float
    processor_seconds: float
    peak_bytes: int


def measure(
    command: Sequence[str | Path], *, log: Path, env: Mapping[str, str] | None = None
) -> Cost:
    """Run a program to its end. Its output goes to `log`.

    Raises:
        VerifierError: its exit status is not 0; the log has the reason.
    """
    words = [str(word) for word in command]
    with log.open("wb") as stream:
        start = time.perf_counter()
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, env=env
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise VerifierError(
            f"{words[0]} ended with status {process.returncode}", hint=f"See {log}."
        )
    return Cost(
        seconds=seconds,
        processor_seconds=usage.ru_utime + usage.ru_stime,
        peak_bytes=usage.ru_maxrss * 1024,
    )
