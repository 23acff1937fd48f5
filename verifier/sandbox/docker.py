"""The `docker` sandbox: one container per job, sharing nothing writable with this machine."""

import os
import secrets
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox import janitor
from verifier.sandbox.base import Job, JobResult, Mount, SandboxFacts, Service
from verifier.sandbox.channel import Channel, Phase
from verifier.sandbox.container import (
    JOB_USER,
    Container,
    ContainerEnd,
    ContainerPlan,
    create,
    entry_command,
    new_name,
)
from verifier.sandbox.engine import EngineFacts, ask_engine, open_client
from verifier.sandbox.image import Image, ensure_image, require_image
from verifier.sandbox.mounts import MOUNT_ROOT, bind_of, binds_of, target_of
from verifier.sandbox.own_container import OwnContainer, find_own_container
from verifier.sandbox.probe import probe
from verifier.sandbox.results import Collected, read_tar
from verifier.sandbox.service import ContainerService, Services
from verifier.sandbox.staging import (
    hand_over,
    keep_plain_files,
    refuse_outside,
    write_files,
)
from verifier.tools.storage.files import make_readable
from verifier.tools.storage.scratch import scratch_folder

TIMED_OUT = frozenset({124, 137})
INPUTS = f"{MOUNT_ROOT}/inputs"
"""Where the entry script finds the small inputs."""
CHANGED = ".changed"
"""The member of the archive that the entry script adds."""


class DockerSandbox:
    """Runs each job in its own container; docs/sandbox.md says what is enforced.

    `image` overrides the default image and `runtime` the engine's default runtime. `tolerate` names
    limits (`memory`, `network` ...) whose absence is accepted and recorded instead of refused.
    """

    def __init__(
        self,
        *,
        image: str | None = None,
        runtime: str | None = None,
        tolerate: frozenset[str] = frozenset(),
    ) -> None:
        self._wanted_image, self._runtime, self._tolerate = image, runtime, tolerate
        self._run = secrets.token_hex(8)
        self._engine: EngineFacts | None = None
        self._image = Image(id="")
        self._own: OwnContainer | None = None
        self._facts: SandboxFacts | None = None
        self._janitor = janitor.Janitor(run=self._run)
        self._services = Services(start=self._start)
        self._closed = False

    @property
    def facts(self) -> SandboxFacts:
        """Engine, image and the limits that hold; measured by a probe at the start."""
        if self._facts is None:
            raise SandboxError("the sandbox is not open", hint="Use it in a `with` statement.")
        return self._facts

    def path_of(self, mount: Mount) -> str:
        """Return the path at which a job sees a mount."""
        return target_of(mount, self._own)

    def __enter__(self) -> Self:
        self._engine = ask_engine(self._runtime)
        self._janitor.api = self._engine.api
        # Remove leftovers of killed controllers first: they may use memory that the probe needs.
        self._janitor.reap()
        try:
            shown = self._choose_image()
            unenforced = probe(self, self._engine, self._image.id, self._tolerate)
        except BaseException:
            self._janitor.finish()
            raise
        self._facts = SandboxFacts(
            name="docker",
            isolated=True,
            engine=str(self._engine),
            image=shown,
            runtime=self._engine.runtime or None,
            unenforced=unenforced,
        )
        return self

    def _choose_image(self) -> str:
        """Choose the image for every job; return its description for records.

        If we run in a container of this engine, its image is the default, because it has our tools.
        """
        with open_client(self._api) as client:
            own = find_own_container(client)
        wanted = self._wanted_image or (own and own.image)
        name = wanted or ensure_image(self._api)
        self._image = require_image(name, self._api)
        self._own = own and replace(own, jobs_image=self._image.id)
        if wanted is None:
            return name
        return f"{self._wanted_image or (own and own.name)}@{self._image.id}"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closed = True
        self._services.close()
        self._janitor.finish()

    def service(self, job: Job) -> AbstractContextManager[Service | None]:
        """Yield a container whose main process is the job's command; see docs/adr/0017."""
        if self._closed:
            raise SandboxError("the sandbox is closed")
        return self._services.lend(job)

    def close_services(self, folders: Collection[Path]) -> None:
        """See Sandbox."""
        self._services.close_reading(folders)

    def _start(self, job: Job) -> ContainerService:
        with ExitStack() as stack:
            client = stack.enter_context(open_client(self._api))
            plan = ContainerPlan(
                image=self._image,
                name=new_name(),
                nonce="",
                job=job,
                command=job.command,
                binds=binds_of(job.mounts, own=self._own),
                labels=self._janitor.labels(job.label),
                serving=True,
                runtime=self._runtime,
            )
            container = stack.enter_context(create(client, plan))
            link = stack.enter_context(container.start())
            return ContainerService(link, stack.pop_all())

    def run(self, job: Job) -> JobResult:
        """Run one job to its end or its limits.

        Raises:
            SandboxError: the engine failed, the work folder could not be filled, or another thread closed
                the sandbox.
        """
        if self._closed:
            raise SandboxError("the sandbox is closed")
        refuse_outside(job)
        # The job of a killed controller may still write where this one will.
        if job.writable:
            self._janitor.reap()
        else:
            self._janitor.reap_now_and_then()
        channel = Channel(secrets.token_hex(16), job.limits)
        with ExitStack() as stack:
            client = stack.enter_context(open_client(self._api))
            plan = stack.enter_context(self._plan(job, channel.nonce))
            container = stack.enter_context(create(client, plan))
            # Nothing that the container sent is read before it is verifiably dead.
            end = container.end(container.follow(channel))
            channel.close()
            for mount in job.writable:
                keep_plain_files(mount.source)
            refuse_trouble(container, channel, end)
        return _result(job, channel, end)

    @property
    def _api(self) -> str | None:
        return self._engine.api if self._engine else None

    @contextmanager
    def _plan(self, job: Job, nonce: str) -> Iterator[ContainerPlan]:
        read_only = tuple(dict.fromkeys((*job.mounts, *job.copies.values())))
        binds = binds_of(read_only, job.writable, self._own)
        copies = tuple((self.path_of(m), target) for target, m in job.copies.items())
        with ExitStack() as stack:
            if job.files:
                staged = _stage(stack.enter_context(scratch_folder()), job)
                inputs = bind_of(staged, INPUTS, self._own)
                binds = (*binds, inputs) if inputs else binds
            yield ContainerPlan(
                image=self._image,
                name=new_name(),
                nonce=nonce,
                job=job,
                command=entry_command(nonce, job, copies),
                binds=binds,
                labels=self._janitor.labels(job.label),
                user=_writer(job),
                runtime=self._runtime,
            )


def _writer(job: Job) -> int:
    """Return the user that a job runs as: a dedicated one, unless it writes on this machine.

    The folders that it may write belong to us, so it runs as our user. If we are root, we give the
    folders to the dedicated user instead.
    """
    if not job.writable:
        return JOB_USER
    if os.geteuid() != 0:
        return os.geteuid()
    for mount in job.writable:
        hand_over(mount.source, JOB_USER)
    return JOB_USER


def _stage(folder: Path, job: Job) -> Path:
    staged = folder / "in"
    (staged / "files").mkdir(parents=True)
    deletions = write_files(staged / "files", job.files)
    (staged / "deletions").write_bytes(b"".join(d.encode() + b"\0" for d in deletions))
    make_readable(staged)
    return staged


def refuse_trouble(container: Container, channel: Channel, end: ContainerEnd) -> None:
    """Raise an error if the environment, not the job, ended the run."""
    if channel.phase is Phase.LAYING and not end.oom_killed:
        said = channel.log.value().decode("utf-8", "replace").strip()[-500:]
        raise SandboxError(
            f"the work folder could not be laid out: {said or f'status {end.exit_code}'}",
            hint="Sources must be readable by everyone and fit within the disk limit.",
        )
    if channel.facts is not None and channel.facts.foreign_kills:
        raise SandboxError(
            "this machine ran out of memory, and its kernel killed a job within its own limit",
            hint="Run again with fewer --jobs; what was finished is kept.",
        )
    # Reading the event log costs a round trip, so do it only if the main process did not report.
    if end.killed_in is None and channel.facts is None and container.was_killed_from_outside():
        raise SandboxError(
            "the container was ended from outside, by the engine's shutdown or by hand",
            hint="Run again; what was finished is kept.",
        )


def _result(job: Job, channel: Channel, end: ContainerEnd) -> JobResult:
    collected = _collect(job, channel)
    listed = collected.artefacts.pop(CHANGED, None)
    how = _how_it_ended(job, channel, end)
    status = channel.facts.status if channel.facts else end.exit_code
    started = channel.started_at or 0.0
    return JobResult(
        end=how,
        exit_code=status if how is RunEnd.EXITED else None,
        output=channel.output.value(),
        log=channel.log.value(),
        truncated=channel.output.truncated or channel.log.truncated,
        artefacts=collected.artefacts,
        rejected=collected.summary(),
        seconds=(channel.ended_at or channel.closed_at) - started if started else 0.0,
        changed=_list_changed(listed) if job.watched else (),
        starved=channel.facts is not None and channel.facts.refused_forks > 0,
    )


def _list_changed(listed: bytes | None) -> tuple[str, ...] | None:
    """Return the paths that the entry script found changed; None if its list is missing."""
    if listed is None:
        return None
    paths = listed.decode("utf-8", "backslashreplace").split("\0")
    return tuple(path.removeprefix("./") for path in paths if path)


def _collect(job: Job, channel: Channel) -> Collected:
    with channel.archive:
        if channel.facts is None:
            return Collected(limits=job.limits)
        collected = read_tar(channel.archive, job.limits)
        if channel.archive_cut:
            collected.refuse("archive", "too large, the rest was not read")
        return collected


def _how_it_ended(job: Job, channel: Channel, end: ContainerEnd) -> RunEnd:
    facts = channel.facts
    if end.oom_killed or (facts and facts.oom_kills):
        return RunEnd.OUT_OF_MEMORY
    if facts is None:
        return RunEnd.EXITED if end.killed_in is None else RunEnd.TIMEOUT
    if facts.full:
        return RunEnd.OUT_OF_DISK
    # A job may itself exit with 124 or 137; it is a timeout only if the time is up too.
    if facts.status in TIMED_OUT and facts.seconds >= job.limits.wall_seconds:
        return RunEnd.TIMEOUT
    # A JVM that was refused a thread may continue correctly; only a failure is attributed to it.
    if facts.refused_forks and facts.status != 0:
        return RunEnd.OUT_OF_PROCESSES
    return RunEnd.EXITED
