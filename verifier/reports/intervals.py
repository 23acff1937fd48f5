"""95 % confidence intervals: Wilson's of a proportion, and Student's t or bootstrap percentiles of a mean."""

import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

Z_95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for two-sided 95 % intervals."""
_LEVEL = 0.975
_STEPS, _TINY, _ENOUGH = 300, 1e-300, 1e-15
_SEED = 20_260_101


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """A confidence interval. Both ends of a proportion's are in [0, 1]."""

    low: float
    high: float


def wilson(successes: float, trials: float, z: float = Z_95) -> Interval | None:
    """Wilson's score interval of a proportion (E. B. Wilson, 1927); None without trials."""
    if trials == 0:
        return None
    proportion = successes / trials
    scale = 1 + z * z / trials
    centre = (proportion + z * z / (2 * trials)) / scale
    spread = proportion * (1 - proportion) / trials + z * z / (4 * trials * trials)
    half = z * math.sqrt(spread) / scale
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(low=low, high=high)


def t_interval(values: Sequence[float]) -> Interval | None:
    """Mean ± t * s / sqrt(n), not clipped to [0, 1]. None for fewer than two values."""
    if len(values) < 2:  # noqa: PLR2004 - one value has no spread
        return None
    mean = statistics.fmean(values)
    half = t_quantile(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(low=mean - half, high=mean + half)


def bootstrap_interval(values: Sequence[float], resamples: int) -> Interval | None:
    """Take the 2.5 and 97.5 percentiles of resampled means. None for fewer than two values.

    The random seed is fixed, so that every call gives the same interval.
    """
    if len(values) < 2:  # noqa: PLR2004 - one value has no spread
        return None
    source = random.Random(_SEED)  # noqa: S311 - a statistic
    means = sorted(
        statistics.fmean(source.choices(values, k=len(values))) for _ in range(resamples)
    )
    last = resamples - 1
    return Interval(low=means[round(0.025 * last)], high=means[round(_LEVEL * last)])


def t_quantile(freedom: int) -> float:
    """Find the 97.5 % quantile of Student's t distribution by bisection."""
    low, high = 0.0, 20.0
    for _ in range(100):
        middle = (low + high) / 2
        if _t_distribution(middle, freedom) < _LEVEL:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_distribution(t: float, freedom: int) -> float:
    """P(T <= t) for t >= 0."""
    x = freedom / (freedom + t * t)
    return 1 - 0.5 * _incomplete_beta(freedom / 2, 0.5, x)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), computed as a continued fraction."""
    if x in (0.0, 1.0):
        return x
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logarithm + a * math.log(x) + b * math.log1p(-x)) / a
    return front * (_fraction(a, b, x) - 1)


def _fraction(a: float, b: float, x: float) -> float:
    """Evaluate the continued fraction by Lentz's algorithm."""
    value, c, d = 1.0, 1.0, 0.0
    for step in range(_STEPS):
        d = 1 / _not_zero(1 + _numerator(a, b, x, step) * d)
        c = _not_zero(1 + _numerator(a, b, x, step) / c)
        value *= c * d
        if abs(1 - c * d) < _ENOUGH:
            break
    return value


def _numerator(a: float, b: float, x: float, step: int) -> float:
    half = step // 2
    if step == 0:
        return 1.0
    if step % 2 == 0:
        return half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
    return -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
