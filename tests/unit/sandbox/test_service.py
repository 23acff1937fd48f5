"""A process that answers: which answers are none, and when it is asked no more."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from verifier.sandbox.base import Job, Mount
from verifier.sandbox.service import (
    MOST_IDLE,
    MOST_QUESTIONS,
    ContainerService,
    Services,
    pack,
    unpack,
)

JOB = Job(command=("answer",))
ANSWER = {"status": b"0", "main/A.class": b"\0\n\xff"}


def frame(data: bytes, stream: int = 1) -> bytes:
    return struct.pack(">BxxxL", stream, len(data)) + data


def answer_to(question: bytes) -> bytes:
    return frame(pack(question[:16], ANSWER))


@pytest.fixture
def ends() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def service(ends: ExitStack, *said: Callable[[bytes], bytes]) -> ContainerService:
    """A service whose process gives these answers in turn, and ends."""
    ours, theirs = socket.socketpair()
    own = ExitStack()
    own.callback(ours.close)

    def run() -> None:
        with theirs, suppress(BrokenPipeError):
            for each in said:
                theirs.sendall(each(theirs.recv(1 << 16)))

    thread = threading.Thread(target=run)
    thread.start()
    ends.callback(thread.join)
    ends.callback(own.close)
    return ContainerService(ours, own)


def ask(found: ContainerService) -> object:
    return found.ask({"plan": b"set main"}, seconds=2, most=1000)


def test_each_question_has_its_answer(ends: ExitStack) -> None:
    found = service(ends, answer_to, answer_to)
    assert [ask(found), ask(found)] == [ANSWER, ANSWER]
    assert not found.worn


def test_an_answer_may_come_in_many_frames_and_between_words_on_the_other_stream(
    ends: ExitStack,
) -> None:
    def in_parts(question: bytes) -> bytes:
        data = pack(question[:16], ANSWER)
        return b"".join(frame(data[i : i + 1]) + frame(b"log", 2) for i in range(len(data)))

    assert ask(service(ends, in_parts)) == ANSWER


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(lambda _: frame(pack(b"x" * 16, ANSWER)), id="another number"),
        pytest.param(lambda q: frame(pack(q[:16], {"a": bytes(1000)})), id="too long"),
        pytest.param(lambda q: frame(pack(q[:16], ANSWER) + b"more"), id="more behind it"),
        pytest.param(lambda q: frame(q[:16] + b"\0\0\0\4abcd"), id="lengths do not add up"),
        pytest.param(lambda q: frame(pack(q[:16], ANSWER)[:-1]), id="cut off"),
        pytest.param(lambda _: frame(b"javac printed this and nothing else"), id="words"),
        pytest.param(lambda _: b"", id="nothing"),
    ],
)
def test_what_is_no_answer_ends_the_service(
    ends: ExitStack, said: Callable[[bytes], bytes]
) -> None:
    found = service(ends, said, answer_to)
    assert ask(found) is None
    assert found.worn
    assert ask(found) is None


def test_an_answer_that_is_late_ends_the_service(ends: ExitStack) -> None:
    found = service(ends, lambda _: b"", answer_to)
    assert found.ask({}, seconds=0.05, most=1000) is None
    assert found.worn


def test_a_piece_whose_name_comes_twice_is_no_answer() -> None:
    one = pack(bytes(16), {"status": b"0"})[20:]
    assert unpack(one) == {"status": b"0"}
    assert unpack(one + one) is None


class Counted(ContainerService):
    """A service without a process."""

    def __init__(self) -> None:
        self.questions, self.closed = 0, False

    @property
    def worn(self) -> bool:
        return self.closed or self.questions >= MOST_QUESTIONS

    def close(self) -> None:
        self.closed = True


def test_an_idle_service_serves_an_equal_job_and_no_other() -> None:
    services = Services(start=lambda _: Counted())
    with services.lend(JOB) as first:
        pass
    with services.lend(Job(command=("other",))) as second:
        assert second is not first
    with services.lend(Job(command=("answer",))) as third, services.lend(JOB) as fourth:
        assert third is first
        assert fourth is not first, "it is lent already"


def test_one_that_is_worn_or_that_a_question_broke_is_closed() -> None:
    services = Services(start=lambda _: Counted())
    with services.lend(JOB) as worn:
        assert isinstance(worn, Counted)
        worn.questions = MOST_QUESTIONS
    assert worn.closed
    with pytest.raises(KeyboardInterrupt), services.lend(JOB) as broken:
        raise KeyboardInterrupt
    assert isinstance(broken, Counted)
    assert broken.closed


def test_an_idle_service_that_reads_a_folder_is_closed_before_the_folder_goes() -> None:
    services = Services(start=lambda _: Counted())
    tree = Mount(name="base", source=Path("/cache/prepared/one/base"))
    with services.lend(Job(command=("c",), mounts=(tree,))) as reading, services.lend(JOB) as other:
        pass

    services.close_reading([Path("/cache/prepared/one"), Path("/cache/prepared/two")])

    assert isinstance(reading, Counted)
    assert isinstance(other, Counted)
    assert (reading.closed, other.closed) == (True, False)
    with services.lend(JOB) as again:
        assert again is other


def test_few_are_kept_and_none_after_the_end() -> None:
    made: list[Counted] = []

    def start(_: Job) -> ContainerService:
        made.append(Counted())
        return made[-1]

    services = Services(start=start)
    for number in range(MOST_IDLE + 1):
        with services.lend(Job(command=(str(number),))):
            pass
    assert [each.closed for each in made] == [True] + [False] * MOST_IDLE
    with services.lend(JOB):
        services.close()
    assert all(each.closed for each in made)
