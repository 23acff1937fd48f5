"""A question that is being worked on: a folder in the cache, which any process can read.

Whoever works on it holds a lock for as long as it lives, so nobody is believed to work who is dead.
The name of a job follows from the question and the trees that it is about: who asks the same again,
of the same or of another server, joins it.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.domain.declared import declared
from verifier.errors import InputError, UsageError
from verifier.mcp_server.answers import (
    ENDED,
    JobProgress,
    JobState,
    JobTrouble,
    Reply,
)
from verifier.mcp_server.requests import ToolName
from verifier.tools.files import storage_errors, write_whole
from verifier.tools.kept import read_sealed, write_sealed
from verifier.tools.lease import Lease
from verifier.tools.locking import exclusive, try_to_hold
from verifier.tools.process import end_group
from verifier.tools.records import from_json, to_json

FOLDER = "jobs"
POLL_SECONDS = 20
"""Seconds after which to ask again."""
MOST_JOBS = 100
"""Ended jobs that are kept."""
SECONDS_TO_END = 8.0
"""How long a job may take to remove its containers before it is killed."""
_NAME = re.compile(r"[0-9a-f]{32}")
_REQUEST, _REPLY, _PROGRESS = "request.json", "reply", "progress.json"
_OWNER, _LOCK, _CANCELLED, EVIDENCE = "owner", "lock", "cancelled", "evidence"


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question on its way to a worker: a tool, its arguments as they came, and our cache."""

    tool: ToolName
    arguments: Mapping[str, Any]
    cache: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One job by its folder."""

    folder: Path

    @property
    def name(self) -> str:
        """What agents call it."""
        return self.folder.name

    @classmethod
    def named(cls, cache: Path, name: str) -> "Job":
        """A job that is there.

        Raises:
            UsageError: no such name, or nothing is known of it.
        """
        job = cls(folder=cache / FOLDER / name)
        if _NAME.fullmatch(name) is None or not job.folder.is_dir():
            raise UsageError(
                "no such job",
                hint="Take `job` from an answer of this server; ended jobs are forgotten in time.",
            )
        return job

    def lay(self, asked: Asked) -> None:
        """Make the folder anew for a question that nobody works on.

        Raises:
            StorageError: the cache cannot be written.
        """
        with storage_errors(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True, exist_ok=True)
            _forget_old(self.folder.parent)
        write_whole(self.folder / _REQUEST, to_json(asked).encode())

    def asked(self) -> Asked:
        """The question.

        Raises:
            InputError: it cannot be read.
        """
        try:
            return from_json(Asked, (self.folder / _REQUEST).read_bytes())
        except OSError as error:
            raise InputError(f"{self.folder}: {error.strerror}") from error

    @contextmanager
    def owned(self) -> Iterator[None]:
        """Work on it: until the end, or until this process dies, everybody sees that it runs.

        Raises:
            StorageError: the cache cannot be written.
        """
        with exclusive(self.folder / _LOCK):
            write_whole(self.folder / _OWNER, str(Lease.own()).encode())
            yield

    @property
    def is_worked_on(self) -> bool:
        """Whether a process that lives works on it."""
        try:
            handle = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            return not try_to_hold(handle)
        finally:
            os.close(handle)

    def tell(self, progress: JobProgress) -> None:
        """Say what is being done.

        Raises:
            StorageError: the cache cannot be written.
        """
        write_whole(self.folder / _PROGRESS, _unicode(progress))

    def end(self, reply: Reply, evidence: bytes = b"") -> None:
        """Write down the answer, and all that it rests on.

        Raises:
            StorageError: the cache cannot be written.
        """
        if evidence:
            write_sealed(self.folder / EVIDENCE, evidence)
        write_sealed(self.folder / _REPLY, _unicode(reply))

    def evidence(self) -> bytes | None:
        """What the answer rests on; None where there is nothing."""
        return read_sealed(self.folder / EVIDENCE)

    def reply(self) -> Reply:
        """The answer, or how far it is."""
        written = self._written()
        if written is not None:
            return written
        if self.is_cancelled:
            return Reply(state=JobState.CANCELLED, job=self.name)
        progress = self._progress()
        if self.is_worked_on:
            state = JobState.QUEUED if progress is None else JobState.RUNNING
            return Reply(
                state=state,
                job=self.name,
                poll_after_s=POLL_SECONDS,
                progress=progress or JobProgress(doing="waits for its turn"),
            )
        # It may have ended between the two looks.
        return self._written() or Reply(
            state=JobState.FAILED,
            job=self.name,
            trouble=JobTrouble(
                kind="VerifierError",
                message="whoever worked on it was ended from outside",
                hint="Ask the same question again.",
            ),
        )

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody ended it."""
        return (self.folder / _CANCELLED).exists()

    def cancel(self) -> bool:
        """End whoever works on it, with all that it started; whether anything was left to clean up.

        What it holds it removes itself, if it is given the time.

        Raises:
            StorageError: the cache cannot be written.
        """
        if self.reply().state in ENDED:
            return False
        write_whole(self.folder / _CANCELLED, b"")
        try:
            owner = Lease.parse((self.folder / _OWNER).read_text("ascii"))
        except (OSError, ValueError):
            return False
        return owner is not None and not end_group(owner, SECONDS_TO_END)

    def _written(self) -> Reply | None:
        content = read_sealed(self.folder / _REPLY)
        try:
            return None if content is None else from_json(Reply, content)
        except InputError:
            return None

    def _progress(self) -> JobProgress | None:
        try:
            return from_json(JobProgress, (self.folder / _PROGRESS).read_bytes())
        except (OSError, InputError):
            return None


@contextmanager
def starting(cache: Path, name: str) -> Iterator[Job]:
    """One job, while nobody else may start any.

    Raises:
        StorageError: the cache cannot be written.
    """
    with exclusive(cache / FOLDER / "start.lock"):
        yield Job(folder=cache / FOLDER / name)


@contextmanager
def turn_to_build(cache: Path) -> Iterator[None]:
    """One build at a time on this machine: two would only slow each other down.

    Raises:
        StorageError: the cache cannot be written.
    """
    with exclusive(cache / FOLDER / "build.lock"):
        yield


def _unicode(record: object) -> bytes:
    """A record as JSON that every reader takes."""
    return json.dumps(unicode_only(declared(record)), sort_keys=True).encode("ascii")


def unicode_only(value: Any) -> Any:
    """Plain JSON in which a name of other bytes than UTF-8 is told by escapes: no other can be sent."""
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case Mapping():
            return {key: unicode_only(each) for key, each in value.items()}
        case list():
            return [unicode_only(each) for each in value]
        case _:
            return value


def _forget_old(folder: Path) -> None:
    places = [place for place in folder.iterdir() if _NAME.fullmatch(place.name)]
    places.sort(key=lambda place: place.stat().st_mtime)
    for place in places[:-MOST_JOBS]:
        if not Job(folder=place).is_worked_on:
            shutil.rmtree(place, ignore_errors=True)
