"""Count the units of work that still need a base, and release the base after the last one.

Under a ceiling of the cache, a base is also released while no running unit needs it, because other bases
may need its room. What the cache has of it stays until then.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from verifier.config import cache_size
from verifier.errors import CacheError
from verifier.judging.toolset import Toolset
from verifier.tools.storage.cache_room import count_unit
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import count_ended

logger = logging.getLogger(__name__)


class BaseUses:
    """The bases of a run's units; several threads may use them."""

    def __init__(self, tools: Toolset, bases: Iterable[str]) -> None:
        """Take the base of each unit; a unit with several bases has each of them once."""
        self._tools, self._left, self._lock = tools, Counter(bases), Lock()
        # The units that run on each base that is not released.
        self._running = Counter[str]()

    @contextmanager
    def use(self, *bases: str) -> Iterator[None]:
        """Work on a unit in the block. At its end, release the bases that no other unit needs."""
        with count_unit():
            with self._lock:
                self._running.update(bases)
                if cache_size() is not None:
                    self._release([each for each, units in self._running.items() if not units])
            try:
                yield
            finally:
                with self._lock:
                    self._running.subtract(bases)
                    self._left.subtract(bases)
                    self._release([each for each in dict.fromkeys(bases) if self._left[each] <= 0])
                self._count_ended()

    def _release(self, bases: Iterable[str]) -> None:
        """Release bases; the caller has the lock, so that no unit begins to use one of them."""
        try:
            for base in bases:
                del self._running[base]
                self._tools.release_base(base)
        except CacheError as error:
            # The result of the unit counts. Its base stays in use until the process ends.
            logger.warning("a base is not released: %s", error.message)

    def _count_ended(self) -> None:
        try:
            with cache_errors():
                count_ended(self._tools.options.build.cache)
        except CacheError as error:
            logger.warning("the end of a unit is not recorded: %s", error.message)
