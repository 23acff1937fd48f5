"""The `local` sandbox: plain processes on this machine. It isolates nothing, and reports that."""

import contextlib
import json
import os
import platform
import secrets
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier import config
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox import supervisor
from verifier.sandbox.base import SYSTEM_PATH, Job, JobResult, Mount, SandboxFacts, Service
from verifier.sandbox.capped import CappedBuffer
from verifier.sandbox.pipes import Pipes
from verifier.sandbox.results import read_folder
from verifier.sandbox.staging import (
    inside,
    keep_plain_files,
    refuse_outside,
    write_files,
)
from verifier.tools import process
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import reap_folders, scratch_folder

UNENFORCED = ("cpus", "disk", "memory", "mounts", "network", "pids", "root", "user")
"""Limits that a local job may exceed; disk, memory and pids are watched, and exceeding them ends the job."""
MARK = "REFVERIFY_JOB"
MARK_BYTES = b"REFVERIFY_JOB="
GRACE_SECONDS = 15.0
STOP_SECONDS = 5.0
TICK_SECONDS = 0.01
COPY = ("cp", "-dR", "--preserve=mode,timestamps,links", "--")


class LocalSandbox:
    """Runs each job as a process in a temporary folder, under a supervisor that ends all of its processes."""

    def __init__(self) -> None:
        self._closed = False
        self._environment: dict[str, str] = {}
        self._facts = SandboxFacts(
            name="local",
            isolated=False,
            engine=f"{platform.system()} {platform.release()} processes",
            image=None,
            unenforced=UNENFORCED,
        )

    @property
    def facts(self) -> SandboxFacts:
        """Reports that nothing is isolated, and which limits cannot be enforced."""
        return self._facts

    def path_of(self, mount: Mount) -> str:
        """Return the source path itself; nothing prevents a job from writing there."""
        return str(mount.source.resolve())

    def __enter__(self) -> Self:
        if platform.system() != "Linux":
            raise SandboxError(
                "the local sandbox needs Linux (/proc and subreapers)",
                hint="Use the docker sandbox.",
            )
        sweep_dead()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closed = True
        sweep_dead()

    def run(self, job: Job) -> JobResult:
        """Run one job to its end or its limits.

        Raises:
            SandboxError: the work folder could not be filled, or another thread closed the sandbox.
        """
        if self._closed:
            raise SandboxError("the sandbox is closed")
        refuse_outside(job)
        with scratch_folder() as folder:
            place = _Place.in_folder(folder)
            _lay_out(job, place.work)
            laid = time.time_ns()
            # Inode times have the resolution of a clock tick: wait one tick, so that later changes
            # get a later time.
            time.sleep(TICK_SECONDS if job.watched else 0)
            with _supervise(job, place, self._environment) as outcome:
                collected = read_folder(place.work, job.results, job.limits)
                changed = _list_changed(place.work, job.watched, laid)
            for mount in job.writable:
                keep_plain_files(mount.source)
        how = outcome.end
        return JobResult(
            end=how,
            exit_code=outcome.status if how is RunEnd.EXITED else None,
            output=outcome.output.value(),
            log=outcome.log.value(),
            truncated=outcome.output.truncated or outcome.log.truncated,
            artefacts=collected.artefacts,
            rejected=collected.summary(),
            seconds=outcome.seconds,
            changed=changed,
        )

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        """Yield None: each job is a separate process, which starts quickly here."""
        del job
        return nullcontext()

    def close_services(self, folders: Collection[Path]) -> None:
        """Do nothing: there are no services."""


class HostSandbox(LocalSandbox):
    """The local sandbox with the user's own environment and home, for commands that the user wants
    to run on the host.
    """

    def __init__(self) -> None:
        super().__init__()
        self._environment = config.environment()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """The folders of one job, and the mark in the environment of its processes."""

    work: Path
    tmp: Path
    report: Path
    environment: Path
    mark: str

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        place = cls(
            work=folder / "work",
            tmp=folder / "tmp",
            report=folder / "report.json",
            environment=folder / "environment.json",
            mark=f"{Lease.own()}.{secrets.token_hex(8)}",
        )
        place.work.mkdir()
        place.tmp.mkdir()
        return place


@dataclass(frozen=True, kw_only=True, slots=True)
class _Outcome:
    end: RunEnd
    status: int | None
    seconds: float
    output: CappedBuffer
    log: CappedBuffer


def _lay_out(job: Job, work: Path) -> None:
    for relative, mount in job.copies.items():
        target = inside(work, relative)
        target.parent.mkdir(parents=True, exist_ok=True)
        source = mount.source.resolve()
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        try:
            process.check((*COPY, f"{source}/." if source.is_dir() else source, target))
        except process.ProcessFailed as error:
            raise SandboxError(
                f"the work folder could not be laid out: {error.message}",
                hint="Sources must be readable, and the disk must have room for a copy.",
            ) from error
    for deletion in write_files(work, job.files):
        process.check(("rm", "-rf", "--", inside(work, deletion)))


@contextmanager
def _supervise(job: Job, place: _Place, environment: Mapping[str, str]) -> Iterator[_Outcome]:
    """Run the job; yield its outcome after all its processes have ended."""
    output, log = CappedBuffer(job.limits.output_bytes), CappedBuffer(job.limits.output_bytes)
    began = time.monotonic()
    command = _supervisor_command(job, place, environment)
    child = process.popen(command, cwd=place.work, env={"PATH": SYSTEM_PATH})
    if child.stdin is None or child.stdout is None or child.stderr is None:
        raise AssertionError("the door pipes all three streams")
    pipes = Pipes(child.pid, child.stdin, {child.stdout: output, child.stderr: log})
    try:
        ended = pipes.run(job.stdin, job.limits.wall_seconds + GRACE_SECONDS)
    finally:
        _stop(child)
        pipes.close()
        sweep_marked(place.mark)
    yield _outcome(place, ended, time.monotonic() - began, (output, log))


def _list_changed(work: Path, watched: Iterable[str], since: int) -> tuple[str, ...]:
    """Return the watched paths, and paths below them, whose inodes changed after a time (nanoseconds)."""
    found: list[str] = []
    for relative in watched:
        root = work / relative
        if root.is_symlink() or not root.exists():
            found.append(relative)
            continue
        paths = (root, *root.rglob("*"))
        later = (path for path in paths if path.lstat().st_ctime_ns > since)
        found += (path.relative_to(work).as_posix() for path in later)
    return tuple(found)


def _stop(child: process.Child) -> None:
    """Stop the supervisor, first with SIGTERM, so that it can stop all its descendants."""
    until = time.monotonic() + STOP_SECONDS
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
    while child.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    process.kill_group(child)


def _supervisor_command(job: Job, place: _Place, environment: Mapping[str, str]) -> tuple[str, ...]:
    limits = job.limits
    own = {
        "PATH": SYSTEM_PATH,
        "HOME": str(place.work),
        "LANG": "C.UTF-8",
        "TMPDIR": str(place.tmp),
    }
    env = {**own, **environment, **job.env, MARK: place.mark}
    # Not on the command line, which every user of this machine can read.
    place.environment.write_text(json.dumps(env), "utf-8")
    plan = {
        "parent": os.getpid(),
        "command": job.command,
        "work": str(place.work),
        "report": str(place.report),
        "environment": str(place.environment),
        "wall_seconds": limits.wall_seconds,
        "memory_bytes": limits.memory_bytes,
        "pids": limits.pids,
        "disk_bytes": limits.disk_bytes,
    }
    return (sys.executable, "-I", "-S", str(supervisor.__file__), json.dumps(plan))


def _outcome(
    place: _Place, ended: bool, seconds: float, streams: tuple[CappedBuffer, CappedBuffer]
) -> _Outcome:
    """Read the supervisor's report; if there is none, the job killed or froze its supervisor."""
    try:
        report = json.loads(place.report.read_text("utf-8"))
        end, status = RunEnd(report["end"]), report["status"]
        seconds = float(report["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        end, status = (RunEnd.EXITED, 128 + signal.SIGKILL) if ended else (RunEnd.TIMEOUT, None)
    return _Outcome(end=end, status=status, seconds=seconds, output=streams[0], log=streams[1])


def sweep_marked(mark: str) -> int:
    """Kill every process that has a job's mark in its environment; return their number."""
    return _sweep(lambda value: value == mark)


def sweep_dead() -> None:
    """Kill jobs and remove folders of dead controllers."""

    def is_orphan(value: str) -> bool:
        lease = Lease.parse(value.rpartition(".")[0])
        return lease is not None and lease.dead

    _sweep(is_orphan)
    reap_folders()


def _sweep(condemned: Callable[[str], bool]) -> int:
    count = 0
    # A process may end while it is inspected.
    for each in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError):
            pairs = (each / "environ").read_bytes().split(b"\0")
            values = [p.partition(b"=")[2].decode() for p in pairs if p.startswith(MARK_BYTES)]
            if values and condemned(values[0]):
                os.kill(int(each.name), signal.SIGKILL)
                count += 1
    return count
