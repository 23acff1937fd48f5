"""Time, as a value that tests can replace."""

import time
from datetime import UTC, datetime
from threading import Event
from typing import Protocol


class Clock(Protocol):
    """Tells and passes time. Seconds count from an arbitrary start."""

    def now(self) -> float:
        """Return the current time in seconds."""
        ...

    def utc(self) -> str:
        """Return the date and time of the calendar (ISO 8601, UTC)."""
        ...

    def wait(self, seconds: float, stopped: Event) -> None:
        """Let time pass; return early if `stopped` is set."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Return the seconds of a clock that never goes back."""
        return time.monotonic()

    def utc(self) -> str:
        """Return the current date and time."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def wait(self, seconds: float, stopped: Event) -> None:
        """Sleep until the time is over or `stopped` is set."""
        stopped.wait(seconds)
