"""Checks of what was compiled, which run while the tests do.

A check says the same whenever it is asked. What it said meanwhile counts at its place in the order of the checks, with
the seconds that it took itself; where an earlier check forbids it, nothing of it is left.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from verifier.checks.base import Case, Check
from verifier.domain.outcome import CheckName, CheckResult

OF_CLASS_FILES = frozenset({CheckName.REFERENCES, CheckName.PROOF})
"""The checks that need the class files and no test; they stand before `tests` in the order of the checks."""


def clocked(work: Callable[[], CheckResult]) -> CheckResult:
    """A result with its seconds, unless it has counted them itself."""
    started = time.monotonic()
    result = work()
    return replace(result, seconds=result.seconds or round(time.monotonic() - started, 3))


class Beside:
    """The checks of one case that were begun early, one after the other in a thread of their own."""

    def __init__(self, evidence: Path) -> None:
        self._evidence = evidence
        self._begun: dict[CheckName, Future[CheckResult]] = {}
        self._pool: ThreadPoolExecutor | None = None

    def begin(self, case: Case, checks: Sequence[Check]) -> None:
        """Run these checks of a case, in this order, without waiting for them; once, however often it is asked."""
        if self._pool is not None:
            return
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="beside")
        for check in checks:
            self._begun[check.name] = self._pool.submit(clocked, partial(check.run, case))

    def result(self, check: Check, case: Case) -> CheckResult:
        """What a check says, which may have been asked before.

        What it raised is raised here.
        """
        begun = self._begun.pop(check.name, None)
        return check.run(case) if begun is None else begun.result()

    def end(self) -> None:
        """Leave nothing of what nobody asked for."""
        begun, self._begun = self._begun, {}
        for future in begun.values():
            if not future.cancel():
                # Its trouble is nobody's: the check is not reached.
                with suppress(Exception):
                    left = future.result()
                    if left.evidence is not None:
                        (self._evidence / left.evidence).unlink(missing_ok=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False)
