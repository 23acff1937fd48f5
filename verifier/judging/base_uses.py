"""Count the units of work that still need a base, and release the base after the last one."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

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

    @contextmanager
    def use(self, *bases: str) -> Iterator[None]:
        """Work on a unit in the block. At its end, release the bases that no other unit needs."""
        with count_unit():
            try:
                yield
            finally:
                with self._lock:
                    self._left.subtract(bases)
                    unused = [each for each in dict.fromkeys(bases) if self._left[each] <= 0]
                self._release(unused)

    def _release(self, bases: Iterable[str]) -> None:
        try:
            for base in bases:
                self._tools.release_base(base)
            with cache_errors():
                count_ended(self._tools.options.build.cache)
        except CacheError as error:
            # The result of the unit counts. Its base stays in use until the process ends.
            logger.warning("a base is not released: %s", error.message)
