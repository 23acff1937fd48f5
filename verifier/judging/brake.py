"""Stop a run whose environment is broken: what it leaves open would have to be done again."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.domain.outcome import CheckResult, Reason
from verifier.domain.validation import StepResult
from verifier.errors import SandboxError

WINDOW, MOST, BASES = 50, 10, 5
"""How many of the last units may fail for reasons of the environment, and on how many bases at least more of
them stop the run. The failures of a few bases may be those of their own downloads."""


@dataclass(kw_only=True)
class Brake:
    """The last units of a run: the base of each that failed for reasons of the environment, else None."""

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
