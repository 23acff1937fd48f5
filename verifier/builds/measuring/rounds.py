"""Rounds on the base: runs of some of its tests alone, shared by all candidates that fail in the
same classes.

A round can only decide between failed and flaky; neither is a pass. It runs no candidate code, so
it is cached with the base's measurement. It expires after an hour: a test that depends on the date
or the machine must run on the base at about the same time as on the candidate.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.described.strategy import top_class
from verifier.builds.measuring.strategy_choice import refusal_of
from verifier.domain.instance import StableId
from verifier.domain.testrun import ROUNDS, BuildRun, RunEnd, TestRun
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import cache_errors, read_or_set_aside, write_sealed

LAST_SECONDS = 3600.0
FAILURES_BEFORE = 2
"""How many candidates stop at a failure in one class before its rounds on the base run for all of
them.

Until then a candidate runs the base in its own job, and only that candidate uses the result.
"""

_Key = tuple[frozenset[str], int]
"""The classes of the tests, and the number of the round."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptRound:
    """The result of one round, and when it ran (seconds since 1970)."""

    tests: TestRun
    at: float


@dataclass(kw_only=True)
class BaseRounds:
    """The rounds of one measured base, by test classes and round number.

    `measurement` is the path prefix of its files, without a suffix.
    """

    measurement: Path
    clock: Callable[[], float] = time.time
    _known: dict[_Key, tuple[BuildRun, float]] = field(default_factory=dict)
    _failures: Counter[str] = field(default_factory=Counter)
    _turns: dict[_Key, threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def round(self, tests: tuple[str, ...], number: int, run: Callable[[], BuildRun]) -> BuildRun:
        """Return the cached round of these tests' classes; otherwise call `run` and cache the
        result.

        Raises:
            CacheError: it cannot be cached.
        """
        key = frozenset(map(top_class, tests)), number
        with self._lock:
            turn = self._turns.setdefault(key, threading.Lock())
        # Threads that need the same round wait for one run; other threads do not wait.
        with turn:
            with self._lock:
                known = self._fresh(key)
            if known is not None:
                return known
            found = run()
            # A run that did not finish says nothing about the base.
            if not refusal_of(found):
                with self._lock:
                    self._keep(key, found)
            return replace(found, log="")

    def all_of(self, name: str) -> tuple[TestRun, ...]:
        """Return the results of every round of a class; empty if one round is missing."""
        with self._lock:
            keys = [(frozenset({name}), number) for number in range(1, ROUNDS + 1)]
            found = [self._fresh(key) for key in keys]
        shown = [run.tests for run in found if run is not None and run.tests is not None]
        return tuple(shown) if len(shown) == ROUNDS else ()

    def count_failure(self, name: str) -> bool:
        """Count a failure in a class; return whether its rounds are now worth a job each."""
        with self._lock:
            self._failures[name] += 1
            return self._failures[name] == FAILURES_BEFORE

    def _keep(self, key: _Key, found: BuildRun) -> None:
        at = self.clock()
        self._known[key] = replace(found, log=""), at
        if found.tests is not None:
            shown = KeptRound(tests=replace(found.tests, failures={}), at=at)
            with cache_errors():
                write_sealed(self._file(key), to_json(shown).encode())

    def _fresh(self, key: _Key) -> BuildRun | None:
        """Return the round that this or an earlier call cached; None if there is none or it has expired."""
        if key not in self._known and (content := read_or_set_aside(self._file(key))) is not None:
            shown = from_json(KeptRound, content)
            self._known[key] = _run_of(shown.tests), shown.at
        found, at = self._known.get(key, (None, 0.0))
        return found if 0 <= self.clock() - at < LAST_SECONDS else None

    def _file(self, key: _Key) -> Path:
        classes, number = key
        name = StableId.of(str(number), *sorted(classes))
        return self.measurement.with_name(f"{self.measurement.name}.round-{name}.json")


def _run_of(tests: TestRun) -> BuildRun:
    return BuildRun(end=RunEnd.EXITED, compiled=True, errors=(), tests=tests, log="", seconds=0.0)
