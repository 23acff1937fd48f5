"""Give shards to slots until each has ended, is poisoned, or no slot is left.

The cluster decides on which nodes the slots are. A slot does one shard at a time.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from verifier.workflows.distributing.shard_call import CallEnd, EndKind

_MOST_DEATHS = 2
"""Deaths of a shard's command after which it is not started again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SlotEvent:
    """What happened in a slot.

    `end` is how the call for its shard ended; None if no call ended. `is_ready` says that the slot can
    take another shard, `is_gone` that it never will.
    """

    slot: str
    end: CallEnd | None = None
    is_ready: bool = False
    is_gone: bool = False


class Slots(Protocol):
    """The slots of a cluster."""

    def start(self, slot: str, shard: int) -> None:
        """Start a shard in a slot that is ready."""
        ...

    def wait(self) -> SlotEvent | None:
        """Wait for the next event; None after some seconds without one. Enforces deadlines."""
        ...


@dataclass(kw_only=True, slots=True)
class WorkProgress:
    """How the shards of a job ended so far."""

    ended: dict[int, CallEnd] = field(default_factory=dict)
    """The shards whose command ended with an exit code."""
    poisoned: dict[int, CallEnd] = field(default_factory=dict)
    """The shards whose command ended twice without one."""
    stopped: dict[str, CallEnd] = field(default_factory=dict)
    """The slots that take no shard any more because their machine lacks something."""
    open: tuple[int, ...] = ()
    """The shards that were not done because every slot had stopped."""


def do_shards(
    shards: Iterable[int], slots: Slots, ready: Iterable[str], say: Callable[[str], None]
) -> WorkProgress:
    """Do all shards. `ready` are the free slots at the start; `say` receives notices."""
    return _Work(slots=slots, say=say, queue=deque(shards), free=deque(ready)).finish()


@dataclass(kw_only=True, slots=True)
class _Work:
    slots: Slots
    say: Callable[[str], None]
    queue: deque[int]
    free: deque[str]
    running: dict[str, int] = field(default_factory=dict)
    recovering: set[str] = field(default_factory=set)
    deaths: Counter[int] = field(default_factory=Counter)
    progress: WorkProgress = field(default_factory=WorkProgress)

    def finish(self) -> WorkProgress:
        while self.running or (self.queue and (self.free or self.recovering)):
            while self.queue and self.free:
                slot, shard = self.free.popleft(), self.queue.popleft()
                self.running[slot] = shard
                self.slots.start(slot, shard)
            if event := self.slots.wait():
                self._take(event)
        self.progress.open = tuple(sorted(self.queue))
        return self.progress

    def _take(self, event: SlotEvent) -> None:
        slot = event.slot
        if event.end is not None:
            self._settle(slot, self.running.pop(slot), event.end)
            self.recovering.add(slot)
        if event.is_gone:
            self.recovering.discard(slot)
            self.say(f"slot {slot} is gone")
        if event.is_ready:
            self.recovering.discard(slot)
            if slot not in self.progress.stopped:
                self.free.append(slot)

    def _settle(self, slot: str, shard: int, end: CallEnd) -> None:
        if end.kind is EndKind.EXITED:
            self.progress.ended[shard] = end
            self.say(f"shard {shard} on {slot}: {end.describe() if end.exit_code else 'done'}")
        elif end.kind is EndKind.STOPPED_BY_NODE:
            self.progress.stopped[slot] = end
            self.queue.append(shard)
            self.say(f"slot {slot} takes no shard any more: {end.describe()}")
        else:
            self._count_death(slot, shard, end)

    def _count_death(self, slot: str, shard: int, end: CallEnd) -> None:
        self.deaths[shard] += 1
        if self.deaths[shard] < _MOST_DEATHS:
            self.queue.append(shard)
            self.say(f"shard {shard} on {slot}: {end.describe()}; it is started again")
        else:
            self.progress.poisoned[shard] = end
            self.say(f"shard {shard} on {slot}: {end.describe()}; it is poisoned")
