import io
import os
import random
import tarfile
from pathlib import Path

import pytest

from verifier.sandbox.base import JobLimits
from verifier.sandbox.results import Collected, archive_bound, read_folder, read_tar

LIMITS = JobLimits(result_bytes=10_000, result_files=5)


def archive(*members: tuple[str, bytes, bytes], tar_format: int = tarfile.GNU_FORMAT) -> io.BytesIO:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tar_format) as tar:
        for name, kind, content in members:
            entry = tarfile.TarInfo(name)
            entry.type, entry.size = kind, len(content)
            entry.linkname = "/etc/passwd" if kind in {tarfile.SYMTYPE, tarfile.LNKTYPE} else ""
            tar.addfile(entry, io.BytesIO(content))
    return io.BytesIO(out.getvalue())


def regular(name: str, content: bytes = b"x") -> tuple[str, bytes, bytes]:
    return name, tarfile.REGTYPE, content


def test_regular_files_come_back_under_plain_names() -> None:
    read = read_tar(archive(regular("./out/a", b"1"), regular("b", b"")), LIMITS)
    assert (read.artefacts, read.summary()) == ({"out/a": b"1", "b": b""}, ())


def test_names_longer_than_a_header_come_back_whole() -> None:
    name = "d/" + "long" * 100
    assert read_tar(archive(regular(name, b"1")), LIMITS).artefacts == {name: b"1"}


def test_an_empty_archive_has_nothing_and_refuses_nothing() -> None:
    for content in (b"", b"\0" * 1024):
        read = read_tar(io.BytesIO(content), LIMITS)
        assert (read.artefacts, read.summary()) == ({}, ())


@pytest.mark.parametrize("name", ["/etc/cron.d/x", "../x", "a/../../x", "..", "."])
def test_names_that_lead_outside_are_refused(name: str) -> None:
    read = read_tar(archive(regular(name), regular("good")), LIMITS)
    assert read.artefacts == {"good": b"x"}
    assert read.summary() == (f"{name}: outside",)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (tarfile.SYMTYPE, "link"),
        (tarfile.LNKTYPE, "hard link"),
        (tarfile.CHRTYPE, "device"),
        (tarfile.BLKTYPE, "device"),
        (tarfile.FIFOTYPE, "pipe"),
        (b"S", "entry type b'S'"),
    ],
)
def test_what_is_no_regular_file_is_refused_and_named(kind: bytes, why: str) -> None:
    read = read_tar(archive(("bad", kind, b""), regular("good")), LIMITS)
    assert (read.artefacts, read.summary()) == ({"good": b"x"}, (f"bad: {why}",))


def test_extended_headers_cannot_rename_what_follows() -> None:
    pax = archive(regular("ü" * 120), tar_format=tarfile.PAX_FORMAT)
    read = read_tar(pax, LIMITS)
    assert all(not name.startswith("/") and ".." not in name for name in read.artefacts)
    assert any("entry type b'x'" in refusal for refusal in read.summary())


def test_a_member_above_the_cap_is_refused_and_the_next_is_read() -> None:
    read = read_tar(archive(regular("big", b"x" * 10_001), regular("good")), LIMITS)
    assert read.artefacts == {"good": b"x"}
    assert read.summary() == ("big: too large (10001 bytes)",)


def test_members_together_stay_below_the_cap() -> None:
    members = [regular(f"f{n}", b"x" * 4000) for n in range(4)]
    read = read_tar(archive(*members), LIMITS)
    assert (sorted(read.artefacts), read.size) == (["f0", "f1"], 8000)


def test_members_beyond_the_number_are_refused() -> None:
    read = read_tar(archive(*(regular(f"f{n}") for n in range(7))), LIMITS)
    assert len(read.artefacts) == 5
    assert read.summary() == ("f5: too many files", "f6: too many files")


def test_a_name_that_comes_twice_counts_once() -> None:
    read = read_tar(archive(regular("a", b"first"), regular("./a", b"second")), LIMITS)
    assert (read.artefacts, read.summary()) == ({"a": b"first"}, ("a: twice",))


def test_reading_stops_where_refusals_abound() -> None:
    read = read_tar(archive(*((f"l{n}", tarfile.SYMTYPE, b"") for n in range(500))), LIMITS)
    assert read.refusals == LIMITS.result_files + 2
    assert read.summary()[-1] == "archive: too many refused entries, the rest was not read"


def test_more_than_a_hundred_refusals_are_counted_not_listed() -> None:
    collected = Collected(limits=LIMITS)
    for n in range(130):
        collected.refuse(f"f{n}", "link")
    assert (len(collected.summary()), collected.summary()[-1]) == (101, "and 30 more")


def test_a_damaged_archive_gives_what_came_before_the_damage() -> None:
    whole = archive(regular("a", b"1"), regular("b", b"22")).getvalue()
    cut = read_tar(io.BytesIO(whole[:1300]), LIMITS)
    assert (cut.artefacts, cut.summary()) == ({"a": b"1"}, ("archive: cut short",))
    short = read_tar(io.BytesIO(whole[:1537]), LIMITS)
    assert (short.artefacts, short.summary()) == ({"a": b"1"}, ("b: cut short",))
    spoilt = bytearray(whole)
    spoilt[1024 + 150] ^= 0x55
    damaged = read_tar(io.BytesIO(bytes(spoilt)), LIMITS)
    assert (damaged.artefacts, damaged.summary()) == ({"a": b"1"}, ("archive: damaged header",))


def test_a_negative_or_endless_size_ends_the_reading() -> None:
    for size in (b"\xff" * 12, b"-0000000001\0", b"\x80" + b"\xff" * 11):
        header = bytearray(archive(regular("a", b"1")).getvalue()[:512])
        header[124:136] = size
        header[148:156] = b"%06o\0 " % (sum(header[:148]) + 256 + sum(header[156:]))
        assert read_tar(io.BytesIO(bytes(header) + b"1" * 512), LIMITS).artefacts == {}


def test_noise_never_raises() -> None:
    noise = random.Random(1)
    whole = bytearray(archive(regular("a" * 120, b"1" * 700), regular("b", b"2")).getvalue())
    for _ in range(500):
        spoilt = bytearray(whole)
        for _ in range(noise.randrange(1, 9)):
            spoilt[noise.randrange(len(spoilt))] = noise.randrange(256)
        assert read_tar(io.BytesIO(bytes(spoilt)), LIMITS).size <= LIMITS.result_bytes


def test_the_archive_has_room_for_all_that_is_allowed() -> None:
    assert archive_bound(LIMITS) > LIMITS.result_bytes + LIMITS.result_files * 2048


def test_a_folder_is_read_by_the_same_rules(tmp_path: Path) -> None:
    work = tmp_path / "work"
    (work / "out").mkdir(parents=True)
    (work / "out/good").write_bytes(b"1")
    (work / "out/link").symlink_to("/etc/passwd")
    (work / "out/first").write_bytes(b"2")
    os.link(work / "out/first", work / "out/second")
    os.mkfifo(work / "out/pipe")
    read = read_folder(work, ("out", "missing"), LIMITS)
    assert read.artefacts == {"out/good": b"1"}
    assert set(read.summary()) == {
        "out/first: hard link",
        "out/link: link",
        "out/pipe: device",
        "out/second: hard link",
    }


def test_a_result_behind_a_link_is_not_followed(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/key").write_bytes(b"key")
    (work / "out").symlink_to(tmp_path / "secret")
    read = read_folder(work, ("out/key", "out"), LIMITS)
    assert (read.artefacts, read.summary()) == ({}, ("out/key: behind a link", "out: link"))
