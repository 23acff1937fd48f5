"""The only door to other programs: no shell, a deadline, and a clean kill."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import MissingToolError, VerifierError

Child = subprocess.Popen[bytes]
"""A program that was started and not yet awaited."""


class ProcessFailed(VerifierError):
    """A program ended with another status than 0."""

    def __init__(self, result: "Finished") -> None:
        tail = result.stderr.decode("utf-8", "replace").strip()[-2000:]
        super().__init__(f"{result.command[0]} ended with status {result.status}: {tail}")
        self.result = result


class ProcessTimeout(VerifierError):
    """A program was still running at its deadline and was killed with all its children."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """A program that ended by itself."""

    command: tuple[str, ...]
    status: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Standard output as UTF-8, undecodable bytes kept as surrogates."""
        return self.stdout.decode("utf-8", "surrogateescape")


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    stdin: bytes | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> Finished:
    """Run a program to its end and return what it printed, whatever its status.

    `env` replaces the whole environment where it is given.

    Raises:
        MissingToolError: the program does not exist.
        ProcessTimeout: it was killed at the deadline.
    """
    words = tuple(str(word) for word in command)
    with popen(words, cwd=cwd, env=env) as process:
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
    """Like `run`, but a status other than 0 raises ProcessFailed."""
    result = run(command, cwd=cwd, stdin=stdin, env=env, timeout=timeout)
    if result.status != 0:
        raise ProcessFailed(result)
    return result


def popen(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Child:
    """Start a program in a process group of its own, its three streams piped.

    Raises:
        MissingToolError: the program does not exist.
    """
    try:
        return subprocess.Popen(
            command,
            cwd=cwd,
            env=None if env is None else dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except FileNotFoundError as error:
        raise MissingToolError(
            f"{command[0]}: no such program", hint="Run `refverify doctor`."
        ) from error


def kill_group(process: Child) -> None:
    """Kill the program and every process of its group, and wait for it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
