"""How many requests may run at a time: fewer while the endpoint limits the rate, then more again."""

from threading import Condition

from verifier.generation.endpoints.clock import Clock

START = 20
"""Most requests at a time before the endpoint has answered."""
SHRINK = 0.8
"""The factor by which a rate limit reduces the number of requests at a time."""
REST_SECONDS = 15.0
"""Seconds after a reduction without another one: requests that were sent before it fail too."""


class Pacing:
    """Lets requests begin. Several threads may use it at once."""

    def __init__(self, most: int, clock: Clock) -> None:
        self._most, self._clock = most, clock
        self._limit = float(min(most, START))
        self._rest_ends = clock.now()
        self._running = 0
        self._stopped = False
        self._changed = Condition()

    @property
    def limit(self) -> int:
        """The requests that may run at a time now; at least 1."""
        return int(self._limit)

    def begin(self) -> bool:
        """Wait until one more request may run. False after `stop`."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or self._running < self.limit)
            self._running += not self._stopped
            return not self._stopped

    def end(self) -> None:
        """Count a request that `begin` admitted as ended."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def speed_up(self) -> None:
        """Admit one request more, up to the ceiling, unless a rate limit is recent."""
        with self._changed:
            if self._clock.now() >= self._rest_ends:
                self._limit = min(self._limit + 1, self._most)
                self._changed.notify_all()

    def slow_down(self) -> None:
        """Admit fewer requests, once in a rest, because the endpoint limits the rate."""
        with self._changed:
            if self._clock.now() >= self._rest_ends:
                self._limit = max(1.0, self._limit * SHRINK)
                self._rest_ends = self._clock.now() + REST_SECONDS

    def stop(self) -> None:
        """Admit no further request; those that wait give up."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
