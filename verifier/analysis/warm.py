"""Workers that outlive the pool that started them, where somebody asks for it.

A JVM needs some three seconds of processor time before it answers its first question about a change. A
command pays that once; a notebook, or a suite of tests, that calls one command after another pays it
each time, unless the workers of one call are there for the next.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from verifier.analysis.messages import Configure
from verifier.analysis.worker_process import WorkerProcess


class _Spares:
    """At most so many idle workers, each under what it was configured with."""

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
    """An idle worker with this configuration; None where none is kept."""
    return _spares.take(configure)


def keep(configure: Configure, worker: WorkerProcess) -> bool:
    """Keep an idle worker for the next pool; False where nobody asked for it or there are enough."""
    return _spares.keep(configure, worker)


@contextmanager
def warm(workers: int = 1) -> Iterator[None]:
    """While this is open, calls in this process hand so many analysis workers on to those that follow.

    Each keeps some 500 MB. With 0 every call starts and ends its own, as it does without this.
    """
    global _spares  # noqa: PLW0603 - what a process has once
    before, mine = _spares, _Spares(workers)
    _spares = mine
    try:
        yield
    finally:
        _spares = before
        mine.close()
