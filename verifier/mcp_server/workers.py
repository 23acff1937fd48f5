"""Manage the server's worker processes: one is kept warm, and others are started if it is busy."""

import contextlib
import json
import os
import select
import sys
import threading
from pathlib import Path

from verifier.errors import VerifierError
from verifier.mcp_server.jobs import FOLDER, ToolJob
from verifier.tools import process
from verifier.tools.storage.files import storage_errors

_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    "from verifier.mcp_server.worker import main; main()"
)
START_SECONDS = 30.0
"""Seconds within which a worker must take a job."""


class Workers:
    """Worker processes on demand; safe for several threads.

    They lead their own process groups and outlive the server until their job is done.
    """

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._lock = threading.Lock()
        self._all: list[_Worker] = []

    def give(self, job: ToolJob) -> None:
        """Hand over a job; return when a worker holds it.

        Raises:
            VerifierError: no worker takes it.
        """
        with self._lock:
            worker = self._free() or self._start()
            worker.job = job
        if not worker.takes(job):
            # The warm worker exited just now, after a long time without work.
            with self._lock:
                self._all.remove(worker)
                worker = self._start()
                worker.job = job
            if not worker.takes(job):
                worker.kill()
                raise VerifierError(
                    "no worker process could be started", hint=f"See {job.folder / 'log'}."
                )

    def leave(self) -> None:
        """Let each worker exit on its own: at once, or when its job is done."""
        with self._lock:
            for worker in self._all:
                worker.leave()

    def _free(self) -> "_Worker | None":
        self._all = [worker for worker in self._all if worker.is_alive]
        return next((worker for worker in self._all if not worker.is_busy), None)

    def _start(self) -> "_Worker":
        worker = _Worker(self._cache / FOLDER)
        self._all.append(worker)
        return worker


class _Worker:
    """One worker process, and the last job that it was given."""

    def __init__(self, folder: Path) -> None:
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        # Without -P Python would search for modules in a folder that others may write to.
        command = (sys.executable, "-P", "-c", _BOOT, json.dumps(sys.path))
        self._process = process.popen(command, cwd=folder)
        self.job: ToolJob | None = None

    @property
    def is_alive(self) -> bool:
        """Tell whether the process is running."""
        return self._process.poll() is None

    @property
    def is_busy(self) -> bool:
        """Tell whether its job has not ended."""
        return self.job is not None and self.job.is_worked_on

    def takes(self, job: ToolJob) -> bool:
        """Give it a job, and return whether it holds it."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise AssertionError("popen pipes all streams")
        try:
            stdin.write(os.fsencode(job.folder) + b"\n")
            stdin.flush()
        except OSError:
            return False
        ready = select.select([stdout], [], [], START_SECONDS)[0]
        return bool(ready and os.read(stdout.fileno(), 65536))

    def leave(self) -> None:
        """Tell it that no more jobs will come."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def kill(self) -> None:
        """Kill the process and its group."""
        with contextlib.suppress(OSError):
            process.kill_group(self._process)
