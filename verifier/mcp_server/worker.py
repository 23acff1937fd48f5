"""A worker process: it handles one job after the other and keeps the analysis workers warm.

It reads the folders of jobs, one per line, and confirms each job that it takes. Everything else is
in the job's folder, so a worker without its server finishes its job and then exits.
"""

import logging
import os
import select
import signal
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType

from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import encoding_of
from verifier.console import Console, ConsoleEvent, ConsoleRecord, Notices
from verifier.errors import StorageError
from verifier.judging.options import ToolsetOptions
from verifier.mcp_server.answers import JobProgress
from verifier.mcp_server.jobs import ToolJob
from verifier.mcp_server.work import work

TAKEN = b"taken\n"
IDLE_SECONDS = 600.0
"""Seconds without work after which a worker exits, because its JVM uses memory."""
TERMINATED = 143


def main() -> None:
    """Work until the server is gone and no job is left."""
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ExitStack() as stack:
        warm = _Warm(stack)
        for folder in _folders():
            _do(ToolJob(folder=folder), warm)


def _terminate(number: int, frame: FrameType | None) -> None:
    """Unwind, so that containers and workers are removed."""
    del number, frame
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(TERMINATED)


def _folders() -> Iterator[Path]:
    """Yield the jobs as they come; end with the server, or after a long time without a job."""
    rest = b""
    while select.select([0], [], [], IDLE_SECONDS)[0]:
        read = os.read(0, 65536)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from (Path(os.fsdecode(line)) for line in lines)


def _do(job: ToolJob, warm: "_Warm") -> None:
    with job.own():
        # The pipe may have no reader any more, and a full pipe would block us.
        log = os.open(job.folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, 2)
        os.close(log)
        with suppress(OSError):
            os.write(1, TAKEN)
        console = _JobConsole(job)
        _notices_to(console)
        work(job, job.asked(), warm.analysis, console)


class _Warm:
    """The analysis workers, started by the first question that needs them."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._pool: AnalysisPool | None = None

    def analysis(self) -> AnalysisPool:
        """Return the open workers."""
        if self._pool is None:
            seconds = ToolsetOptions().analysis_timeout
            pool = AnalysisPool(timeout=seconds, encoding_of=encoding_of)
            self._pool = self._stack.enter_context(pool)
        return self._pool


class _JobConsole(Console):
    """Writes the progress into the job's folder."""

    def __init__(self, job: ToolJob) -> None:
        super().__init__(plain=True, records=True)
        self._job = job
        self._last = JobProgress()

    def record(self, record: ConsoleRecord) -> None:
        """Keep the last notice, and the steps of the last task that counts steps."""
        counts = record.event is ConsoleEvent.PROGRESS
        self._last = JobProgress(
            doing=(record.text or record.task or self._last.doing)[:200],
            done=record.done if counts else self._last.done,
            total=record.total if counts else self._last.total,
        )
        with suppress(StorageError):
            self._job.tell(self._last)


def _notices_to(console: Console) -> None:
    library = logging.getLogger("verifier")
    library.handlers = [Notices(console)]
    library.setLevel(logging.INFO)
    library.propagate = False
