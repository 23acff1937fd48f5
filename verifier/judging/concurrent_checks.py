"""Run checks of class files while the tests run.

A check gives the same result at any time. Its result counts at the check's usual place in the
order, with the check's own seconds. If an earlier check forbids it, the result and its evidence are
dropped.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from verifier.checks.case import Case, Check
from verifier.domain.outcome import CheckName, CheckResult

OF_CLASS_FILES = frozenset({CheckName.REFERENCES, CheckName.PROOF})
"""The checks that need class files and no test; they precede `tests` in the order of the checks."""


def add_seconds(work: Callable[[], CheckResult]) -> CheckResult:
    """Add the elapsed seconds to a result, unless the check measured them itself."""
    started = time.monotonic()
    result = work()
    return replace(result, seconds=result.seconds or round(time.monotonic() - started, 3))


class ConcurrentChecks:
    """The checks of one case that started early. They run one after the other in a single thread."""

    def __init__(self, evidence: Path) -> None:
        self._evidence = evidence
        self._begun: dict[CheckName, Future[CheckResult]] = {}
        self._pool: ThreadPoolExecutor | None = None

    def begin(self, case: Case, checks: Sequence[Check]) -> None:
        """Start these checks of a case in this order, without waiting. Later calls do nothing."""
        if self._pool is not None:
            return
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="concurrent-checks")
        for check in checks:
            self._begun[check.name] = self._pool.submit(add_seconds, partial(check.run, case))

    def result(self, check: Check, case: Case) -> CheckResult:
        """The result of a check, from the early run if there was one.

        An exception of the early run is raised here.
        """
        begun = self._begun.pop(check.name, None)
        return check.run(case) if begun is None else begun.result()

    def end(self) -> None:
        """Discard results that no one used, with their evidence."""
        begun, self._begun = self._begun, {}
        for future in begun.values():
            if not future.cancel():
                # Its error does not matter: the check is not reached.
                with suppress(Exception):
                    left = future.result()
                    if left.evidence is not None:
                        (self._evidence / left.evidence).unlink(missing_ok=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False)
