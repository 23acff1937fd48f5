"""One container, from its creation to its verified end."""

import contextlib
import resource
import selectors
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from typing import Any

import docker
import docker.errors
import docker.types

from verifier.errors import SandboxError
from verifier.sandbox.base import SYSTEM_PATH, Job
from verifier.sandbox.channel import Channel, Phase
from verifier.sandbox.engine import engine_errors
from verifier.sandbox.image import Image
from verifier.sandbox.mounts import Bind

JOB_USER = 10001
OPEN_FILES = 65536
_TRIES = 5
SMALLEST_TMPFS = 64 * 1024
BYTES_PER_INODE = 4096
LAYING_SECONDS = 120.0
"""For starting and filling the work folder; if it takes longer, the engine or the disk has a problem."""
PATIENCE_SECONDS = 2.0
"""The time from the signal that asks a job to end to the kill; at most the job's own time limit."""
GRACE_SECONDS = 8.0
"""How much later the deadline outside the container is than the one inside."""
RETURNING_SECONDS = 10.0
RETURNING_BYTES_PER_SECOND = 16 * 1024**2
"""Returning the results may take ten seconds, and longer for larger result limits."""
KILL_SECONDS = 30.0
CHUNK = 1 << 18


@dataclass(frozen=True, kw_only=True, slots=True)
class ContainerPlan:
    """Everything that defines a container; pure data, created before anything starts.

    A `serving` container receives requests while it runs, and its command is its main process. `runtime`
    is None for the engine's default.
    """

    image: Image
    name: str
    nonce: str
    job: Job
    command: tuple[str, ...]
    binds: tuple[Bind, ...]
    labels: dict[str, str]
    user: int = JOB_USER
    serving: bool = False
    runtime: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ContainerEnd:
    """How the container ended, according to the engine; whether we killed it, and in which phase."""

    exit_code: int
    oom_killed: bool
    killed_in: Phase | None


def new_name() -> str:
    """Return a container name that is known before it is created, so that it can always be removed."""
    return f"refverify-{uuid.uuid4().hex}"


def entry_command(nonce: str, job: Job, copies: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return the main process: the entry script with its arguments; entry.sh documents their order."""
    script = resources.files("verifier.sandbox").joinpath("entry.sh").read_text("utf-8")
    pairs = [word for pair in copies for word in pair]
    return (
        *("/bin/bash", "-c", script, "entry"),
        *(nonce, f"{job.limits.wall_seconds:.3f}", f"{_patience(job):.3f}"),
        str(job.limits.output_bytes),
        str(int(bool(job.writable))),
        *(str(len(copies)), *pairs),
        *(str(len(job.results)), *job.results),
        *(str(len(job.watched)), *job.watched),
        *job.command,
    )


def _patience(job: Job) -> float:
    return min(PATIENCE_SECONDS, job.limits.wall_seconds)


def host_settings(plan: ContainerPlan) -> dict[str, Any]:
    """Return the engine's settings for one job, which contain all of its isolation."""
    limits = plan.job.limits
    disk = min(limits.disk_bytes, limits.memory_bytes // 2)
    files = min(OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    return {
        # Loopback remains without a network; tests that start their own servers need it.
        "network_mode": "bridge" if plan.job.network else "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        # With an init process, the entry script is not PID 1, for which the kernel ignores signals;
        # and orphans are reaped.
        "init": True,
        "mem_limit": limits.memory_bytes,
        # Memory and swap together: the same number means no swap.
        "memswap_limit": limits.memory_bytes,
        "pids_limit": limits.pids,
        "nano_cpus": int(limits.cpus * 1e9),
        # If the host runs out of memory, a job should be killed first, not the user's editor.
        "oom_score_adj": 500,
        "ulimits": [
            docker.types.Ulimit(name="nofile", soft=files, hard=files),
            # A crash must not fill the disk with its core.
            docker.types.Ulimit(name="core", soft=0, hard=0),
        ],
        "tmpfs": {
            "/work": f"exec,nosuid,nodev,mode=700,uid={plan.user},gid={plan.user},"
            f"{_share(disk * 3 // 4)}",
            "/tmp": f"exec,nosuid,nodev,mode=1777,{_share(disk // 4)}",  # noqa: S108 - the container's own
        },
        "mounts": [*_cover_volumes(plan.image), *map(_mount, plan.binds)],
        # The engine's log files have no reliable limit; we read the stream ourselves.
        "log_config": docker.types.LogConfig(type="none"),
        "runtime": plan.runtime,
    }


def _mount(bind: Bind) -> docker.types.Mount:
    return docker.types.Mount(
        target=bind.target, source=bind.source, type="bind", read_only=not bind.writable
    )


def _cover_volumes(image: Image) -> Iterator[docker.types.Mount]:
    """Cover each volume of the image with an empty, read-only mount; the engine would create a folder on disk."""
    for folder in image.volumes:
        yield docker.types.Mount(
            target=folder,
            source=None,
            type="tmpfs",
            read_only=True,
            tmpfs_size=SMALLEST_TMPFS,
            tmpfs_mode=0o755,
        )


def _share(size: int) -> str:
    size = max(size, SMALLEST_TMPFS)
    return f"size={size},nr_inodes={max(1024, size // BYTES_PER_INODE)}"


def _has_input(plan: ContainerPlan) -> bool:
    """Whether standard input stays open. A job that may write on this machine ends when its input
    closes, so it ends with us.
    """
    return bool(plan.serving or plan.job.stdin or plan.job.writable)


class Container:
    """A created container; `create` makes it and removes it at the end in all cases."""

    def __init__(self, client: docker.APIClient, plan: ContainerPlan) -> None:
        self._client, self._plan = client, plan
        self.started_at = 0

    def create(self) -> None:
        """Create it; nothing runs yet."""
        plan, job = self._plan, self._plan.job
        with engine_errors("create a container"):
            self._client.create_container(
                plan.image.id,
                command=list(plan.command),
                name=plan.name,
                # InetAddress.getLocalHost() fails for a host name that does not resolve.
                hostname="localhost",
                user=f"{plan.user}:{plan.user}",
                working_dir="/work",
                environment={"PATH": SYSTEM_PATH, "HOME": "/work", "LANG": "C.UTF-8", **job.env},
                labels=plan.labels,
                stdin_open=_has_input(plan),
                entrypoint=[],
                host_config=self._client.create_host_config(**host_settings(plan)),
                # Otherwise the job's environment would contain the user's proxy with its password.
                use_config_proxy=False,
            )

    def follow(self, channel: Channel) -> Phase | None:
        """Start it and pass on its streams until they end or a deadline passes.

        Returns the phase in which a deadline passed; None if the streams ended on their own.
        """
        with self.start() as link:
            return _Pump(link, channel, self._plan.job).run()

    @contextmanager
    def start(self) -> Iterator[socket.socket]:
        """Start it; yield its streams, which the engine multiplexes into one."""
        with self._attach() as link:
            with engine_errors("start a container"):
                # Whole seconds, as in the engine's event log; attached before the start, so no
                # output is lost.
                self.started_at = int(time.time())
                self._client.start(self._plan.name)
            yield link

    @contextmanager
    def _attach(self) -> Iterator[socket.socket]:
        stdin = int(_has_input(self._plan))
        streams = {"stdout": 1, "stderr": 1, "stream": 1, "stdin": stdin}
        with engine_errors("attach to a container"):
            raw = self._client.attach_socket(self._plan.name, params=streams)
        link = getattr(raw, "_sock", raw)
        try:
            yield link
        finally:
            link.close()
            raw.close()

    def end(self, killed_in: Phase | None) -> ContainerEnd:
        """Kill it if a deadline passed, check that it is dead, and return how it ended.

        Raises:
            SandboxError: it cannot be killed, it ran with another runtime, or the engine is gone.
        """
        if killed_in is not None:
            self._kill()
        state = self._await_stop()
        return ContainerEnd(
            exit_code=int(state["ExitCode"]), oom_killed=state["OOMKilled"], killed_in=killed_in
        )

    def _kill(self) -> None:
        with engine_errors("kill a container"), contextlib.suppress(docker.errors.APIError):
            self._client.kill(self._plan.name)

    def _await_stop(self) -> dict[str, Any]:
        deadline, pause = time.monotonic() + KILL_SECONDS, 0.005
        while True:
            with engine_errors("inspect a container"):
                shown = self._client.inspect_container(self._plan.name)
            self._check_runtime(shown["HostConfig"].get("Runtime"))
            state: dict[str, Any] = shown["State"]
            # The engine's answer to a kill is not a proof; only its state counts.
            if not state["Running"]:
                return state
            if time.monotonic() > deadline:
                raise SandboxError(
                    f"container {self._plan.name} is still running {KILL_SECONDS:.0f} s after its"
                    " end",
                    hint="Restart the engine; it no longer obeys.",
                )
            time.sleep(pause)
            pause = min(pause * 2, 0.25)

    def _check_runtime(self, used: str | None) -> None:
        """Refuse an engine that ignored the requested runtime."""
        if self._plan.runtime not in {None, used}:
            raise SandboxError(
                f"the engine ran a container with the runtime {used} instead of {self._plan.runtime}",
                hint="Leave --runtime out, or use an engine that chooses a runtime for each container.",
            )

    def was_killed_from_outside(self) -> bool:
        """Whether something else ended it: the engine shut down, or a person killed it.

        The engine's own event log shows it: processes inside the container cannot write to it.
        """
        with engine_errors("ask what happened to a container"):
            events = self._client.events(
                # Both times come from one clock, but the engine's seconds are rounded.
                since=self.started_at - 1,
                until=int(time.time()) + 1,
                filters={"container": [self._plan.name]},
                decode=True,
            )
            actions = {event.get("Action", "") for event in events}
        return "start" not in actions or "kill" in actions

    def remove(self) -> None:
        """Remove it with its anonymous volumes; does nothing if it was never created.

        Raises:
            SandboxError: the engine refuses or is gone.
        """
        remove_container(self._client, self._plan.name)


def remove_container(client: docker.APIClient, name: str) -> None:
    """Kill and remove a container by name or id, and check that it is gone.

    Raises:
        SandboxError: it still exists, or the engine does not answer.
    """
    with engine_errors("remove a container"):
        # "removal already in progress" and busy mounts are temporary.
        for attempt in range(_TRIES):
            try:
                client.remove_container(name, force=True, v=True)
            except docker.errors.NotFound:
                return
            except docker.errors.APIError:
                if attempt == _TRIES - 1:
                    raise
                time.sleep(0.2 * (attempt + 1))
            else:
                return


@contextmanager
def create(client: docker.APIClient, plan: ContainerPlan) -> Iterator[Container]:
    """Yield a created container and remove it afterwards, even if its creation was interrupted."""
    container = Container(client, plan)
    try:
        container.create()
        yield container
    except BaseException:
        with contextlib.suppress(SandboxError):  # the first error says more
            container.remove()
        raise
    container.remove()


class _Pump:
    """Moves bytes between a job and its streams in one thread, and watches the deadlines."""

    def __init__(self, link: socket.socket, channel: Channel, job: Job) -> None:
        self._link, self._channel, self._job = link, channel, job
        self._unsent = memoryview(job.stdin)
        self._began = time.monotonic()

    def run(self) -> Phase | None:
        self._link.setblocking(False)
        with selectors.DefaultSelector() as selector:
            # One thread for both directions: a job that neither reads nor writes must not block us.
            selector.register(self._link, self._interest())
            while not self._channel.archive_cut:
                left = self._deadline() - time.monotonic()
                if left <= 0:
                    return self._channel.phase
                for _, ready in selector.select(min(left, 1.0)):
                    if not self._step(ready):
                        return None
                    selector.modify(self._link, self._interest())
        return Phase.RETURNING

    def _interest(self) -> int:
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)

    def _step(self, ready: int) -> bool:
        """Move the bytes that can be moved; return False at the end of the stream."""
        try:
            if ready & selectors.EVENT_WRITE:
                self._send()
            if ready & selectors.EVENT_READ:
                data = self._link.recv(CHUNK)
                self._channel.feed(data)
                return bool(data)
        except BlockingIOError:
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def _send(self) -> None:
        self._unsent = self._unsent[self._link.send(self._unsent[:CHUNK]) :]
        if not self._unsent:
            # The job sees the end of its input; the other direction stays open.
            self._link.shutdown(socket.SHUT_WR)

    def _deadline(self) -> float:
        channel = self._channel
        match channel.phase:
            case Phase.LAYING:
                return self._began + LAYING_SECONDS
            case Phase.RUNNING:
                started = channel.started_at or self._began
                return started + self._job.limits.wall_seconds + GRACE_SECONDS
            case Phase.RETURNING:
                expected = self._job.limits.result_bytes / RETURNING_BYTES_PER_SECOND
                return (channel.ended_at or self._began) + RETURNING_SECONDS + expected
