"""Rounds of the base: its runs of some tests alone, which serve every candidate that fails in the same classes.

They can only decide between failed and flaky, neither of which is a pass. They are the base's own
runs, without any candidate's code, so they are kept beside its measurement, for an hour: a test that depends on
the date or on the machine must be seen on the base about when it is seen on a candidate.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.choosing import refusal_of
from verifier.builds.strategy import top_class
from verifier.domain.instance import StableId
from verifier.domain.testrun import ROUNDS, BuildRun, RunEnd, TestRun
from verifier.tools.kept import cache_errors, kept, write_sealed
from verifier.tools.records import from_json, to_json

LAST_SECONDS = 3600.0
FAILURES_BEFORE = 2
"""So many candidates that stop at a failure have the base's rounds in their own job: these serve nobody else."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptRound:
    """What one round showed, and when (seconds since 1970)."""

    tests: TestRun
    at: float


@dataclass(kw_only=True)
class BaseRounds:
    """The rounds of one measured base, by the classes of the tests and the number of the round.

    `measurement` is the path that its files begin with, without the suffix.
    """

    measurement: Path
    clock: Callable[[], float] = time.time
    _known: dict[tuple[frozenset[str], int], BuildRun] = field(default_factory=dict)
    _failures: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def round(self, tests: tuple[str, ...], number: int, run: Callable[[], BuildRun]) -> BuildRun:
        """The kept round of these tests' classes; else `run`, which is then kept.

        Raises:
            CacheError: it cannot be kept.
        """
        key = frozenset(map(top_class, tests)), number
        with self._lock:
            if key not in self._known:
                found = self._read(self._file(key)) or self._run(self._file(key), run)
                # What came to no end says nothing of the base.
                if refusal_of(found):
                    return found
                self._known[key] = found
            return self._known[key]

    def all_of(self, name: str) -> tuple[TestRun, ...]:
        """What every round of a class showed; empty where one is missing."""
        with self._lock:
            keys = [(frozenset({name}), number) for number in range(1, ROUNDS + 1)]
            found = [self._known.get(key) or self._read(self._file(key)) for key in keys]
        shown = [run.tests for run in found if run is not None and run.tests is not None]
        return tuple(shown) if len(shown) == ROUNDS else ()

    def wanted(self, name: str) -> bool:
        """Whether the rounds of a class are worth their own jobs; to be asked at each failure in it."""
        with self._lock:
            self._failures[name] += 1
            return self._failures[name] == FAILURES_BEFORE

    def _run(self, file: Path, run: Callable[[], BuildRun]) -> BuildRun:
        found = run()
        if found.tests is not None and not refusal_of(found):
            shown = KeptRound(tests=replace(found.tests, failures={}), at=self.clock())
            with cache_errors():
                write_sealed(file, to_json(shown).encode())
        return replace(found, log="")

    def _read(self, file: Path) -> BuildRun | None:
        content = kept(file)
        if content is None:
            return None
        found = from_json(KeptRound, content)
        if not 0 <= self.clock() - found.at < LAST_SECONDS:
            return None
        return BuildRun(
            end=RunEnd.EXITED, compiled=True, errors=(), tests=found.tests, log="", seconds=0.0
        )

    def _file(self, key: tuple[frozenset[str], int]) -> Path:
        classes, number = key
        name = StableId.of(str(number), *sorted(classes))
        return self.measurement.with_name(f"{self.measurement.name}.round-{name}.json")
