"""Shards and slots: each shard ends once, is poisoned after two deaths, or stays open."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from verifier.workflows.distributing.scheduling import SlotEvent, WorkProgress, do_shards
from verifier.workflows.distributing.shard_call import CallEnd, EndKind

DONE = CallEnd(kind=EndKind.EXITED, exit_code=0)
LOST = CallEnd(kind=EndKind.WORKER_LOST)
KILLED = CallEnd(kind=EndKind.KILLED)
NO_DISK = CallEnd(kind=EndKind.STOPPED_BY_NODE, exit_code=10, text="the disk is full\n")
GONE = "gone"


@dataclass
class ScriptedSlots:
    """Slots whose calls end as a script says by shard, each entry once; then all are done."""

    script: Mapping[int, Sequence[CallEnd | str]] = field(default_factory=dict)
    bad_slots: Mapping[str, CallEnd] = field(default_factory=dict)
    started: list[tuple[str, int]] = field(default_factory=list)
    most: int = 0
    _events: deque[SlotEvent] = field(default_factory=deque)
    _running: int = 0

    def start(self, slot: str, shard: int) -> None:
        number = [each for _, each in self.started].count(shard)
        self.started.append((slot, shard))
        self._running += 1
        self.most = max(self.most, self._running)
        ends = self.script.get(shard, ())
        end = self.bad_slots.get(slot) or (ends[number] if number < len(ends) else DONE)
        if end == GONE:
            self._events.append(SlotEvent(slot=slot, end=LOST))
            self._events.append(SlotEvent(slot=slot, is_gone=True))
        else:
            assert isinstance(end, CallEnd)
            self._events.append(SlotEvent(slot=slot, end=end))
            self._events.append(SlotEvent(slot=slot, is_ready=True))

    def wait(self) -> SlotEvent | None:
        event = self._events.popleft()
        self._running -= event.end is not None
        return event


def do(count: int, slots: ScriptedSlots, names: str = "ab") -> tuple[WorkProgress, list[str]]:
    said: list[str] = []
    return do_shards(range(count), slots, names, said.append), said


def test_each_shard_is_started_once_and_no_more_at_a_time_than_there_are_slots() -> None:
    slots = ScriptedSlots()
    progress, _ = do(7, slots)

    assert sorted(progress.ended) == [*range(7)]
    assert [shard for _, shard in slots.started] == [*range(7)]
    assert slots.most == 2


def test_without_shards_there_is_nothing_to_do() -> None:
    assert do(0, ScriptedSlots())[0] == WorkProgress()


def test_a_shard_whose_worker_died_is_started_again_after_the_others() -> None:
    slots = ScriptedSlots(script={0: [LOST]})
    progress, said = do(3, slots, "a")

    assert sorted(progress.ended) == [0, 1, 2]
    assert [shard for _, shard in slots.started] == [0, 1, 2, 0]
    assert said[0] == "shard 0 on a: worker lost; it is started again"


def test_a_shard_that_dies_twice_is_poisoned_and_the_others_go_on() -> None:
    slots = ScriptedSlots(script={1: [KILLED, LOST]})
    progress, said = do(4, slots)

    assert sorted(progress.ended) == [0, 2, 3]
    assert progress.poisoned == {1: LOST}
    assert [shard for _, shard in slots.started].count(1) == 2
    assert said[-1].endswith("worker lost; it is poisoned")


def test_a_lost_node_takes_its_slot_and_its_shard_is_done_elsewhere() -> None:
    slots = ScriptedSlots(script={0: [GONE]})
    progress, said = do(4, slots)

    assert sorted(progress.ended) == [0, 1, 2, 3]
    assert [slot for slot, shard in slots.started if shard == 0] == ["a", "b"]
    assert "slot a is gone" in said


def test_a_slot_without_disk_stops_and_no_shard_is_to_blame() -> None:
    slots = ScriptedSlots(bad_slots={"a": NO_DISK})
    progress, said = do(6, slots)

    assert sorted(progress.ended) == [*range(6)]
    assert progress.poisoned == {}
    assert progress.stopped == {"a": NO_DISK}
    assert [slot for slot, _ in slots.started].count("a") == 1
    assert "slot a takes no shard any more: exit code 10: the disk is full" in said


def test_where_every_slot_stops_the_shards_stay_open() -> None:
    progress, _ = do(4, ScriptedSlots(bad_slots={"a": NO_DISK, "b": NO_DISK}))

    assert progress.ended == {}
    assert progress.open == (0, 1, 2, 3)
    assert sorted(progress.stopped) == ["a", "b"]


def test_where_every_slot_is_gone_the_shards_stay_open() -> None:
    progress, _ = do(4, ScriptedSlots(script={0: [GONE], 1: [GONE]}))

    assert progress.open == (0, 1, 2, 3)


def test_an_exit_code_about_the_input_ends_the_shard() -> None:
    broken = CallEnd(kind=EndKind.EXITED, exit_code=4, text="a.jsonl:3: no JSON\n")
    progress, said = do(2, ScriptedSlots(script={1: [broken]}))

    assert progress.ended == {0: DONE, 1: broken}
    assert "shard 1 on b: exit code 4: a.jsonl:3: no JSON" in said
