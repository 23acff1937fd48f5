"""The only module that starts other programs: no shell, a deadline, and a clean kill."""

import contextlib
import functools
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from verifier.config import environment, program_folders
from verifier.errors import MissingToolError, VerifierError
from verifier.tools.storage.lease import Lease

_LOOK_SECONDS = 0.02
_BLOCK = 64 * 1024
_SECONDS_TO_READ = 5.0
"""Longest wait for the rest of an output whose program has ended."""

Child = subprocess.Popen[bytes]
"""A program that was started and not yet waited for."""
TimeoutExpired = subprocess.TimeoutExpired
"""The exception of waiting for a Child that does not end in time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChildLimits:
    """Resource limits of one program and its children: address space in bytes, seconds of CPU time,
    and the size in bytes of each file that it writes; None leaves that size alone.
    """

    memory_bytes: int
    cpu_seconds: int
    file_bytes: int | None = None


class ProcessFailed(VerifierError):
    """A program ended with a status other than 0."""

    def __init__(self, result: "Finished") -> None:
        tail = result.stderr.decode("utf-8", "replace").strip()[-2000:]
        super().__init__(f"{result.command[0]} ended with status {result.status}: {tail}")
        self.result = result


class ProcessTimeout(VerifierError):
    """A program was still running at its deadline and was killed with all its children."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """A program that ended on its own."""

    command: tuple[str, ...]
    status: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Standard output as UTF-8, undecodable bytes kept as surrogates."""
        return self.stdout.decode("utf-8", "surrogateescape")


def which(program: str) -> str | None:
    """Find a program in the absolute folders of the PATH; None if there is none.

    A relative folder of the PATH means any current folder, which may be untrusted.
    """
    return shutil.which(program, path=os.pathsep.join(program_folders()))


def run(  # noqa: PLR0913 - one call, all of it is optional
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
    limits: ChildLimits | None = None,
) -> Finished:
    """Run a program to its end and return its output, whatever its status.

    If `env` is given, it replaces the whole environment. The program dies with this process.

    Raises:
        MissingToolError: the program does not exist.
        ProcessTimeout: it was killed at the deadline.
    """
    words = tuple(str(word) for word in command)
    # Only here does the thread that starts the program wait for it; the program dies with that
    # thread.
    with _start(_dying_with_us(words), cwd=cwd, env=env, limits=limits) as process:
        try:
            stdout, stderr = process.communicate(stdin, timeout=timeout)
        except BaseException as error:
            kill_group(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise ProcessTimeout(f"{words[0]} did not end within {timeout} s") from error
            raise
    return Finished(command=words, status=process.returncode, stdout=stdout, stderr=stderr)


def check(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Finished:
    """Like `run`, but raise ProcessFailed for a status other than 0."""
    result = run(command, cwd=cwd, stdin=stdin, env=env, timeout=timeout)
    if result.status != 0:
        raise ProcessFailed(result)
    return result


class FollowedChild:
    """A running program. Its output may have any size; only the end of standard error is kept."""

    def __init__(self, process: Child, most: int) -> None:
        """Read both outputs in threads. Keep the last `most` bytes of standard error."""
        self._process = process
        self._tail = b""
        self._threads = [
            threading.Thread(target=self._read, args=given, daemon=True)
            for given in ((process.stdout, 0), (process.stderr, most))
        ]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> int:
        """Wait for the end of the program and return its status, which is negative after a signal.

        Raises:
            ProcessTimeout: it did not end in time. It still runs.
        """
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise ProcessTimeout(f"did not end within {seconds:g} s") from error

    def kill(self) -> None:
        """Kill the program and every process of its group, and wait for it."""
        kill_group(self._process)

    def read_tail(self) -> str:
        """Return the end of standard error. Processes that hold it open cost some seconds."""
        for thread in self._threads:
            thread.join(_SECONDS_TO_READ)
        return self._tail.decode("utf-8", "replace")

    def _read(self, stream: IO[bytes], most: int) -> None:
        with stream:
            while block := os.read(stream.fileno(), _BLOCK):
                if most:
                    self._tail = (self._tail + block)[-most:]


def follow(
    command: Sequence[str], *, cwd: Path, env: Mapping[str, str], most: int
) -> FollowedChild:
    """Start a program with an empty standard input, and keep only the end of its standard error.

    `most` is the number of bytes to keep. The program dies with this process.

    Raises:
        MissingToolError: the program does not exist.
    """
    process = _start(_dying_with_us(command), cwd=cwd, env=env, limits=None)
    if process.stdin is not None:
        process.stdin.close()
    return FollowedChild(process, most)


def popen(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    limits: ChildLimits | None = None,
) -> Child:
    """Start a program in its own process group, with its three streams piped.

    It ends with this process only if it ends when its standard input closes.

    Raises:
        MissingToolError: the program does not exist.
    """
    return _start(_find_program(command), cwd=cwd, env=env, limits=limits)


def _find_program(command: Sequence[str]) -> tuple[str, ...]:
    """Return the command with the full path of its program.

    Raises:
        MissingToolError: the program does not exist.
    """
    program = command[0] if os.sep in command[0] else which(command[0])
    if program is None:
        raise _missing(command[0])
    return (program, *command[1:])


def _missing(program: str) -> MissingToolError:
    return MissingToolError(f"{program}: no such program", hint="Run `refverify doctor`.")


@functools.cache
def _dying() -> tuple[str, ...]:
    """Return a command prefix that makes a program die with us; empty if the system has none."""
    program = which("setpriv") if sys.platform == "linux" else None
    return () if program is None else (program, "--pdeathsig", "KILL", "--")


def _dying_with_us(command: Sequence[str]) -> tuple[str, ...]:
    program, *words = _find_program(command)
    # Otherwise the error would come from setpriv, a program that the user did not ask for.
    if not os.access(program, os.X_OK):
        raise _missing(program)
    return (*_dying(), program, *words)


def _start(
    command: Sequence[str],
    *,
    cwd: Path | None,
    env: Mapping[str, str] | None,
    limits: ChildLimits | None,
) -> Child:
    try:
        child = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment() if env is None else dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            # Python ignores SIGXFSZ, so a program that reaches the file limit can report the
            # error; with the signal it would be killed without a message.
            restore_signals=limits is None or limits.file_bytes is None,
        )
    except FileNotFoundError as error:
        raise _missing(command[0]) from error
    if limits is not None:
        _limit(child, limits)
    return child


def _limit(child: Child, limits: ChildLimits) -> None:
    """Set its limits before it gets any input, so that it processes nothing without limits."""
    wanted = (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        *(() if limits.file_bytes is None else ((resource.RLIMIT_FSIZE, limits.file_bytes),)),
    )
    with contextlib.suppress(ProcessLookupError, AttributeError):
        for kind, most in wanted:
            # Our own caller may have set a lower limit, which cannot be raised.
            _, hard = resource.getrlimit(kind)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(child.pid, kind, (least, least))


def kill_group(process: Child) -> None:
    """Kill the program and every process of its group, and wait for it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def end_group(owner: Lease, seconds: float) -> bool:
    """Ask a process that leads its group to end; kill the group if it does not end in time.

    Returns whether it ended on its own. If not, processes that it started outside its group keep
    running.
    """
    if owner.dead or not owner.visible:
        return True
    with contextlib.suppress(ProcessLookupError):
        os.kill(owner.pid, signal.SIGTERM)
    deadline = time.monotonic() + seconds
    while not owner.dead and time.monotonic() < deadline:
        time.sleep(_LOOK_SECONDS)
    if owner.dead:
        return True
    with contextlib.suppress(ProcessLookupError):
        os.killpg(owner.pid, signal.SIGKILL)
    return False
