"""Stop a run whose environment is broken, because its open units would have to be done again."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.domain.outcome import CheckResult, Reason
from verifier.domain.validation import StepResult
from verifier.errors import SandboxError

WINDOW, MOST, BASES = 50, 10, 5
"""A run stops if more than MOST of its last WINDOW units failed for reasons of the environment, on at least
BASES different bases. With fewer bases, the reason may be the downloads of these bases."""


@dataclass(kw_only=True)
class Brake:
    """The last units of a run, oldest first.

    Keeps the base of each unit that failed for reasons of the environment, and None for any other unit.
    """

    _last: deque[object] = field(default_factory=lambda: deque[object](maxlen=WINDOW))

    def add(self, base: object, steps: Iterable[CheckResult | StepResult]) -> None:
        """Add the steps of a unit that ended.

        Raises:
            SandboxError: more than a fifth of the last units failed, on several bases.
        """
        is_broken = any(step.reason is Reason.INFRASTRUCTURE for step in steps)
        self._last.append(base if is_broken else None)
        failed = [each for each in self._last if each is not None]
        if len(failed) > MOST and len(set(failed)) >= BASES:
            raise SandboxError(
                f"stopped: {len(failed)} of the last {len(self._last)} units failed for reasons of the"
                " environment",
                hint="Run `refverify doctor`, mend what it names, and run the same command again: these"
                " units are open.",
            )
