from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.support.asked_models import FakeClock, model_behind, request_of
from tests.support.fake_endpoint import (
    GOOD,
    HANG,
    RATE_LIMIT,
    RESET,
    SERVER_ERROR,
    Answer,
    FakeEndpoint,
)
from verifier.generation.endpoints.pacing import Pacing


def passing(clock: FakeClock, seconds: float) -> None:
    clock.wait(seconds, Event())


@pytest.mark.parametrize(("most", "start"), [(1, 1), (4, 4), (20, 20), (100, 20)])
def test_it_starts_with_the_ceiling_or_with_twenty(most: int, start: int) -> None:
    assert Pacing(most, FakeClock()).limit == start


def test_each_success_admits_one_more_up_to_the_ceiling() -> None:
    pacing = Pacing(22, FakeClock())
    limits = []
    for _ in range(4):
        pacing.speed_up()
        limits.append(pacing.limit)

    assert limits == [21, 22, 22, 22]


def test_a_rate_limit_takes_a_fifth_once_in_fifteen_seconds() -> None:
    clock = FakeClock()
    pacing = Pacing(20, clock)
    for _ in range(20):
        pacing.slow_down()
    assert pacing.limit == 16

    passing(clock, 14.9)
    pacing.slow_down()
    pacing.speed_up()
    assert pacing.limit == 16

    passing(clock, 0.1)
    pacing.slow_down()
    assert pacing.limit == 12

    passing(clock, 15)
    pacing.speed_up()
    assert pacing.limit == 13


def test_one_request_may_always_run() -> None:
    clock = FakeClock()
    pacing = Pacing(3, clock)
    for _ in range(20):
        pacing.slow_down()
        passing(clock, 15)

    assert pacing.limit == 1
    assert pacing.begin()


def test_a_request_waits_until_another_ends() -> None:
    pacing = Pacing(1, FakeClock())
    assert pacing.begin()
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(pacing.begin)
        assert not second.done()
        pacing.end()
        assert second.result(timeout=10)


def test_a_stop_ends_the_wait() -> None:
    pacing = Pacing(1, FakeClock())
    assert pacing.begin()
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(pacing.begin)
        pacing.stop()
        assert not second.result(timeout=10)
    assert not pacing.begin()


@pytest.mark.parametrize(
    ("answer", "limit"), [(RATE_LIMIT, 8), (SERVER_ERROR, 10), (RESET, 10), (HANG, 10)]
)
def test_only_a_rate_limit_reduces_the_requests_at_a_time(answer: Answer, limit: int) -> None:
    with (
        FakeEndpoint(answer, GOOD) as endpoint,
        model_behind(endpoint, jobs=10, request_timeout=0.5) as model,
    ):
        assert model.ask(request_of()).text == "answer"
        assert model._pacing.limit == limit
