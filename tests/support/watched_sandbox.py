"""A Docker sandbox that records its jobs, their arguments, and the number of started services."""

from dataclasses import dataclass, field

from verifier.sandbox.base import Job, JobResult
from verifier.sandbox.docker import DockerSandbox
from verifier.sandbox.service import ContainerService


@dataclass
class Watched(DockerSandbox):
    """Records the labels of jobs and the arguments of their commands; counts the started services."""

    jobs: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    services: int = 0

    def __init__(self) -> None:
        super().__init__()
        self.jobs, self.words, self.services = [], [], 0

    def run(self, job: Job) -> JobResult:
        self.jobs.append(job.label)
        self.words += job.command
        return super().run(job)

    def _start(self, job: Job) -> ContainerService:
        self.services += 1
        return super()._start(job)
