"""Run javac, the fuzzing engine's supervisor and programs on its classes in a JVM that stays.

Starting and warming a JVM takes longer than these programs. Every worker and clean test that a
supervisor starts still has a separate process.
"""

import os
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import IO, Self

from tests.support import short_lived
from verifier.domain.testrun import RunEnd
from verifier.fuzzing.engine import ENVIRONMENT
from verifier.sandbox.base import Job, JobResult
from verifier.sandbox.local import LocalSandbox
from verifier.sandbox.results import read_folder
from verifier.tools.jdk import Jdk
from verifier.tools.own_jar import FUZZER
from verifier.tools.process import Finished, ProcessFailed
from verifier.tools.storage.scratch import scratch_folder

PROGRAM = Path(__file__).parents[1] / "fixtures" / "warm-java" / "Commands.java"
PATIENCE = 600.0
"""Seconds for one command. All end much earlier."""


def javac(jdk: Jdk, *words: str | Path) -> None:
    """Compile the given files.

    Raises:
        ProcessFailed: they do not compile.
    """
    _check(_run(jdk, "javac", *words))


def fuzz(jdk: Jdk, *words: str | Path) -> None:
    """Run a campaign with the arguments of the engine's command line.

    Raises:
        ProcessFailed: it failed.
    """
    _check(_run(jdk, "fuzz", *words))


def program(jdk: Jdk, folder: Path, name: str, *words: str | Path) -> str:
    """The output of a class's main method. It may call the engine's own classes.

    Raises:
        ProcessFailed: it threw an exception.
    """
    with scratch_folder() as place:
        _check(_run(jdk, "program", place / "printed", folder, name, *words))
        return (place / "printed").read_text(encoding="utf-8")


class WarmFuzzing(LocalSandbox):
    """A sandbox only for jobs of the fuzzing engine."""

    def __init__(self, jdk: Jdk) -> None:
        super().__init__()
        self._jdk = jdk

    def run(self, job: Job) -> JobResult:
        """Run a campaign without captured inputs."""
        assert not job.files
        words = list(job.command[job.command.index("fuzz") + 1 :])
        with scratch_folder() as place:
            out = words.index("--out") + 1
            words[out] = str(place / words[out])
            ended = _run(self._jdk, "fuzz", *words)
            collected = read_folder(place, job.results, job.limits)
        return JobResult(
            end=RunEnd.EXITED,
            exit_code=ended.status,
            output=b"",
            log=ended.stderr,
            truncated=False,
            artefacts=collected.artefacts,
            rejected=collected.summary(),
            seconds=0.0,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Running:
    """The running program. It ends with its input, at the latest with this process."""

    process: subprocess.Popen[bytes]
    log: IO[bytes]

    @classmethod
    def start(cls, jdk: Jdk) -> Self:
        # Our reads must not move the position of the program's writes.
        log = TemporaryFile("a+b")  # noqa: SIM115 - it is there as long as the program
        process = subprocess.Popen(
            short_lived.java(
                jdk, "-cp", f"{FUZZER.path()}:{_compile_program(jdk).name}", PROGRAM.stem
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env={**ENVIRONMENT, "PATH": os.environ["PATH"]},
        )
        return cls(process=process, log=log)

    def ask(self, command: tuple[str, ...]) -> Finished:
        """Run a command. The program may have ended with it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert not any(parting in word for word in command for parting in "\t\n")
        begun = self.log.seek(0, os.SEEK_END)
        hangs = Timer(PATIENCE, self.process.kill)
        hangs.start()
        self.process.stdin.write("\t".join(command).encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        status = int(answer) if answer else self.process.wait()
        hangs.cancel()
        self.log.seek(begun)
        return Finished(command=command, status=status, stdout=b"", stderr=self.log.read())


@cache
def _compile_program(jdk: Jdk) -> TemporaryDirectory[str]:
    """The program's classes, until this process ends."""
    folder = TemporaryDirectory()
    short_lived.javac(jdk, "-nowarn", "-cp", FUZZER.path(), "-d", folder.name, PROGRAM)
    return folder


_IDLE: dict[Path, SimpleQueue[_Running]] = defaultdict(SimpleQueue)


def _run(jdk: Jdk, *words: str | Path) -> Finished:
    """Run a command in an idle program, or in a new one."""
    command = tuple(map(str, words))
    idle = _IDLE[jdk.home]
    try:
        running = idle.get_nowait()
    except Empty:
        running = _Running.start(jdk)
    ended = running.ask(command)
    if running.process.poll() is None:
        idle.put(running)
    return ended


def _check(ended: Finished) -> None:
    if ended.status != 0:
        raise ProcessFailed(ended)
