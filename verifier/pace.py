"""Estimate the remaining time; steps that begin something new are counted separately."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

MINUTE, HOUR = 60, 3600


@dataclass(kw_only=True)
class Pace:
    """The time that steps took. `fresh` says for each step whether it begins something new.

    A new base commit is prepared and measured before its first prediction is judged, which takes
    many times as long as judging.
    """

    fresh: Sequence[bool]
    clock: Callable[[], float] = time.monotonic
    _seen: dict[bool, list[float]] = field(default_factory=lambda: {True: [], False: []})
    _last: float = 0.0

    def __post_init__(self) -> None:
        self._last = self.clock()

    @property
    def done(self) -> int:
        """The number of steps that are done."""
        return sum(map(len, self._seen.values()))

    def advance(self) -> None:
        """Count one step as done."""
        now = self.clock()
        self._seen[self.fresh[min(self.done, len(self.fresh) - 1)]].append(now - self._last)
        self._last = now

    @property
    def left(self) -> float | None:
        """Seconds for the remaining steps; None before the first step is done."""
        every = [*self._seen[True], *self._seen[False]]
        if not every:
            return None
        rest = self.fresh[self.done :]
        return sum(_mean(self._seen[kind] or every) for kind in rest)


def _mean(seconds: Sequence[float]) -> float:
    return sum(seconds) / len(seconds)


def time_left(seconds: float) -> str:
    """Write `about 40 s left`; see `rough_time`."""
    return f"{rough_time(seconds)} left"


def rough_time(seconds: float) -> str:
    """Write `about 40 s`, `about 6 min` or `about 2.5 h`, no more exact than an estimate."""
    if seconds < MINUTE:
        return f"about {max(1, round(seconds, -1 if seconds >= 10 else 0)):.0f} s"  # noqa: PLR2004 - two digits are rounded
    if seconds < HOUR:
        return f"about {seconds / MINUTE:.0f} min"
    return f"about {seconds / HOUR:.1f} h"
