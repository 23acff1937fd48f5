"""Candidate runs that this call has judged, reused for identical candidates later."""

import hashlib
import threading
from dataclasses import replace

from verifier.domain.instance import StableId
from verifier.domain.source import Candidate
from verifier.domain.testrun import BuildRun, RunEnd

MOST_KEPT = 64


class JudgedRuns:
    """Runs on one base, by the content of the candidate; safe for several threads.

    Tests may read any file of the tree, so candidates share a run only if all their files are
    equal: equal class files are not enough. At most `most` runs are kept; the oldest is dropped
    first. Equal outcomes are stored once, because those of a large suite take a megabyte.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._runs: dict[str, BuildRun] = {}
        self._lock = threading.Lock()

    def keep(self, candidate: Candidate, editable: frozenset[str], run: BuildRun) -> None:
        """Keep a run that finished with complete evidence, unless an equal candidate already has one."""
        if not _is_whole(run):
            return
        with self._lock:
            self._runs.setdefault(_content(candidate, editable), self._with_shared_outcomes(run))
            if len(self._runs) > self._most:
                del self._runs[next(iter(self._runs))]

    def get(self, candidate: Candidate, editable: frozenset[str]) -> BuildRun | None:
        """Return the run of an identical candidate; None if there is none."""
        with self._lock:
            return self._runs.get(_content(candidate, editable))

    def _with_shared_outcomes(self, run: BuildRun) -> BuildRun:
        if run.tests is None:
            return run
        kept = (each.tests.outcomes for each in self._runs.values() if each.tests)
        outcomes = next((o for o in kept if o == run.tests.outcomes), run.tests.outcomes)
        return replace(run, tests=replace(run.tests, outcomes=outcomes))


def _is_whole(run: BuildRun) -> bool:
    tests = run.tests
    return run.end is RunEnd.EXITED and not run.starved and tests is not None and tests.complete


def _content(candidate: Candidate, editable: frozenset[str]) -> str:
    """Return a digest of every changed file (path, mode and bytes) and of the editable test files."""
    files = (
        (
            each.path,
            each.mode,
            "" if each.content is None else hashlib.sha256(each.content).hexdigest(),
        )
        for each in sorted(candidate.changes, key=lambda change: change.path)
    )
    return str(
        StableId.of(*(part for file in files for part in file), "editable", *sorted(editable))
    )
