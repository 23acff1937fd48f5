"""Slots on the nodes of a Ray cluster. Only this module imports Ray, an optional dependency.

Each slot is an actor that stays on one node. Ray restarts an actor that died, but does not repeat its
call: only the scheduling knows whether to.
"""

import contextlib
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from verifier.config import stop_usage_reports, uses_ray_token
from verifier.domain.outcome import JsonValue
from verifier.errors import ClusterError, MissingToolError, UsageError
from verifier.workflows.distributing.scheduling import SlotEvent
from verifier.workflows.distributing.shard_call import CallEnd, EndKind
from verifier.workflows.distributing.slot import ShardSlot

RAY_EXTRA = "refverify[ray]"
SLOT_RESOURCE = "refverify_slot"
"""The custom resource of a node that says how many shards it does at a time."""
_ADDRESS = re.compile(r"([^/\s:]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})", re.ASCII)
_SECONDS_TO_CONNECT = 10.0
_SECONDS_TO_ANSWER = 120.0
"""Longest wait for an actor that is started or has to clean up."""
_SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_BETWEEN_QUESTIONS = 0.5
_MOST_REASON = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterChoice:
    """Which cluster does the shards, and how.

    `address` is HOST:PORT. `shard_timeout` is the most seconds for one start of a shard. `without_token`
    allows a cluster that runs the code of everybody who reaches it.
    """

    address: str
    shard_timeout: float = 86_400.0
    without_token: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class NodeSlots:
    """A node of the cluster, its number of slots, and the processors and memory of each slot."""

    id: str
    address: str
    slots: int
    cpus: float
    memory_bytes: int


@dataclass(kw_only=True, slots=True)
class RayCluster:
    """A connection to a cluster. `ray` is the module."""

    ray: Any
    nodes: tuple[NodeSlots, ...]

    @property
    def count(self) -> int:
        """The number of all slots."""
        return sum(node.slots for node in self.nodes)

    def open_slots(
        self,
        job: str,
        shard_timeout: float,
        describe_start: Callable[[int], Mapping[str, JsonValue]],
    ) -> "RaySlots":
        """Create the slots. `describe_start` returns what a slot needs to do a shard."""
        return RaySlots(
            cluster=self,
            actors=self._create_actors(job),
            shard_timeout=shard_timeout,
            describe_start=describe_start,
        )

    def _create_actors(self, job: str) -> dict[str, Any]:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        kind = self.ray.remote(ShardSlot)
        return {
            f"{node.address}/{number}": kind.options(
                num_cpus=node.cpus,
                memory=node.memory_bytes,
                resources={SLOT_RESOURCE: 1},
                # Each death counts against a shard, which ends this series.
                max_restarts=-1,
                max_task_retries=0,
                scheduling_strategy=NodeAffinitySchedulingStrategy(node.id, soft=False),
            ).remote(job)
            for node in self.nodes
            for number in range(node.slots)
        }


@contextmanager
def open_cluster(choice: ClusterChoice) -> Iterator[RayCluster]:
    """Connect to a cluster; at the end of the block, end everything that was started there.

    Raises:
        MissingToolError: Ray is not installed. UsageError: the address is malformed, or no token
            protects the cluster.
        ClusterError: the cluster does not answer, refuses, or has no slot.
    """
    _refuse_open_door(choice)
    _try_to_reach(choice.address)
    ray = _import_ray()
    with ExitStack() as stack:
        # Ray prints what happens to its workers.
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        _connect(ray, choice.address)
        stack.callback(ray.shutdown)
        nodes = tuple(_find_nodes(ray))
        if not nodes:
            raise ClusterError(
                f"no node of {choice.address} has the resource {SLOT_RESOURCE}",
                hint=f"Start each node with --resources='{{\"{SLOT_RESOURCE}\": 1}}'.",
            )
        yield RayCluster(ray=ray, nodes=nodes)


def _refuse_open_door(choice: ClusterChoice) -> None:
    if not _ADDRESS.fullmatch(choice.address):
        raise UsageError(
            f"--address {choice.address!r} is not HOST:PORT",
            hint="Run this command on a node of the cluster, with the address of its head.",
        )
    if not (choice.without_token or uses_ray_token()):
        raise UsageError(
            f"{choice.address}: RAY_AUTH_MODE=token is not set, and everybody who reaches a Ray port"
            " without a token can run code there",
            hint="Set it and the token on every node and here (docs/scale.md), or pass --without-token.",
        )


def _try_to_reach(address: str) -> None:
    """Connect to the port once, since Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _SECONDS_TO_CONNECT).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(
            f"cannot reach {address}: {error}", hint="Is the head of the cluster running?"
        ) from error


def _import_ray() -> Any:
    stop_usage_reports()
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise MissingToolError(
            "--engine ray needs Ray, which is not installed",
            hint=f"{sys.executable} -m pip install '{RAY_EXTRA}'",
        ) from error
    return ray


def _connect(ray: Any, address: str) -> None:
    handler = signal.getsignal(signal.SIGTERM)
    try:
        # Ray puts the current folder, whose files may belong to another person, on the workers' path.
        with contextlib.chdir("/"):
            ray.init(
                address=address,
                include_dashboard=False,
                log_to_driver=False,
                configure_logging=False,
            )
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise ClusterError(
            f"the cluster at {address} cannot be used: {_shorten(error)}",
            hint="Every machine needs the same Ray, Python and token; this one must be a node, too.",
        ) from error
    finally:
        # Ray's own handler would end the command with another exit code.
        signal.signal(signal.SIGTERM, handler)


def _find_nodes(ray: Any) -> Iterator[NodeSlots]:
    for node in sorted(ray.nodes(), key=lambda each: str(each["NodeManagerAddress"])):
        resources = node["Resources"]
        slots = int(resources.get(SLOT_RESOURCE, 0))
        if not node["Alive"] or slots < 1:
            continue
        cpus = resources.get("CPU", 0.0) / slots
        yield NodeSlots(
            id=node["NodeID"],
            address=node["NodeManagerAddress"],
            slots=slots,
            # Ray takes fractions of one processor only.
            cpus=int(cpus) if cpus >= 1 else int(cpus * 1000) / 1000,
            memory_bytes=int(resources.get("memory", 0.0) / slots),
        )


def _shorten(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= _MOST_REASON else f"{text[:_MOST_REASON]}…"


@dataclass(frozen=True, kw_only=True, slots=True)
class _ActorCall:
    """A call of an actor. If it is not for a shard, it only has to answer."""

    slot: str
    is_shard: bool
    deadline: float


@dataclass(kw_only=True, slots=True)
class RaySlots:
    """The actors of a cluster by the name of their slot, and their pending calls."""

    cluster: RayCluster
    actors: dict[str, Any]
    shard_timeout: float
    describe_start: Callable[[int], Mapping[str, JsonValue]]
    _calls: dict[Any, _ActorCall] = field(default_factory=dict)

    def report(self, probe: Mapping[str, JsonValue]) -> dict[str, Mapping[str, JsonValue] | str]:
        """Return the report of each slot's node, or the reason why there is none."""
        refs = {a.report.remote(**probe): slot for slot, a in self.actors.items()}
        done, _ = self.cluster.ray.wait(
            list(refs), num_returns=len(refs), timeout=_SECONDS_TO_ANSWER
        )
        found: dict[str, Mapping[str, JsonValue] | str] = {}
        for ref, slot in refs.items():
            if ref not in done:
                found[slot] = (
                    f"does not answer within {_SECONDS_TO_ANSWER:g} s; others may use its resources"
                )
                continue
            try:
                found[slot] = self.cluster.ray.get(ref)
            except self.cluster.ray.exceptions.RayError as error:
                found[slot] = f"cannot start refverify: {_shorten(error)}"
        return found

    def start(self, slot: str, shard: int) -> None:
        """Start a shard in a slot that is ready."""
        ref = self.actors[slot].run.remote(self.describe_start(shard))
        # The actor itself enforces the timeout; this is for an actor that hangs.
        deadline = time.monotonic() + self.shard_timeout + _SECONDS_TO_ANSWER
        self._calls[ref] = _ActorCall(slot=slot, is_shard=True, deadline=deadline)

    def wait(self) -> SlotEvent | None:
        """Wait for the next event; None after some seconds without one."""
        done, _ = self.cluster.ray.wait(
            list(self._calls), num_returns=1, timeout=_SECONDS_BETWEEN_LOOKS
        )
        self._kill_late()
        if not done:
            return None
        call = self._calls.pop(done[0])
        try:
            answer = self.cluster.ray.get(done[0])
        except self.cluster.ray.exceptions.RayError as error:
            return self._lose(call, error)
        end = _read_end(answer) if call.is_shard else None
        return SlotEvent(slot=call.slot, end=end, is_ready=True)

    def _lose(self, call: _ActorCall, error: Exception) -> SlotEvent | None:
        """Handle a call whose worker died. Ask the actor until it answers; after the deadline it is gone."""
        if call.is_shard:
            self._call_to_leave(call.slot, time.monotonic() + _SECONDS_TO_ANSWER)
            end = CallEnd(kind=EndKind.WORKER_LOST, text=_shorten(error))
            return SlotEvent(slot=call.slot, end=end)
        restarts = isinstance(error, self.cluster.ray.exceptions.ActorUnavailableError)
        if not restarts or time.monotonic() > call.deadline:
            return SlotEvent(slot=call.slot, is_gone=True)
        time.sleep(_SECONDS_BETWEEN_QUESTIONS)
        self._call_to_leave(call.slot, call.deadline)
        return None

    def _call_to_leave(self, slot: str, deadline: float) -> None:
        ref = self.actors[slot].leave.remote()
        self._calls[ref] = _ActorCall(slot=slot, is_shard=False, deadline=deadline)

    def _kill_late(self) -> None:
        now = time.monotonic()
        for call in self._calls.values():
            if now > call.deadline:
                self.cluster.ray.kill(self.actors[call.slot], no_restart=not call.is_shard)

    def leave(self) -> None:
        """End leftover processes and containers on every slot's machine. Skip slots that do not answer."""
        refs = [actor.leave.remote() for actor in self.actors.values()]
        self.cluster.ray.wait(refs, num_returns=len(refs), timeout=_SECONDS_TO_ANSWER)


def _read_end(answer: Mapping[str, JsonValue]) -> CallEnd:
    return CallEnd(
        kind=EndKind(answer["kind"]), exit_code=answer["exit_code"], text=str(answer["text"])
    )
