"""PASS by counting tests: the paper's rule, beside our own stricter verdict (CodeTaste, 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from verifier.domain.testrun import TestOutcome, TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class TestCounts:
    """How many tests of one run of a suite passed and failed; skipped ones count nowhere."""

    __test__ = False

    passed: int
    failed: int

    @classmethod
    def of(cls, run: TestRun | None) -> Self | None:
        """The counts of one run; None where it left no evidence, or none that is whole."""
        if run is None or not run.complete:
            return None
        outcomes = list(run.outcomes.values())
        return cls(
            passed=outcomes.count(TestOutcome.PASSED), failed=outcomes.count(TestOutcome.FAILED)
        )


_NOTHING = TestCounts(passed=0, failed=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class PassBar:
    """p_R, the smallest pass count, and f_R, the largest fail count, of base and golden runs.

    `dropped` counts the runs that gave no counts.
    """

    passed: int
    failed: int
    dropped: int = 0

    @classmethod
    def of(
        cls,
        base: Sequence[TestCounts | None],
        golden: Sequence[TestCounts | None],
        *,
        paper_crash: bool = False,
    ) -> Self | None:
        """The bar over the runs of both trees; None where a tree has no run left.

        A run without counts (None) is dropped. With `paper_crash` it counts as (0, 0), as the
        paper's text has it, which lets a crashed prediction pass.
        """
        every = [*base, *golden]
        if paper_crash:
            base, golden = [_or_nothing(r) for r in base], [_or_nothing(r) for r in golden]
        left = [run for run in (*base, *golden) if run is not None]
        if not any(base) or not any(golden):
            return None
        return cls(
            passed=min(run.passed for run in left),
            failed=max(run.failed for run in left),
            dropped=len(every) - len(left),
        )

    def admits(self, prediction: TestCounts | None, *, paper_crash: bool = False) -> bool:
        """PASS: no more failures and no fewer passes than the bar; without counts it is no."""
        counts = _or_nothing(prediction) if paper_crash else prediction
        if counts is None:
            return False
        return counts.failed <= self.failed and counts.passed >= self.passed


def _or_nothing(run: TestCounts | None) -> TestCounts:
    return _NOTHING if run is None else run


def alignment(passes: bool | None, fulfilled: float | None) -> float | None:
    """A = PASS * IFR (CodeTaste, 4.1); no value where either has none."""
    if passes is None or fulfilled is None:
        return None
    return float(passes) * fulfilled
