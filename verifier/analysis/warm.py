"""Workers that outlive the pool that started them, if the caller asks for it.

A JVM needs about three seconds of processor time before its first answer about a change. A command
pays this once. A notebook or a test suite that calls many commands pays it each time, unless it
reuses the workers of the previous call.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from verifier.analysis.messages import Configure
from verifier.analysis.worker_process import WorkerProcess


class _Spares:
    """A limited number of idle workers, by their configuration."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._idle: list[tuple[Configure, WorkerProcess]] = []

    def take(self, configure: Configure) -> WorkerProcess | None:
        with self._lock:
            for index, (known, worker) in enumerate(self._idle):
                if known == configure:
                    del self._idle[index]
                    return worker
        return None

    def keep(self, configure: Configure, worker: WorkerProcess) -> bool:
        with self._lock:
            if len(self._idle) >= self._most:
                return False
            self._idle.append((configure, worker))
            return True

    def close(self) -> None:
        with self._lock:
            idle, self._idle, self._most = self._idle, [], 0
        for _, worker in idle:
            worker.close()


_spares = _Spares(0)


def take(configure: Configure) -> WorkerProcess | None:
    """Take an idle worker with this configuration. None if there is none."""
    return _spares.take(configure)


def keep(configure: Configure, worker: WorkerProcess) -> bool:
    """Keep an idle worker for the next pool. False if this was not asked for or there are enough."""
    return _spares.keep(configure, worker)


@contextmanager
def warm(workers: int = 1) -> Iterator[None]:
    """Hand on up to `workers` analysis workers between calls in this process, while this is open.

    Each takes about 500 MB. With 0, every call starts and ends its own workers, which is the
    default.
    """
    global _spares  # noqa: PLW0603 - what a process has once
    before, mine = _spares, _Spares(workers)
    _spares = mine
    try:
        yield
    finally:
        _spares = before
        mine.close()
