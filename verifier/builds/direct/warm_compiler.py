"""The compiler that stays for the candidates of one base: what it is asked, and which answers count.

No code of a candidate runs in it. Where an answer is not plainly an answer, a job of its own decides;
see docs/adr/0017-warm-compiler.md.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from verifier.builds.strategy import ENVIRONMENT, JOB_TREE, Request
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobResult, Limits, Mount, Pieces, Sandbox, Service
from verifier.sandbox.results import Collected

logger = logging.getLogger(__name__)

MAIN_CLASS = "launch.CompileService"
SECONDS = 20.0
"""For one compilation at most; who needs longer has a job of its own."""
_SCRIPT = 'mkdir idle && cd idle && exec "$@"'
_PLUGIN = "plugin"
_STATUS = {b"0": 0, b"1": 1}


@dataclass(frozen=True, kw_only=True, slots=True)
class WarmCompiler:
    """`words` is the JVM with its flags and class path, `mounts` what it reads, `base` the tree among them."""

    sandbox: Sandbox
    words: tuple[str, ...]
    mounts: tuple[Mount, ...]
    base: Mount

    def compile(
        self, request: Request, plan: Sequence[str], sets: Sequence[str]
    ) -> JobResult | None:
        """What a job with this plan of some source sets would leave; None where a job must show it."""
        try:
            with self.sandbox.service(self._job(request)) as service:
                return None if service is None else _answer(service, request, plan, sets)
        except SandboxError as error:
            # A job of its own says whether there is trouble, and which.
            logger.info("no compiler stays: %s", error.message)
            return None

    def _job(self, request: Request) -> Job:
        return Job(
            command=(
                *("bash", "-c", _SCRIPT, "compile", *self.words, MAIN_CLASS),
                *("/work", self.sandbox.path_of(self.base)),
            ),
            mounts=(*self.mounts, self.base),
            env=ENVIRONMENT,
            # How long one question may take is no matter of the process.
            limits=replace(request.limits, wall_seconds=SECONDS),
            label="compiler of the base",
        )


def may_stay(arguments: Sequence[str]) -> bool:
    """Whether a compiler with a project's own arguments runs nothing but itself."""
    return not any(_PLUGIN in argument.lower() for argument in arguments)


def _answer(
    service: Service, request: Request, plan: Sequence[str], sets: Sequence[str]
) -> JobResult | None:
    """Its answer; a service that gives none of use is not asked again."""
    started, limits = time.monotonic(), request.limits
    seconds = min(SECONDS, limits.wall_seconds)
    answer = service.ask(_question(request, plan), seconds=seconds, most=limits.result_bytes)
    took = time.monotonic() - started
    result = None if answer is None else read_answer(answer, limits, took, sets)
    if result is None:
        service.close()
    return result


def _question(request: Request, plan: Sequence[str]) -> Pieces:
    """The plan, and the sources that it says were changed."""
    text = "".join(f"{line}\n" for line in plan)
    changed = {line.removeprefix("changed ") for line in plan if line.startswith("changed ")}
    files = request.overlay.files
    sources = {f"{JOB_TREE}/{p}": c for p in changed if (c := files[p]) is not None}
    return {"plan": text.encode(), **sources}


def read_answer(
    answer: Pieces, limits: Limits, seconds: float, sets: Sequence[str]
) -> JobResult | None:
    """An answer as the result of a job, by the rules for results; None where they refuse any of it.

    Results lie in the folders of the source sets.
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
