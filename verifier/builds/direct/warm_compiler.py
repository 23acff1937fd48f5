"""The warm compiler, which stays alive for the candidates of one base: its requests, and which
answers count.

No candidate code runs in it. If an answer is in any way unclear, a separate job decides; see
docs/adr/0017-warm-compiler.md.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier.builds.described.strategy import ENVIRONMENT, JOB_TREE, BuildRequest
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Pieces, Sandbox, Service
from verifier.sandbox.results import Collected

logger = logging.getLogger(__name__)

MAIN_CLASS = "launch.CompileService"
SECONDS = 20.0
"""The time limit of one compilation; a longer one runs in a separate job."""
_SCRIPT = 'mkdir idle && cd idle && exec "$@"'
_PLUGIN = "plugin"
_STATUS = {b"0": 0, b"1": 1}


@dataclass(frozen=True, kw_only=True, slots=True)
class WarmCompiler:
    """`words` is the JVM with its flags and class path, `mounts` is what it reads, `base` is the tree."""

    sandbox: Sandbox
    words: tuple[str, ...]
    mounts: tuple[Mount, ...]
    base: Mount

    def compile(
        self, request: BuildRequest, plan: Sequence[str], sets: Sequence[str]
    ) -> JobResult | None:
        """Return what a job with this plan of some source sets would return; None if a job must run."""
        try:
            with self.sandbox.service(self._job(request)) as service:
                return None if service is None else _answer(service, request, plan, sets)
        except SandboxError as error:
            # A separate job will show whether there is a problem, and which.
            logger.info("no compiler stays: %s", error.message)
            return None

    def _job(self, request: BuildRequest) -> Job:
        return Job(
            command=(
                *("bash", "-c", _SCRIPT, "compile", *self.words, MAIN_CLASS),
                *("/work", self.sandbox.path_of(self.base)),
            ),
            mounts=(*self.mounts, self.base),
            env=ENVIRONMENT,
            # The time of one request is limited separately from the process.
            limits=replace(request.limits, wall_seconds=SECONDS),
            label="compiler of the base",
        )


def may_stay(arguments: Sequence[str]) -> bool:
    """Whether a compiler with a project's own arguments runs no code but its own."""
    return not any(_PLUGIN in argument.lower() for argument in arguments)


def _answer(
    service: Service, request: BuildRequest, plan: Sequence[str], sets: Sequence[str]
) -> JobResult | None:
    """Return its answer; a service that gives no usable answer is not asked again."""
    started, limits = time.monotonic(), request.limits
    seconds = min(SECONDS, limits.wall_seconds)
    answer = service.ask(_question(request, plan), seconds=seconds, most=limits.result_bytes)
    took = time.monotonic() - started
    result = None if answer is None else read_answer(answer, limits, took, sets)
    if result is None:
        service.close()
    return result


def _question(request: BuildRequest, plan: Sequence[str]) -> Pieces:
    """Return the plan, and the sources that the plan lists as changed."""
    text = "".join(f"{line}\n" for line in plan)
    changed = {line.removeprefix("changed ") for line in plan if line.startswith("changed ")}
    files = request.overlay.files
    sources = {f"{JOB_TREE}/{p}": c for p in changed if (c := files[p]) is not None}
    return {"plan": text.encode(), **sources}


def read_answer(
    answer: Pieces, limits: JobLimits, seconds: float, sets: Sequence[str]
) -> JobResult | None:
    """Convert an answer to a job result, by the rules for results; None if they refuse any part of
    it.

    Results are in the folders of the source sets.
    """
    status, output = _STATUS.get(answer.get("status", b"")), answer.get("output")
    if status is None or output is None:
        return None
    collected, folders = Collected(limits=limits), tuple(f"{name}/" for name in sets)
    for name, content in answer.items():
        if name in {"status", "output"}:
            continue
        if not name.startswith(folders) or not collected.wants(name, len(content)):
            return None
        collected.keep(name, content)
    return JobResult(
        end=RunEnd.EXITED,
        exit_code=status,
        output=output,
        log=b"",
        truncated=False,
        artefacts=collected.artefacts,
        rejected=(),
        seconds=seconds,
    )
