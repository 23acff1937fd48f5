"""A sandbox with prepared results, for tests of its callers."""

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, JobResult, Mount, SandboxFacts, Service


def make_result(
    artefacts: Mapping[str, bytes], *, end: RunEnd = RunEnd.EXITED, status: int | None = 0
) -> JobResult:
    """The result of a job."""
    return JobResult(
        end=end,
        exit_code=status,
        output=b"",
        log=b"the last words\n",
        truncated=False,
        artefacts=artefacts,
        rejected=(),
        seconds=1.0,
    )


@dataclass(kw_only=True)
class ScriptedSandbox:
    """Gives every job the same result, or `later` from the second on, and records the jobs."""

    result: JobResult
    later: JobResult | None = None
    jobs: list[Job] = field(default_factory=list)

    @property
    def facts(self) -> SandboxFacts:
        return SandboxFacts(name="scripted", isolated=True, engine="", image=None)

    def path_of(self, mount: Mount) -> str:
        return f"/mnt/{mount.name}"

    def run(self, job: Job) -> JobResult:
        self.jobs.append(job)
        return self.later if self.later is not None and len(self.jobs) > 1 else self.result

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        del job
        return nullcontext()

    def close_services(self, folders: Collection[Path]) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        del kind, error, traceback
