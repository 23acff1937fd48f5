"""Measure the CPU time of some work, independently of the machine's load."""

import gc
import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import thread_time
from types import FrameType

LINEAR = 1.5
"""Above any `growth` with the size, or with its logarithm, and below that with the square."""
_MEASURABLE = 0.05
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
    """CPU seconds of one call; infinite if it takes more than ten.

    Other threads and the garbage of earlier tests do not count.
    """
    collects = gc.isenabled()
    gc.disable()
    began = thread_time()
    try:
        with stop_after(_PATIENCE):
            work()
    except OutOfTime:
        return math.inf
    finally:
        if collects:
            gc.enable()
    return thread_time() - began


def growth(
    work: Callable[[str], object],
    unit: str,
    *,
    before: str = "",
    after: str = "",
    length: int = 390_000,
) -> float:
    """Return how CPU time grows with the text: 1 means with its length, 2 with the square.

    The exponent compares units of this length, between `before` and `after`, with an eighth of
    them. A busy machine makes single calls slower, so the shortest of up to three counts.
    0 if the whole takes less than 50 ms.
    """
    times = length // len(unit)
    part = whole = exponent = math.inf
    for _ in range(3):
        part = min(part, cpu_seconds(partial(work, before + unit * (times // 8) + after)))
        whole = min(whole, cpu_seconds(partial(work, before + unit * times + after)))
        if whole < _MEASURABLE:
            return 0
        exponent = math.log(whole / part, 8)
        if exponent < LINEAR:
            break
    return exponent


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise OutOfTime
