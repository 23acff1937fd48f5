"""Workers that are slow, killed, full or orphaned: every call ends, and nothing is left behind."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.support.java_changes import EXTRACTED, SUM, big_class, only, trees
from verifier.analysis.pool import AnalysisPool
from verifier.analysis.warm import warm
from verifier.domain.source import SourceTrees
from verifier.errors import (
    AnalysisError,
    AnalysisOutOfMemory,
    AnalysisTimeout,
    MissingToolError,
)

pytestmark = pytest.mark.usefixtures("cold_workers")

SMALL = trees({"p/Sum.java": SUM}, {"p/Sum.java": EXTRACTED})


def big(methods: int) -> SourceTrees:
    return trees({"Big.java": big_class(methods, 1)}, {"Big.java": big_class(methods, 2)})


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def wait_for(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Callers from several threads."""
    with ThreadPoolExecutor(4) as executor:
        yield executor


@pytest.fixture
def worker_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where workers make their temporary folders in this test."""
    folder = tmp_path / "workers"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_at_the_deadline_the_worker_is_killed_and_replaced(worker_folders: Path) -> None:
    with AnalysisPool(timeout=2) as pool:
        pool.versions()
        (first,) = pool.pids
        started = time.monotonic()
        with pytest.raises(AnalysisTimeout, match="did not end within 2 s"):
            pool.detect(big(200))
        assert time.monotonic() - started < 30
        assert not alive(first)
        assert pool.parse("class A {}").types[0].class_name == "A"
        assert first not in pool.pids
    assert list(worker_folders.iterdir()) == []


def test_a_killed_worker_is_replaced_and_its_request_tried_again(
    worker_folders: Path, threads: ThreadPoolExecutor
) -> None:
    with AnalysisPool(timeout=120) as pool:
        pool.versions()
        (first,) = pool.pids
        future = threads.submit(pool.detect, big(15))
        time.sleep(0.3)
        assert not future.done()
        os.kill(first, signal.SIGKILL)
        assert len(future.result().refactorings) > 0
        assert not alive(first)
    assert list(worker_folders.iterdir()) == []


def test_a_full_heap_is_told_apart_and_leaves_no_crash_file(worker_folders: Path) -> None:
    with AnalysisPool(timeout=120, max_heap="24m") as pool:
        with pytest.raises(AnalysisOutOfMemory, match="ran out of memory"):
            pool.detect(big(400))
        assert list(worker_folders.iterdir()) == []


def test_closing_kills_what_runs(threads: ThreadPoolExecutor) -> None:
    with AnalysisPool(timeout=120) as pool:
        pool.versions()
        (worker,) = pool.pids
        future = threads.submit(pool.detect, big(60))
        time.sleep(0.5)
    assert not alive(worker)
    with pytest.raises(AnalysisError):
        future.result(timeout=10)


def test_workers_die_with_their_parent_and_take_their_folder_with_them(tmp_path: Path) -> None:
    script = """
import sys
from tests.support.java_changes import big_class, trees
from verifier.analysis.pool import AnalysisPool
with AnalysisPool(timeout=600) as pool:
    pool.versions()
    print(*pool.pids, flush=True)
    pool.detect(trees({"Big.java": big_class(200, 1)}, {"Big.java": big_class(200, 2)}))
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        cwd=Path(__file__).resolve().parents[2],
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert alive(worker)
        parent.kill()
        parent.wait()
        wait_for(lambda: not alive(worker))
        wait_for(lambda: not list(tmp_path.iterdir()))


def test_ctrl_c_does_not_reach_a_worker() -> None:
    with AnalysisPool(timeout=60) as pool:
        pool.versions()
        (worker,) = pool.pids
        os.kill(worker, signal.SIGINT)
        assert only(pool.detect(SMALL)).type_name == "Extract Method"
        assert pool.pids == {worker}


def test_two_jobs_use_two_workers(threads: ThreadPoolExecutor) -> None:
    with AnalysisPool(jobs=2, timeout=120) as pool:
        futures = [threads.submit(pool.detect, SMALL) for _ in range(4)]
        assert {only(f.result()).type_name for f in futures} == {"Extract Method"}
        assert len(pool.pids) == 2


def test_java_options_of_the_user_do_not_reach_the_jvm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1k")
    monkeypatch.setenv("_JAVA_OPTIONS", "-Xmx1k")
    with AnalysisPool() as pool:
        assert pool.versions()["refactoring_miner"] == "3.1.4"


def test_versions_name_the_miner_the_parser_and_the_jvm(analysis: AnalysisPool) -> None:
    versions = analysis.versions()
    assert versions["refactoring_miner"] == "3.1.4"
    assert versions["jdt_core"] == "3.45.0"
    assert versions["analysis_java"].startswith("25.")


def test_a_folder_without_java_is_a_missing_tool(tmp_path: Path) -> None:
    with (
        AnalysisPool(java_home=tmp_path) as pool,
        pytest.raises(MissingToolError, match="holds no Java runtime"),
    ):
        pool.versions()


def test_a_worker_that_was_begun_ahead_answers_the_first_question() -> None:
    with AnalysisPool() as pool:
        started = time.monotonic()
        pool.begin()
        begun = time.monotonic()
        pids = pool.pids
        assert len(pids) == 1
        assert pool.parse("class A {}").types[0].class_name == "A"
        assert begun - started < time.monotonic() - begun, "waited for the JVM"
        assert pool.pids == pids


def test_a_worker_that_dies_before_the_first_question_is_replaced() -> None:
    with AnalysisPool() as pool:
        pool.begin()
        (begun,) = pool.pids
        os.kill(begun, signal.SIGKILL)
        assert pool.parse("class A {}").types[0].class_name == "A"
        assert begun not in pool.pids


def test_a_source_is_parsed_once_by_those_of_late() -> None:
    with AnalysisPool() as pool:
        first, worker = pool.parse("class A {}"), pool.pids
        os.kill(next(iter(worker)), signal.SIGKILL)

        assert pool.parse("class A {}") is first
        assert pool.pids == worker, "no other worker was asked"
        assert pool.parse("class B {}").types[0].class_name == "B"
        assert pool.pids != worker


def test_a_worker_reads_no_numpy_though_it_is_there() -> None:
    assert importlib.util.find_spec("numpy") is not None
    with AnalysisPool() as pool:
        pool.versions()
        (worker,) = pool.pids
        assert "numpy" not in Path(f"/proc/{worker}/maps").read_text(encoding="utf-8")


def test_an_idle_worker_serves_the_next_pool_while_somebody_keeps_it_warm() -> None:
    with warm():
        with AnalysisPool() as pool:
            first = only(pool.detect(SMALL))
            pids = pool.pids
        with AnalysisPool() as pool:
            second = only(pool.detect(SMALL))
            assert pool.pids == pids
        (worker,) = pids
        assert alive(worker)

    assert second == first
    assert not alive(worker)


def test_without_it_a_worker_ends_with_its_pool() -> None:
    with AnalysisPool() as pool:
        pool.versions()
        (worker,) = pool.pids
    assert not alive(worker)


def test_a_worker_serves_no_pool_that_wants_another_jvm() -> None:
    with warm():
        with AnalysisPool() as pool:
            pool.versions()
            first = pool.pids
        with AnalysisPool(max_heap="512m") as pool:
            pool.versions()
            assert not pool.pids & first


def test_a_worker_that_died_in_between_is_replaced() -> None:
    with warm():
        with AnalysisPool() as pool:
            pool.versions()
            (worker,) = pool.pids
        os.kill(worker, signal.SIGKILL)
        with AnalysisPool() as pool:
            assert len(pool.detect(SMALL).refactorings) == 1


def test_no_more_are_kept_than_were_asked_for() -> None:
    with warm(1):
        with AnalysisPool() as one, AnalysisPool() as other:
            one.versions()
            other.versions()
            pids = one.pids | other.pids
        assert sum(map(alive, pids)) == 1


def test_a_busy_worker_is_not_kept(threads: ThreadPoolExecutor) -> None:
    with warm():
        with AnalysisPool(timeout=120) as pool:
            pool.versions()
            (worker,) = pool.pids
            future = threads.submit(pool.detect, big(60))
            time.sleep(0.5)
        assert not alive(worker)
        with pytest.raises(AnalysisError):
            future.result(timeout=10)
