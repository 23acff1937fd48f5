"""Measure the peak memory of this process and its children by sampling."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

_PROCESSES = Path("/proc")


class PeakMemory:
    """While it is open, a thread samples every `pause` seconds, and once at the end.

    `bytes` is the largest sum of resident memory seen; pages that processes share count in each.
    None if the system does not report it. Containers are not our children, so they do not count.
    """

    def __init__(self, *, pause: float = 1.0, processes: Path = _PROCESSES) -> None:
        self.bytes: int | None = None
        self._pause, self._processes = pause, processes
        self._ended = Event()
        self._thread = Thread(target=self._watch, name="peak-memory", daemon=True)

    def __enter__(self) -> Self:
        self.look()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()
        self.look()

    def look(self) -> None:
        """Take a sample now."""
        pages = [self._pages(pid) for pid in self._family(os.getpid())]
        known = [count for count in pages if count is not None]
        if known:
            self.bytes = max(self.bytes or 0, sum(known) * resource.getpagesize())

    def _watch(self) -> None:
        while not self._ended.wait(self._pause):
            self.look()

    def _family(self, pid: int) -> Iterator[int]:
        yield pid
        for task in (self._processes / str(pid) / "task").glob("*/children"):
            try:
                children = task.read_text("ascii").split()
            except OSError:  # It has ended in the meantime.
                continue
            for child in children:
                yield from self._family(int(child))

    def _pages(self, pid: int) -> int | None:
        try:
            return int((self._processes / str(pid) / "statm").read_text("ascii").split()[1])
        except (OSError, IndexError, ValueError):
            return None
