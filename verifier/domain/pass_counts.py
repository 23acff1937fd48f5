"""The paper's PASS, which only counts tests; our own verdict is stricter (CodeTaste, 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from verifier.domain.testrun import TestOutcome, TestRun


@dataclass(frozen=True, kw_only=True, slots=True)
class TestCounts:
    """How many tests of one run passed and failed. Skipped tests are not counted."""

    __test__ = False

    passed: int
    failed: int

    @classmethod
    def of(cls, run: TestRun | None) -> Self | None:
        """Return the counts of one run; None if its evidence is missing or incomplete."""
        if run is None or not run.complete:
            return None
        outcomes = list(run.outcomes.values())
        return cls(
            passed=outcomes.count(TestOutcome.PASSED), failed=outcomes.count(TestOutcome.FAILED)
        )


_NOTHING = TestCounts(passed=0, failed=0)


@dataclass(frozen=True, kw_only=True, slots=True)
class PassBar:
    """The bar for PASS: p_R, the smallest pass count, and f_R, the largest fail count.

    Both come from the runs of base and golden tree. `dropped` counts the runs without counts.
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
        """Return the bar over the runs of both trees; None if a tree has no usable run.

        A run without counts (None) is dropped. With `paper_crash` it counts as (0, 0), as in the
        paper's text; a crashed prediction can then pass.
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
        """Whether the counts pass: no more failures and no fewer passes than the bar.

        Missing counts do not pass.
        """
        counts = _or_nothing(prediction) if paper_crash else prediction
        if counts is None:
            return False
        return counts.failed <= self.failed and counts.passed >= self.passed


def _or_nothing(run: TestCounts | None) -> TestCounts:
    return _NOTHING if run is None else run


def alignment(passes: bool | None, fulfilled: float | None) -> float | None:
    """Return A = PASS * IFR (CodeTaste, 4.1); None if either has no value."""
    if passes is None or fulfilled is None:
        return None
    return float(passes) * fulfilled
