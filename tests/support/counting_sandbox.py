"""A sandbox that keeps the labels and commands of its jobs: how many there are is under test."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from verifier.sandbox.base import Job, JobResult, Mount, Sandbox, SandboxFacts, Service


@dataclass(frozen=True, kw_only=True)
class CountingSandbox:
    """Hands each job to an open sandbox, which others close."""

    sandbox: Sandbox
    labels: list[str] = field(default_factory=list)
    commands: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def facts(self) -> SandboxFacts:
        return self.sandbox.facts

    def path_of(self, mount: Mount) -> str:
        return self.sandbox.path_of(mount)

    def run(self, job: Job) -> JobResult:
        self.labels.append(job.label)
        self.commands.append(tuple(job.command))
        return self.sandbox.run(job)

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        del job
        return nullcontext()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        del kind, error, traceback
