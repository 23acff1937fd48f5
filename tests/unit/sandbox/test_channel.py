import struct

import pytest

from verifier.sandbox.base import JobLimits
from verifier.sandbox.channel import Channel, Phase

NONCE = "0123456789abcdef" * 2


def frame(payload: bytes, stream: int = 1) -> bytes:
    return struct.pack(">BxxxL", stream, len(payload)) + payload


def stdout(output: bytes, *, end: str = "0 1500000 0 0 0 100 4096 10 100 4096 10") -> bytes:
    start, last = f"\n{NONCE} start\n".encode(), f"\n{NONCE} end {end} \n".encode()
    return start + output + last + b"ARCHIVE"


def channel(limits: JobLimits | None = None) -> Channel:
    return Channel(NONCE, limits or JobLimits())


@pytest.mark.parametrize("step", [1, 2, 7, 33, 10_000])
def test_the_parts_are_told_apart_however_the_bytes_arrive(step: int) -> None:
    fed = channel()
    whole = frame(stdout(b"hello\n\nworld")) + frame(b"noise", 2)
    for at in range(0, len(whole), step):
        fed.feed(whole[at : at + step])
    fed.close()
    assert (fed.output.value(), fed.log.value()) == (b"hello\n\nworld", b"noise")
    assert (fed.phase, fed.archive.read()) == (Phase.RETURNING, b"ARCHIVE")
    assert fed.facts is not None
    assert (fed.facts.status, fed.facts.seconds) == (0, 1.5)


def test_many_small_frames_are_one_stream() -> None:
    fed = channel()
    for byte in stdout(b"out"):
        fed.feed(frame(bytes([byte])))
    fed.close()
    assert (fed.output.value(), fed.archive.read()) == (b"out", b"ARCHIVE")


def test_before_the_start_nothing_is_the_jobs_output() -> None:
    fed = channel()
    fed.feed(frame(b"the image's own chatter"))
    assert (fed.phase, fed.output.value()) == (Phase.LAYING, b"")


def test_a_job_cut_short_keeps_all_that_it_said() -> None:
    fed = channel()
    fed.feed(frame(f"\n{NONCE} start\n".encode() + b"said\n" + NONCE.encode()))
    fed.close()
    assert (fed.phase, fed.facts) == (Phase.RUNNING, None)
    assert fed.output.value() == b"said\n" + NONCE.encode()


def test_output_with_another_nonce_is_only_output() -> None:
    fed = channel()
    fake = f"\n{'f' * 32} end 0 0 0 0 \n".encode()
    fed.feed(frame(stdout(fake)))
    fed.close()
    assert fed.output.value() == fake


def test_output_over_the_cap_is_dropped_and_counted() -> None:
    fed = channel(JobLimits(output_bytes=10))
    fed.feed(frame(stdout(b"x" * 1000)))
    fed.close()
    assert (fed.output.value(), fed.output.dropped) == (b"x" * 10, 990)
    assert fed.archive.read() == b"ARCHIVE"


def test_an_archive_without_end_is_cut() -> None:
    fed = channel(JobLimits(result_bytes=10, result_files=1))
    fed.feed(frame(stdout(b"")))
    for _ in range(100):
        fed.feed(frame(b"\0" * 65_536))
    assert fed.archive_cut


@pytest.mark.parametrize(
    ("end", "full"),
    [
        ("0 1 0 0 0 100 4096 10 100 4096 10", False),
        ("0 1 0 0 0 0 4096 10 100 4096 10", True),
        ("0 1 0 0 0 100 4096 10 15 4096 10", True),
        ("0 1 0 0 0 100 4096 0 100 4096 10", True),
        ("0 1 0 0 0", False),
    ],
    ids=["room", "no blocks", "hardly a block in tmp", "no inodes", "not said"],
)
def test_a_folder_without_blocks_or_inodes_is_full(end: str, full: bool) -> None:
    fed = channel()
    fed.feed(frame(stdout(b"", end=end)))
    assert fed.facts is not None
    assert fed.facts.full is full


def test_kills_by_a_machine_in_need_are_counted_apart() -> None:
    fed = channel()
    fed.feed(frame(stdout(b"", end="137 1 0 2 3")))
    assert fed.facts is not None
    assert (fed.facts.oom_kills, fed.facts.foreign_kills, fed.facts.refused_forks) == (0, 2, 3)


@pytest.mark.parametrize(
    "end", ["", "0", "x y z w", "0 1 0 0 -1", "é 1 1 1 1", "0 1 0 0", "9" * 9000]
)
def test_an_end_line_that_makes_no_sense_has_no_facts(end: str) -> None:
    fed = channel()
    fed.feed(frame(stdout(b"", end=end)))
    assert fed.facts is None
