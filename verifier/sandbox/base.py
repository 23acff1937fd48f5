"""The sandbox protocol: it runs a job and returns its results; nothing else remains."""

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from verifier.domain.declared import NEUTRAL
from verifier.domain.testrun import RunEnd

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The PATH of a job that names none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobLimits:
    """Limits of one job; `JobResult.end` says which one was exceeded.

    - `disk_bytes`: everything that the job writes; in docker three quarters in the work folder and
      a quarter in /tmp. Written bytes count as memory there, so at most half of `memory_bytes` is
      available.
    - `output_bytes`: stdout and stderr, each; the rest is dropped.
    - `result_bytes`, `result_files`: the results; the rest is refused and named.
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

    `name` is unique within a job. `Sandbox.path_of` returns the path at which the job sees it. With
    `in_place`, this is the host path, for content that contains its own absolute paths.
    """

    name: str
    source: Path
    in_place: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """One command in a fresh work folder, which is the current directory and `$HOME`.

    - `copies`: read-only sources that are copied into the work folder, by relative path; copying
      inside the sandbox is cheap.
    - `files`: small inputs that are written afterwards, by relative path; None deletes a file of a
      copy.
    - `results`: relative paths of files or folders that are returned, with limits; only regular
      files are included.
    - `watched`: relative paths of copies or files; the result says whether the job touched them.
    - `env`: the environment, together with a minimal PATH; it contains nothing of the host.
    - `network`, `writable`: network access and writable host folders, only for a preparation's job.
      Anything that it leaves there except regular files and folders is removed.
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
    limits: JobLimits = field(default_factory=JobLimits)
    network: bool = False
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobResult:
    """The result of a job.

    - `exit_code`: None if it was killed.
    - `output`, `log`: stdout and stderr, each cut at its limit; `truncated` says so.
    - `artefacts`: the bytes of the files below `results`, by relative path.
    - `rejected`: the names of refused files (links, devices, too large, outside).
    - `changed`: the paths, watched or below a watched one, that were written, created, moved or
      given other permissions after the job had begun, even if that was undone; None if this is
      unknown.
    - `starved`: whether the system refused it a process or thread.
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
    """Return the files in a folder, by their paths relative to it."""
    prefix = f"{folder}/"
    return {p.removeprefix(prefix): c for p, c in files.items() if p.startswith(prefix)}


@dataclass(frozen=True, kw_only=True, slots=True)
class SandboxFacts:
    """What a record says about the sandbox of a verdict.

    The engine's version is neutral: all that matters is whether its limits hold. `runtime` is the
    engine's name for the program that starts containers; None without containers.
    """

    name: str
    isolated: bool
    engine: str = field(metadata=NEUTRAL)
    image: str | None
    runtime: str | None = None
    unenforced: tuple[str, ...] = ()


Pieces = Mapping[str, bytes]
"""A message to or from a service: named pieces of bytes."""


class Service(Protocol):
    """A process in a sandbox that answers requests one after another."""

    def ask(self, question: Pieces, *, seconds: float, most: int) -> Pieces | None:
        """Return the answer; None if no valid answer of at most `most` bytes came in time.

        After None the service is closed and gives no further answer.
        """
        ...

    def close(self) -> None:
        """Stop it; the next caller gets a new one."""
        ...


class Sandbox(Protocol):
    """A place to run jobs; a context manager that leaves nothing behind, even after a failed start.

    `run` is safe to call from several threads. It raises SandboxError only for problems of the
    engine: what the job itself does is in the JobResult.
    """

    @property
    def facts(self) -> SandboxFacts:
        """Engine, image and the limits that hold; measured by a probe at the start."""
        ...

    def path_of(self, mount: Mount) -> str:
        """Return the path at which a job sees a mount."""
        ...

    def run(self, job: Job) -> JobResult:
        """Run one job to its end or its limits."""
        ...

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        """Yield a long-lived process for a job's command; an idle one of an equal job is reused.

        Yields None if this sandbox has no services. A service copies nothing in and returns no
        files: its job has a command, mounts, an environment, limits and a label. It answers on its
        output.

        Raises:
            SandboxError: it cannot be started.
        """
        ...

    def close_services(self, folders: Collection[Path]) -> None:
        """Stop idle services that read something in these folders, because it may be removed."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
