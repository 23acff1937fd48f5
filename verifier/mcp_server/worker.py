"""A worker process: one job after the other, with the analysis workers kept warm between them.

It is told the folders of jobs, a line each, and says when it has taken one. The job's folder has the
rest, so a worker whose server is gone ends what it began, and then itself.
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
from verifier.mcp_server.answers import JobProgress
from verifier.mcp_server.jobs import Job
from verifier.mcp_server.work import work
from verifier.pipeline.options import WorkshopOptions

TAKEN = b"taken\n"
IDLE_SECONDS = 600.0
"""A worker without work ends after so long: its JVM holds memory."""
TERMINATED = 143


def main() -> None:
    """Work until the server is gone and nothing is left to do."""
    signal.signal(signal.SIGTERM, _terminate)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ExitStack() as stack:
        warm = _Warm(stack)
        for folder in _folders():
            _do(Job(folder=folder), warm)


def _terminate(number: int, frame: FrameType | None) -> None:
    """Unwind, so that containers and workers are removed."""
    del number, frame
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(TERMINATED)


def _folders() -> Iterator[Path]:
    """The jobs as they come; ends with the server, or where nothing comes for long."""
    rest = b""
    while select.select([0], [], [], IDLE_SECONDS)[0]:
        read = os.read(0, 65536)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from (Path(os.fsdecode(line)) for line in lines)


def _do(job: Job, warm: "_Warm") -> None:
    with job.owned():
        # Nobody may read these any more, and a full pipe would stop us.
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
        """The open workers."""
        if self._pool is None:
            seconds = WorkshopOptions().analysis_timeout
            pool = AnalysisPool(timeout=seconds, encoding_of=encoding_of)
            self._pool = self._stack.enter_context(pool)
        return self._pool


class _JobConsole(Console):
    """Writes what is being done into the job's folder."""

    def __init__(self, job: Job) -> None:
        super().__init__(plain=True, records=True)
        self._job = job
        self._last = JobProgress()

    def record(self, record: ConsoleRecord) -> None:
        """The last notice, and the steps of the last task that counts some."""
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
