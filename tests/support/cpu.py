"""Measure the CPU time of some work, independently of the machine's load."""

import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

_PATIENCE = 10.0


class OutOfTime(BaseException):
    """The CPU seconds are spent. Not an Exception, so that no `except Exception` swallows it."""


@contextmanager
def stop_after(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block once it has used these CPU seconds."""
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call; infinite if it takes more than ten."""
    began = process_time()
    try:
        with stop_after(_PATIENCE):
            work()
    except OutOfTime:
        return math.inf
    return process_time() - began


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise OutOfTime
