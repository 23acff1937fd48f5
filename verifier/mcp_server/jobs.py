"""Jobs: each is a folder in the cache that any process can read.

A worker holds a lock while it lives, so a dead process never counts as working. The name of a job
follows from the question and the trees that it is about. The same question, to the same or another
server, joins the job.
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

from verifier.domain.declared import to_plain
from verifier.errors import InputError, UsageError
from verifier.mcp_server.answers import (
    ENDED,
    JobProgress,
    JobState,
    JobTrouble,
    Reply,
)
from verifier.mcp_server.requests import ToolName
from verifier.tools.process import end_group
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import read_sealed, write_sealed
from verifier.tools.storage.files import storage_errors, write_whole
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.locking import exclusive, try_to_hold

FOLDER = "jobs"
POLL_SECONDS = 20
"""Seconds after which to ask again."""
MOST_JOBS = 100
"""Number of ended jobs to keep."""
SECONDS_TO_END = 8.0
"""Seconds for a job to remove its containers before it is killed."""
_NAME = re.compile(r"[0-9a-f]{32}")
_REQUEST, _REPLY, _PROGRESS = "request.json", "reply", "progress.json"
_OWNER, _LOCK, _CANCELLED, EVIDENCE = "owner", "lock", "cancelled", "evidence"


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question for a worker: a tool, its arguments as they came, and our cache.

    `runtime` is the one that the user chose for containers; None for the engine's default.
    """

    tool: ToolName
    arguments: Mapping[str, Any]
    cache: str
    runtime: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolJob:
    """One job, by its folder."""

    folder: Path

    @property
    def name(self) -> str:
        """The name that agents use."""
        return self.folder.name

    @classmethod
    def named(cls, cache: Path, name: str) -> "ToolJob":
        """Return an existing job.

        Raises:
            UsageError: the name is invalid, or there is no such job.
        """
        job = cls(folder=cache / FOLDER / name)
        if _NAME.fullmatch(name) is None or not job.folder.is_dir():
            raise UsageError(
                "no such job",
                hint="Take `job` from an answer of this server; ended jobs are forgotten in time.",
            )
        return job

    def lay(self, asked: Asked) -> None:
        """Create the folder again for a question without a worker.

        Raises:
            StorageError: the cache cannot be written.
        """
        with storage_errors(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True, exist_ok=True)
            _forget_old(self.folder.parent)
        write_whole(self.folder / _REQUEST, to_json(asked).encode())

    def asked(self) -> Asked:
        """Return the question.

        Raises:
            InputError: it cannot be read.
        """
        try:
            return from_json(Asked, (self.folder / _REQUEST).read_bytes())
        except OSError as error:
            raise InputError(f"{self.folder}: {error.strerror}") from error

    @contextmanager
    def own(self) -> Iterator[None]:
        """Work on the job: other processes see it running until the end or until this process dies.

        Raises:
            StorageError: the cache cannot be written.
        """
        with exclusive(self.folder / _LOCK):
            write_whole(self.folder / _OWNER, str(Lease.own()).encode())
            yield

    @property
    def is_worked_on(self) -> bool:
        """Tell whether a live process works on the job."""
        try:
            handle = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            return not try_to_hold(handle)
        finally:
            os.close(handle)

    def tell(self, progress: JobProgress) -> None:
        """Write the progress.

        Raises:
            StorageError: the cache cannot be written.
        """
        write_whole(self.folder / _PROGRESS, _unicode(progress))

    def end(self, reply: Reply, evidence: bytes = b"") -> None:
        """Write the answer and its evidence.

        Raises:
            StorageError: the cache cannot be written.
        """
        if evidence:
            write_sealed(self.folder / EVIDENCE, evidence)
        write_sealed(self.folder / _REPLY, _unicode(reply))

    def evidence(self) -> bytes | None:
        """Return the evidence for the answer; None if there is none."""
        return read_sealed(self.folder / EVIDENCE)

    def reply(self) -> Reply:
        """Return the answer, or the state of the job."""
        written = self._read_reply()
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
        # It may have ended since the first look.
        return self._read_reply() or Reply(
            state=JobState.FAILED,
            job=self.name,
            trouble=JobTrouble(
                kind="VerifierError",
                message="its worker process was ended from outside",
                hint="Ask the same question again.",
            ),
        )

    @property
    def is_cancelled(self) -> bool:
        """Tell whether the job was cancelled."""
        return (self.folder / _CANCELLED).exists()

    def cancel(self) -> bool:
        """End the worker with everything that it started, and tell whether something is left to
        clean up.

        A worker that gets enough time removes its own containers.

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

    def _read_reply(self) -> Reply | None:
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
def starting(cache: Path, name: str) -> Iterator[ToolJob]:
    """Hold a job while no other process may start one.

    Raises:
        StorageError: the cache cannot be written.
    """
    with exclusive(cache / FOLDER / "start.lock"):
        yield ToolJob(folder=cache / FOLDER / name)


@contextmanager
def turn_to_build(cache: Path) -> Iterator[None]:
    """Wait for the turn to build: one build at a time per machine, because two slow each other
    down.

    Raises:
        StorageError: the cache cannot be written.
    """
    with exclusive(cache / FOLDER / "build.lock"):
        yield


def _unicode(record: object) -> bytes:
    """Write a record as JSON that every reader accepts."""
    return json.dumps(unicode_only(to_plain(record)), sort_keys=True).encode("ascii")


def unicode_only(value: Any) -> Any:
    """Escape strings that are not valid UTF-8 in plain JSON, because they cannot be sent otherwise."""
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
        if not ToolJob(folder=place).is_worked_on:
            shutil.rmtree(place, ignore_errors=True)
