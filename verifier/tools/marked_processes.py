"""Find and end processes by an environment variable, which children inherit.

This also finds a process that left its process group and whose parent is dead.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_MOST_PASSES = 100
_SECONDS_BETWEEN = 0.05


def kill_marked(variable: str, is_wanted: Callable[[str], bool]) -> int:
    """Kill every process whose variable has a wanted value, and return their number.

    Repeats until none is left, because a process may start others before it dies. Does not kill this
    process. Finds only processes whose environment this user may read.
    """
    killed: set[int] = set()
    for _ in range(_MOST_PASSES):
        found = {pid for pid, value in find_marked(variable) if is_wanted(value)}
        if not found:
            break
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        killed |= found
        time.sleep(_SECONDS_BETWEEN)
    return len(killed)


def find_marked(variable: str) -> Iterator[tuple[int, str]]:
    """Yield the id and the value of each other process with the variable that this user may read."""
    beginning = f"{variable}=".encode()
    for folder in _PROC.iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        # The process may end while it is read.
        with suppress(OSError):
            for word in (folder / "environ").read_bytes().split(b"\0"):
                if word.startswith(beginning):
                    yield int(folder.name), os.fsdecode(word.removeprefix(beginning))
