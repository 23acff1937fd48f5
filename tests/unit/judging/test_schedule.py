"""Some at a time: which tasks run concurrently."""

from collections.abc import Sequence
from threading import Event, Lock

import pytest

from verifier.judging.schedule import run_suspects_first, some_at_a_time


def list_begun(items: Sequence[str], jobs: int, *, grouped: bool = True) -> list[str]:
    """The items in the order in which they begin; each ends when all jobs are at work or nothing waits any more."""
    order: list[str] = []
    lock, all_at_work = Lock(), Event()

    def work(item: str) -> str:
        with lock:
            order.append(item)
            if len(order) >= min(jobs, len(items)):
                all_at_work.set()
        assert all_at_work.wait(10)
        return item

    group = (lambda item: item[0]) if grouped else None
    made = list(some_at_a_time(work, items, jobs, Event(), group))
    assert sorted(made) == sorted(items)
    return order


def test_a_group_that_nobody_is_at_begins_before_a_second_one_of_another() -> None:
    assert set(list_begun(["a1", "a2", "a3", "b1", "b2"], 2)[:2]) == {"a1", "b1"}


def test_without_groups_the_order_is_that_of_the_items() -> None:
    assert set(list_begun(["a1", "a2", "b1"], 2, grouped=False)[:2]) == {"a1", "a2"}


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
def test_a_single_group_takes_all_jobs(jobs: int) -> None:
    assert len(list_begun(["a1", "a2", "a3", "a4"], jobs)) == 4


def test_one_job_keeps_the_order() -> None:
    items = ["a1", "a2", "b1", "a3"]
    assert list_begun(items, 1) == items


def test_the_end_stops_what_runs() -> None:
    stopped = Event()
    assert list(some_at_a_time(str, [], 2, stopped)) == []
    assert stopped.is_set()


def test_suspects_come_first_and_alone() -> None:
    running, most = set[str](), dict[str, int]()
    lock, stopped = Lock(), Event()

    def work(item: str) -> str:
        with lock:
            running.add(item)
            most[item] = len(running)
        with lock:
            running.remove(item)
        assert not stopped.is_set()
        return item

    items = ["a", "suspect1", "b", "suspect2"]
    made = list(
        run_suspects_first(work, items, 4, stopped, is_suspect=lambda item: item.startswith("s"))
    )

    assert made[:2] == ["suspect1", "suspect2"]
    assert sorted(made[2:]) == ["a", "b"]
    assert (most["suspect1"], most["suspect2"]) == (1, 1)
    assert stopped.is_set()


def test_a_stop_during_suspects_stops_the_run() -> None:
    stopped = Event()

    def work(item: str) -> str:
        raise KeyboardInterrupt(item)

    with pytest.raises(KeyboardInterrupt):
        list(run_suspects_first(work, ["a", "b"], 2, stopped, is_suspect=lambda _: True))

    assert stopped.is_set()
