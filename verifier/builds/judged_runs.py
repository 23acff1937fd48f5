"""Runs of candidates that this call has judged, for identical candidates that come later."""

import hashlib
import threading
from dataclasses import replace

from verifier.domain.instance import StableId
from verifier.domain.source import Candidate
from verifier.domain.testrun import BuildRun, RunEnd

MOST_KEPT = 64


class JudgedRuns:
    """Runs on one base by the content of their candidate; safe for several threads.

    Tests may read any file of the tree, so only candidates with the same files share a run: the same
    class files do not suffice. At most `most` runs are kept; the oldest goes first. Equal outcomes
    are kept once, since those of a large suite take a megabyte.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._runs: dict[str, BuildRun] = {}
        self._lock = threading.Lock()

    def keep(self, candidate: Candidate, editable: frozenset[str], run: BuildRun) -> None:
        """Keep a run that came to its end with all its evidence, unless there is one already."""
        if not _is_whole(run):
            return
        with self._lock:
            self._runs.setdefault(_content(candidate, editable), self._with_shared_outcomes(run))
            if len(self._runs) > self._most:
                del self._runs[next(iter(self._runs))]

    def get(self, candidate: Candidate, editable: frozenset[str]) -> BuildRun | None:
        """The run of an identical candidate; None without one."""
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
    """A digest of every changed file: path, mode and bytes, and which test files may change."""
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
