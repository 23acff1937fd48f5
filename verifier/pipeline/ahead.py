"""Begin with a base beside the checks that need none: its preparation, its measurement, the compiler that stays.

Nothing of a candidate is in it, and nothing depends on it but time: who asks the builder later finds what is
done, and does the rest. Where a check before that fails, nobody asks, and the end of the call ends it.
"""

import threading
from collections.abc import Callable
from contextlib import suppress

from verifier.builds.base import Builder

PATIENCE = 3.0
"""Seconds that the end of a call waits for what the closing of its sandbox has ended."""


class Beginnings:
    """The bases that a call has begun with ahead."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def begin(self, open_builder: Callable[[], Builder], *, tested: bool) -> Callable[[], Builder]:
        """Begin with a base; what gives its builder once that is done."""

        def work() -> None:
            # Whoever asks the builder next is told the same, in its place.
            with suppress(Exception):
                open_builder().begin(tested=tested)

        # A daemon: what waits for another process's preparation must not hold up the end of this one.
        thread = threading.Thread(target=work, name="ahead", daemon=True)
        self._threads.append(thread)
        thread.start()

        def opened() -> Builder:
            thread.join()
            return open_builder()

        return opened

    def end(self, seconds: float = PATIENCE) -> None:
        """Wait for what nobody asked for, once the sandbox is closed."""
        for thread in self._threads:
            thread.join(seconds)
