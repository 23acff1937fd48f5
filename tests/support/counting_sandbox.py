"""A sandbox that records the labels and commands of its jobs, for tests of their number."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.sandbox.base import (
    Job,
    JobLimits,
    JobResult,
    Mount,
    Pieces,
    Sandbox,
    SandboxFacts,
    Service,
)
from verifier.tools.git.repository import Repository

ARCHIVE = "archive of "
ASKED = "compile candidate"
"""The prefix under which a question to the warm compiler counts as the job that it replaces."""


@dataclass(frozen=True, kw_only=True)
class CountingSandbox:
    """Passes each job to an open sandbox, which the caller closes.

    Class archives are counted separately, because their time depends on the number of earlier jobs.
    With `warm`, services are available if the sandbox has any.
    """

    sandbox: Sandbox
    warm: bool = False
    labels: list[str] = field(default_factory=list)
    archives: list[str] = field(default_factory=list)
    commands: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def facts(self) -> SandboxFacts:
        return self.sandbox.facts

    def path_of(self, mount: Mount) -> str:
        return self.sandbox.path_of(mount)

    def run(self, job: Job) -> JobResult:
        if job.label.startswith(ARCHIVE):
            self.archives.append(job.label)
        else:
            self.labels.append(job.label)
            self.commands.append(tuple(job.command))
        return self.sandbox.run(job)

    @contextmanager
    def service(self, job: Job) -> Iterator[Service | None]:
        if not self.warm:
            yield None
            return
        with self.sandbox.service(job) as service:
            yield None if service is None else _Asked(service=service, labels=self.labels)

    def close_services(self, folders: Collection[Path]) -> None:
        self.sandbox.close_services(folders)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        del kind, error, traceback


def open_counting_builder(
    repository: Repository, sandbox: Sandbox, cache: Path
) -> tuple[Builder, CountingSandbox]:
    """The direct builder of a repository's head, in a counting sandbox."""
    counting = CountingSandbox(sandbox=sandbox, warm=True)
    options = BuildOptions(
        strategy=StrategyChoice.DIRECT,
        cache=cache,
        base_runs=1,
        limits=JobLimits(wall_seconds=120),
    )
    return open_builder(repository, repository.resolve("HEAD"), options, counting), counting


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """A service whose questions are counted."""

    service: Service
    labels: list[str]

    def ask(self, question: Pieces, *, seconds: float, most: int) -> Pieces | None:
        self.labels.append(ASKED)
        return self.service.ask(question, seconds=seconds, most=most)

    def close(self) -> None:
        self.service.close()
