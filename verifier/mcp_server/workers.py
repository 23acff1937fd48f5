"""The server's hold on its workers: one is kept warm, another is started where it is busy."""

import contextlib
import json
import os
import select
import sys
import threading
from pathlib import Path

from verifier.errors import VerifierError
from verifier.mcp_server.jobs import FOLDER, Job
from verifier.tools import process
from verifier.tools.files import storage_errors

_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    "from verifier.mcp_server.worker import main; main()"
)
START_SECONDS = 30.0
"""How long a worker may take to take a job."""


class Workers:
    """Worker processes by need; safe for several threads.

    They lead process groups of their own and outlive the server until their job is done.
    """

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._lock = threading.Lock()
        self._all: list[_Worker] = []

    def give(self, job: Job) -> None:
        """Hand a job over; returns once a worker holds it.

        Raises:
            VerifierError: none takes it.
        """
        with self._lock:
            worker = self._free() or self._started()
            worker.job = job
        if not worker.takes(job):
            # The warm one ended just now, after a long time without work.
            with self._lock:
                self._all.remove(worker)
                worker = self._started()
                worker.job = job
            if not worker.takes(job):
                worker.kill()
                raise VerifierError(
                    "no worker process could be started", hint=f"See {job.folder / 'log'}."
                )

    def leave(self) -> None:
        """Let each end by itself: at once, or when its job is done."""
        with self._lock:
            for worker in self._all:
                worker.leave()

    def _free(self) -> "_Worker | None":
        self._all = [worker for worker in self._all if worker.is_alive]
        return next((worker for worker in self._all if not worker.is_busy), None)

    def _started(self) -> "_Worker":
        worker = _Worker(self._cache / FOLDER)
        self._all.append(worker)
        return worker


class _Worker:
    """One worker process, and the job that it was given last."""

    def __init__(self, folder: Path) -> None:
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        # Without -P Python would look for modules in a folder that others may write.
        command = (sys.executable, "-P", "-c", _BOOT, json.dumps(sys.path))
        self._process = process.popen(command, cwd=folder)
        self.job: Job | None = None

    @property
    def is_alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    @property
    def is_busy(self) -> bool:
        """Whether its job has not ended."""
        return self.job is not None and self.job.is_worked_on

    def takes(self, job: Job) -> bool:
        """Give it a job; whether it holds it."""
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
        """Nothing more will come."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def kill(self) -> None:
        """End the process and its group."""
        with contextlib.suppress(OSError):
            process.kill_group(self._process)
