"""Statistics of the reports. A figure without data has no value."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verifier.domain.outcome import Status
from verifier.reports.intervals import Interval, wilson


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """How many predictions passed and were judged, and how many could not be judged.

    `judged` excludes inconclusive and not applicable results. `clustered` is the interval if the
    predictions are not independent (`rate_of_clusters`).
    """

    passed: int
    judged: int
    inconclusive: int = 0
    clustered: Interval | None = None

    @classmethod
    def of(cls, statuses: Iterable[Status]) -> "Rate":
        """Count statuses. A status that is not applicable is ignored."""
        seen = list(statuses)
        passed = seen.count(Status.PASSED)
        return cls(
            passed=passed,
            judged=passed + seen.count(Status.FAILED),
            inconclusive=seen.count(Status.INCONCLUSIVE),
        )

    @property
    def value(self) -> float | None:
        """The proportion; None for 0/0."""
        return self.passed / self.judged if self.judged else None

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval, Wilson's unless it is clustered; None for 0/0."""
        return self.clustered or wilson(self.passed, self.judged)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mean:
    """An arithmetic mean over the values that exist; `value` is None if there are none.

    `interval` is a 95 % confidence interval, or None if it was not asked for or cannot be computed.
    """

    value: float | None
    count: int
    interval: Interval | None = None

    @classmethod
    def of(cls, values: Iterable[float | None]) -> "Mean":
        """Average the values, without None and NaN."""
        present = [v for v in values if v is not None and not math.isnan(v)]
        return cls(value=sum(present) / len(present) if present else None, count=len(present))


def pass_at_k(samples: int, correct: int, k: int) -> float | None:
    """The unbiased estimator 1 - C(n-c, k) / C(n, k) (Chen et al. 2021, eq. 1).

    None if fewer than `k` samples were drawn.
    """
    if k < 1 or samples < k:
        return None
    if samples - correct < k:
        return 1.0
    return 1.0 - math.comb(samples - correct, k) / math.comb(samples, k)


@dataclass(frozen=True, kw_only=True, slots=True)
class Confusion:
    """The counts of two sides of one yes/no question. `ours_only` counts our yes against their no."""

    both: int
    ours_only: int
    theirs_only: int
    neither: int

    @classmethod
    def of(cls, pairs: Sequence[tuple[bool, bool]]) -> "Confusion":
        """Count pairs of (ours, theirs)."""
        return cls(
            both=pairs.count((True, True)),
            ours_only=pairs.count((True, False)),
            theirs_only=pairs.count((False, True)),
            neither=pairs.count((False, False)),
        )

    @property
    def total(self) -> int:
        """The number of compared pairs."""
        return self.both + self.ours_only + self.theirs_only + self.neither

    @property
    def agreement(self) -> Rate:
        """The share of pairs with the same answer."""
        return Rate(passed=self.both + self.neither, judged=self.total)

    @property
    def mcnemar(self) -> float | None:
        """The p value of McNemar's exact test, two-sided: a binomial test on the pairs that differ
        (Q. McNemar, 1947).

        None if no pair differs.
        """
        differing = self.ours_only + self.theirs_only
        if differing == 0:
            return None
        fewer = min(self.ours_only, self.theirs_only)
        tail = sum(math.comb(differing, count) for count in range(fewer + 1))
        return min(1.0, float(Fraction(2 * tail, 2**differing)))

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa. None without data, or if chance alone gives full agreement."""
        if self.total == 0:
            return None
        ours, theirs = self.both + self.ours_only, self.both + self.theirs_only
        chance = ours * theirs + (self.total - ours) * (self.total - theirs)
        if chance == self.total**2:
            return None
        observed = (self.both + self.neither) * self.total
        return (observed - chance) / (self.total**2 - chance)
