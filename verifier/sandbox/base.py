"""The sandbox protocol: a job goes in, what it left behind comes out, nothing else remains."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from verifier.domain.declared import NEUTRAL
from verifier.domain.testrun import RunEnd


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Ceilings for one job; a breach is told apart in `JobResult.end`.

    `disk_bytes` is all that the job may write (in docker three quarters in the work folder, a
    quarter in /tmp; what is written counts as memory there, so no more than half of
    `memory_bytes` is given). `output_bytes` caps stdout and stderr each; what is over is dropped.
    `result_bytes` and `result_files` cap what is brought back; what is over is refused and named.
    """

    wall_seconds: float = 600.0
    memory_bytes: int = 4 * 1024**3
    pids: int = 512
    cpus: float = 2.0
    disk_bytes: int = 2 * 1024**3
    output_bytes: int = 8 * 1024**2
    result_bytes: int = 64 * 1024**2
    result_files: int = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Mount:
    """A host folder or file that the job may read; it may write it only as one of `Job.writable`.

    `name` is unique within a job. Commands ask `Sandbox.path_of` where the job sees it: at its own
    path where it is `in_place`, for what names its files by their whole paths.
    """

    name: str
    source: Path
    in_place: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One command in a fresh work folder.

    The job starts in an empty, writable work folder (its current directory, `$HOME` too), in
    which `copies` (read-only sources copied to a relative path, cheap and inside the sandbox) and
    then `files` (small inputs by relative path; None deletes what a copy brought) have been laid.
    `results` are relative paths (files or folders) that are brought back, capped and filtered:
    regular files only. `watched` are relative paths of what was laid out, of which the result says
    whether the job touched it. The environment is `env` and a minimal PATH, nothing of the host.

    A job of a preparation alone has a `network`, and folders of the host in `writable`; whatever it
    leaves there is regular files and folders, anything else is removed.
    """

    command: tuple[str, ...]
    mounts: tuple[Mount, ...] = ()
    writable: tuple[Mount, ...] = ()
    copies: Mapping[str, Mount] = field(default_factory=dict)
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    stdin: bytes = b""
    results: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    network: bool = False
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobResult:
    """What is left of a job. `exit_code` is None where it was killed.

    `output` is stdout and `log` stderr, each cut at the cap (`truncated` says so). `artefacts`
    maps relative paths below `results` to their bytes; `rejected` names members that were refused
    (links, devices, too large, outside). `changed` are the paths, watched or below a watched one, that were
    written, made, moved or given other rights after the job had begun, also where that was undone;
    None where it could not be found out. `starved`: a process or thread was refused to it.
    """

    end: RunEnd
    exit_code: int | None
    output: bytes
    log: bytes
    truncated: bool
    artefacts: Mapping[str, bytes]
    rejected: tuple[str, ...]
    seconds: float
    changed: tuple[str, ...] | None = ()
    starved: bool = False


def below(files: Mapping[str, bytes], folder: str) -> dict[str, bytes]:
    """Those files that lie in a folder, by their paths below it."""
    prefix = f"{folder}/"
    return {p.removeprefix(prefix): c for p, c in files.items() if p.startswith(prefix)}


@dataclass(frozen=True, kw_only=True, slots=True)
class SandboxFacts:
    """What a record says of the sandbox that a verdict came from.

    The engine's version is neutral: what of it matters is whether its limits hold.
    """

    name: str
    isolated: bool
    engine: str = field(metadata=NEUTRAL)
    image: str | None
    unenforced: tuple[str, ...] = ()


Pieces = Mapping[str, bytes]
"""What goes to a service or comes from it, by names."""


class Service(Protocol):
    """A process in a sandbox that answers one question after the other."""

    def ask(self, question: Pieces, *, seconds: float, most: int) -> Pieces | None:
        """The answer; None where none of at most so many bytes came in time, or nothing that is one.

        It is gone then, and gives no further answer.
        """
        ...

    def close(self) -> None:
        """End it: whoever asks next gets another one."""
        ...


class Sandbox(Protocol):
    """A place to run jobs; a context manager that leaves nothing behind, after half a start too.

    `run` is safe to call from several threads. It raises SandboxError for engine trouble only:
    whatever the job itself does is in the JobResult.
    """

    @property
    def facts(self) -> SandboxFacts:
        """Engine, image and limits that hold; measured by a probe at the start."""
        ...

    def path_of(self, mount: Mount) -> str:
        """Where a job sees a mount."""
        ...

    def run(self, job: Job) -> JobResult:
        """Run one job to its end or its limits."""
        ...

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        """A process for a job's command that stays: the one that an equal job had, where it is idle.

        None where this sandbox has no services. A service lays nothing out and brings nothing back: its
        job has a command, mounts, an environment, limits and a label. Its output is its answers.

        Raises:
            SandboxError: it cannot be started.
        """
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
