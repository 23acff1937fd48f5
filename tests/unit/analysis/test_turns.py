"""Retries run alone: no other request runs at the same time."""

import threading

from verifier.analysis.pool import _Turns


def test_a_turn_alone_waits_for_the_shared_ones_and_holds_back_new_ones() -> None:
    turns, order = _Turns(), []
    first_runs, may_end = threading.Event(), threading.Event()

    def share(name: str) -> None:
        with turns.share():
            first_runs.set()
            may_end.wait(10)
            order.append(name)

    def alone() -> None:
        with turns.alone():
            order.append("alone")

    first = threading.Thread(target=share, args=("first",))
    first.start()
    assert first_runs.wait(10)
    retry = threading.Thread(target=alone)
    retry.start()
    while turns._waiting_alone == 0:
        pass
    late = threading.Thread(target=share, args=("late",))
    late.start()
    may_end.set()
    for thread in (first, retry, late):
        thread.join(10)
    assert order == ["first", "alone", "late"]
