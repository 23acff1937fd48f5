"""The cache stays below its ceiling: unused entries go, what is in use stays, and bases wait."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.folder_size import measure_folder
from verifier.domain.quantity import MIB
from verifier.errors import CacheError
from verifier.tools.storage import cache_room, cache_state
from verifier.tools.storage.cache_entries import list_entries, record_size
from verifier.tools.storage.cache_room import (
    count_unit,
    end_waiting,
    fits,
    keep_below,
    make_room,
    room_for,
)
from verifier.tools.storage.cache_usage import count_ended, hold, list_used, release
from verifier.tools.storage.lease import Lease
from verifier.workflows.cache_folder import prune


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_room, "_PAUSE", 0.02)
    monkeypatch.setattr(cache_state, "UNKNOWN_NEED", 2 * MIB)
    monkeypatch.setattr(cache_state, "_downloads", {})


def fill(entry: Path, mib: float) -> None:
    (entry / "base").mkdir(parents=True)
    (entry / "base/A.java").write_bytes(b"x" * int(mib * MIB))


def prepare(cache: Path, base: str, ceiling: float, mib: float = 1) -> None:
    """Prepare a base as a command does: hold its entries, make room, write them."""
    entry = cache / "prepared" / base
    hold(entry, cache, base)
    hold(cache / "repositories/store", cache, base)
    with room_for(cache, int(ceiling * MIB), base):
        fill(entry, mib)
        record_size(entry, cache)


def begin(cache: Path, base: str, ceiling: float) -> threading.Thread:
    """Prepare a base as another unit of this process."""

    def work() -> None:
        with count_unit():
            prepare(cache, base, ceiling)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def bases(cache: Path) -> set[str]:
    return {path.name for path in (cache / "prepared").glob("[!.]*")}


def test_without_a_ceiling_nothing_is_written_down(tmp_path: Path) -> None:
    make_room(tmp_path, None, ["one"])
    with room_for(tmp_path, None, "one"):
        pass
    keep_below(tmp_path, None)

    assert list(tmp_path.iterdir()) == []


def test_what_was_used_longest_ago_goes_before_a_base_is_prepared(tmp_path: Path) -> None:
    for base in ("one", "two", "three"):
        prepare(tmp_path, base, 2.5)
        release(base, tmp_path)

    assert bases(tmp_path) == {"two", "three"}
    assert not (tmp_path / "uses/prepared/one").exists()


def test_what_is_in_use_stays(tmp_path: Path) -> None:
    prepare(tmp_path, "one", 2.5)
    prepare(tmp_path, "two", 2.5)
    release("two", tmp_path)

    prepare(tmp_path, "three", 2.5)

    assert bases(tmp_path) == {"one", "three"}


def test_a_base_waits_until_another_is_released(tmp_path: Path) -> None:
    with count_unit():
        prepare(tmp_path, "one", 1.5)
        waiting = begin(tmp_path, "two", 1.5)
        waiting.join(0.3)
        assert waiting.is_alive()
        assert bases(tmp_path) == {"one"}
        release("one", tmp_path)
    waiting.join(10)

    assert bases(tmp_path) == {"two"}


def test_a_base_that_nobody_makes_room_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, "one", 1.5)

    # No unit is at work that could release a base.
    with pytest.raises(CacheError, match=r"no room in the cache: it may have 1\.5 MiB"):
        prepare(tmp_path, "two", 1.5)

    monkeypatch.setattr(cache_room, "PATIENCE", 0.1)
    with count_unit(), count_unit(), pytest.raises(CacheError, match="no room in the cache"):
        prepare(tmp_path, "two", 1.5)
    assert bases(tmp_path) == {"one"}


def test_a_wait_goes_on_while_units_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_room, "PATIENCE", 0.4)
    with count_unit():
        prepare(tmp_path, "one", 1.5)
        waiting = begin(tmp_path, "two", 1.5)
        for _ in range(8):
            time.sleep(0.1)
            count_ended(tmp_path)
        release("one", tmp_path)
    waiting.join(10)

    assert bases(tmp_path) == {"two"}


def test_the_end_of_a_run_ends_its_waits(tmp_path: Path) -> None:
    prepare(tmp_path, "one", 1.5)
    said: list[str] = []

    def work() -> None:
        try:
            prepare(tmp_path, "two", 1.5)
        except CacheError as error:
            said.append(error.message)

    with count_unit(), count_unit():
        waiting = threading.Thread(target=work)
        waiting.start()
        waiting.join(0.2)
        end_waiting()
        waiting.join(10)

    assert said == ["the run ended before there was room in the cache"]


def test_two_bases_of_one_unit_get_room_together(tmp_path: Path) -> None:
    prepare(tmp_path, "known", 10)
    release("known", tmp_path)

    ceiling = int(2.5 * MIB)
    make_room(tmp_path, ceiling, ["before", "after"])

    # Both may have what the known base had. A third one would be above the ceiling.
    assert bases(tmp_path) == set()
    with count_unit():
        waiting = begin(tmp_path, "third", 2.5)
        waiting.join(0.2)
        assert waiting.is_alive()
        prepare(tmp_path, "before", 2.5)
        prepare(tmp_path, "after", 2.5)
        release("before", tmp_path)
        release("after", tmp_path)
    waiting.join(10)
    assert "third" in bases(tmp_path)


def test_a_prepared_base_needs_no_room_and_is_not_dropped_for_itself(tmp_path: Path) -> None:
    for base in ("one", "two"):
        prepare(tmp_path, base, 3)
        release(base, tmp_path)

    make_room(tmp_path, int(2.2 * MIB), ["one"])

    assert bases(tmp_path) == {"one", "two"}
    assert list_used(tmp_path) == {"prepared/one"}
    make_room(tmp_path, int(2.2 * MIB), ["three"])
    assert bases(tmp_path) == {"one"}


def test_a_base_that_is_larger_than_the_ceiling_is_refused_after_it_was_measured(
    tmp_path: Path,
) -> None:
    with pytest.raises(CacheError, match="no room in the cache"):
        prepare(tmp_path, "large", 1, mib=3)

    release("large", tmp_path)
    keep_below(tmp_path, MIB)
    assert bases(tmp_path) == set()
    prepare(tmp_path, "small", 1, mib=0.5)
    assert bases(tmp_path) == {"small"}


def test_the_first_bases_of_two_jobs_follow_each_other_if_there_is_room_for_one(
    tmp_path: Path,
) -> None:
    both_hold = threading.Barrier(2)

    def work(base: str) -> None:
        with count_unit():
            hold(tmp_path / "prepared" / base, tmp_path, base)
            both_hold.wait(10)
            prepare(tmp_path, base, 1.2)
            done.append(base)
            release(base, tmp_path)

    done: list[str] = []
    threads = [threading.Thread(target=work, args=(base,)) for base in ("one", "two")]
    for each in threads:
        each.start()
    for each in threads:
        each.join(20)

    assert set(done) == {"one", "two"}
    assert bases(tmp_path) == {done[-1]}


def test_units_that_wait_for_each_other_are_refused(tmp_path: Path) -> None:
    refused: list[str] = []
    for base in ("one", "two"):
        prepare(tmp_path, base, 2.3)

    def work(base: str) -> None:
        try:
            with count_unit():
                prepare(tmp_path, base, 2.3)
        except CacheError:
            refused.append(base)

    threads = [threading.Thread(target=work, args=(base,)) for base in ("three", "four")]
    for each in threads:
        each.start()
    for each in threads:
        each.join(20)

    assert set(refused) == {"three", "four"}


def test_a_preparation_that_failed_keeps_no_room(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), room_for(tmp_path, 4 * MIB, "one", need=4 * MIB):
        raise ZeroDivisionError

    with room_for(tmp_path, 4 * MIB, "two", need=4 * MIB):
        pass


@pytest.mark.parametrize("kind", ["artefacts", "repository-proxy"])
def test_downloads_count_and_are_never_dropped(tmp_path: Path, kind: str) -> None:
    fill(tmp_path / kind / "org", 3)

    with pytest.raises(CacheError, match=r"downloads have 3\.0 MiB"):
        prepare(tmp_path, "one", 2)
    assert (tmp_path / kind / "org/base/A.java").exists()


def test_what_is_not_necessary_takes_no_room_from_bases(tmp_path: Path) -> None:
    prepare(tmp_path, "one", 4)
    prepare(tmp_path, "two", 4)
    release("two", tmp_path)

    assert not fits(tmp_path, 4 * MIB, 3 * MIB)
    assert fits(tmp_path, 4 * MIB, 2 * MIB)
    assert bases(tmp_path) == {"one"}
    assert fits(tmp_path, None, 100 * MIB)


def test_an_entry_is_measured_once(tmp_path: Path) -> None:
    prepare(tmp_path, "one", 8)
    # Nothing else writes into a prepared base; here this shows that it is not measured again.
    (tmp_path / "prepared/one/base/B.java").write_bytes(b"x" * MIB)
    assert [e.size for e in list_entries(tmp_path) if e.kind == "prepared"] == [MIB]

    (tmp_path / "uses/prepared/one").write_text("")
    assert [e.size for e in list_entries(tmp_path) if e.kind == "prepared"] == [2 * MIB]


WORKER = """import sys, time
from pathlib import Path
from tests.unit.tools.storage.test_cache_room import prepare
from verifier.tools.storage import cache_room, cache_state
from verifier.tools.storage.cache_usage import release
cache_room._PAUSE, cache_state.UNKNOWN_NEED = 0.02, 1024**2
cache, name = Path(sys.argv[1]), sys.argv[2]
for number in range(int(sys.argv[3])):
    base = f"{name}{number}"
    prepare(cache, base, 3.4)
    print(base, flush=True)
    time.sleep(0.05)
    release(base, cache)
sys.stdin.read()
"""


@contextmanager
def worker(cache: Path, name: str, count: int) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, str(cache), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def test_two_processes_and_a_prune_never_exceed_the_ceiling(tmp_path: Path) -> None:
    highest = 0
    with worker(tmp_path, "a", 6) as one, worker(tmp_path, "b", 6) as two:
        ended = threading.Event()

        def prune_often() -> None:
            nonlocal highest
            while not ended.wait(0.005):
                highest = max(highest, measure_folder(tmp_path))
                if random.random() < 0.1:
                    prune(tmp_path, keep=2 * MIB)

        pruning = threading.Thread(target=prune_often)
        pruning.start()
        for process in (one, two):
            assert process.stdout is not None
            for _ in range(6):
                assert process.stdout.readline()
        ended.set()
        pruning.join()

    assert MIB < highest <= 3.4 * MIB


def test_what_a_killed_process_used_or_had_begun_is_free(tmp_path: Path) -> None:
    with worker(tmp_path, "a", 1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "a0\n"
        lease = Lease.of(process.pid)
        process.kill()
    begun = [tmp_path / f"prepared/.{what}-{lease}.x" for what in ("making", "pruned")]
    for folder in begun:
        fill(folder, 1)

    prepare(tmp_path, "one", 1.2)

    assert bases(tmp_path) == {"one"}
    assert not any(folder.exists() for folder in begun)


@pytest.mark.parametrize("content", [b"\xff\xfe\n", b"\0" * 9])
def test_a_damaged_list_of_entries_names_none(tmp_path: Path, content: bytes) -> None:
    prepare(tmp_path, "one", 2.5)
    (tmp_path / "uses/bases/one").write_bytes(content)
    release("one", tmp_path)

    prepare(tmp_path, "two", 1.5)

    assert bases(tmp_path) == {"two"}
