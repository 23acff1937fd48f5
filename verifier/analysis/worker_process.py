"""One worker process with one JVM, as the pool uses it: ask, wait until a deadline, kill."""

import contextlib
import copyreg
from io import BytesIO
from multiprocessing.connection import Connection
from os import dup
from pathlib import Path
from pickle import Pickler
from typing import Any

from verifier.analysis import boot
from verifier.analysis.messages import (
    Configure,
    Ready,
    Request,
    Started,
    WorkerAnswer,
    WorkerRefusal,
)
from verifier.errors import (
    AnalysisError,
    AnalysisOutOfMemory,
    AnalysisTimeout,
    InputError,
    MissingToolError,
    RepositoryError,
    VerifierError,
)
from verifier.tools import process
from verifier.tools.storage.scratch import create_leased_folder, remove_tree

LOG = "worker.log"
START_SECONDS = 120.0
OUT_OF_MEMORY_STATUS = 3
"""HotSpot's exit status under -XX:+ExitOnOutOfMemoryError."""


class WorkerDied(AnalysisError):
    """The process ended without an answer. The request may be tried once more."""


class WorkerProcess:
    """A worker that is starting. Its temporary folder takes the JVM's crash files.

    The JVM starts in the background until the first question.
    """

    def __init__(self, configure: Configure) -> None:
        self._folder = create_leased_folder("analysis")
        words = boot.command("verifier.analysis.worker")
        env = boot.environment(self._folder)
        self._process = process.popen(words, cwd=self._folder, env=env)
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise AssertionError("popen pipes all streams")
        self._requests = Connection(dup(stdin.fileno()), readable=False)
        self._answers = Connection(dup(stdout.fileno()), writable=False)
        stdin.close()
        stdout.close()
        self._ready = False
        # If the process has already ended, the first question reports it.
        with contextlib.suppress(OSError):
            self._requests.send(configure)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, request: Request, timeout: float) -> Any:
        """Ask the worker and return its answer.

        Raises:
            AnalysisTimeout: no answer within `timeout` seconds after the worker read the request.
            WorkerDied, AnalysisOutOfMemory: the process has ended.
            AnalysisError, RepositoryError, InputError: the request failed; the worker still works.
            MissingToolError: the Java runtime cannot be used.
        """
        if not self._ready:
            self._expect(Ready, START_SECONDS)
            self._ready = True
        try:
            self._requests.send_bytes(_pickle(request))
        except OSError as error:
            raise self._death() from error
        self._expect(Started, START_SECONDS)
        answer = self._expect(WorkerAnswer, timeout)
        return answer.value

    def kill(self) -> None:
        """End the process. A thread that waits for its answer gets an error.

        The pipes stay open: their numbers must not go to other files while a thread reads them.
        """
        process.kill_group(self._process)

    def close(self) -> None:
        """Kill the process and remove its folder. Only the thread that uses the worker may call
        this.
        """
        self.kill()
        for stream in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                stream.close()
        if self._process.stderr is not None:
            self._process.stderr.close()
        remove_tree(self._folder)

    def _expect(self, kind: type[Any], seconds: float) -> Any:
        try:
            if not self._answers.poll(seconds):
                raise AnalysisTimeout(
                    f"the analysis did not end within {seconds:g} s",
                    hint="Give it more time with the command's --commit-timeout, --analysis-timeout or --answer-timeout.",
                )
            message = self._answers.recv()
        except (EOFError, OSError) as error:
            raise self._death() from error
        if isinstance(message, WorkerRefusal):
            raise _error_of(message)
        if not isinstance(message, kind):
            raise AssertionError(f"{message!r} instead of {kind.__name__}")
        return message

    def _death(self) -> AnalysisError:
        process.kill_group(self._process)
        status = self._process.returncode
        if status == OUT_OF_MEMORY_STATUS:
            return AnalysisOutOfMemory(
                "the analysis JVM ran out of memory", hint="Give it more with --max-heap."
            )
        return WorkerDied(f"the analysis worker ended with status {status}{self._last_words()}")

    def _last_words(self) -> str:
        try:
            text = (self._folder / LOG).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""
        return f": {text[-1000:]}" if text else ""


def _pickle(request: Request) -> bytes:
    """Serialise a request. Paths become absolute, because the worker has another current folder."""
    stream = BytesIO()
    pickler = Pickler(stream)
    pickler.dispatch_table = {
        **copyreg.dispatch_table,
        type(Path()): lambda path: (Path, (str(path.absolute()),)),
    }
    pickler.dump(request)
    return stream.getvalue()


def _error_of(message: WorkerRefusal) -> VerifierError:
    if message.given:
        return InputError(message.message, hint=message.hint)
    if message.repository:
        return RepositoryError(message.message, hint="Fetch what is missing, then run again.")
    if message.tool:
        return MissingToolError(message.message, hint="Name a Java runtime 23 or newer.")
    return AnalysisError(message.message)
