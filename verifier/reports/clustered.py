"""A rate whose predictions share commits, so that they are not independent."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from verifier.domain.outcome import Status
from verifier.reports.intervals import Interval, t_quantile, wilson
from verifier.reports.statistics import Rate


def rate_of_clusters(results: Iterable[tuple[Hashable, Status]]) -> Rate:
    """Count (cluster, outcome) pairs, with a 95 % interval that allows for clusters.

    The interval is Wilson's with the effective sample size and Student's t (Korn and Graubard 1998;
    Franco, Little, Louis and Slud 2019). It is plain Wilson if each cluster has one judged result.
    """
    clusters: defaultdict[Hashable, list[bool]] = defaultdict(list)
    statuses = []
    for cluster, status in results:
        statuses.append(status)
        if status in (Status.PASSED, Status.FAILED):
            clusters[cluster].append(status is Status.PASSED)
    rate = Rate.of(statuses)
    return Rate(
        passed=rate.passed,
        judged=rate.judged,
        inconclusive=rate.inconclusive,
        clustered=_interval(list(clusters.values())),
    )


def _interval(clusters: Sequence[Sequence[bool]]) -> Interval | None:
    """None if the clusters make no difference, or if there are none."""
    if all(len(cluster) == 1 for cluster in clusters):
        return None
    share = sum(map(sum, clusters)) / sum(map(len, clusters))
    trials = _effective(clusters, share)
    if len(clusters) == 1:
        return wilson(share * trials, trials)
    return wilson(share * trials, trials, t_quantile(len(clusters) - 1))


def _effective(clusters: Sequence[Sequence[bool]], share: float) -> float:
    """The number of independent predictions with the same variance, at most the real number.

    It is the number of clusters if the variance is unknown: for one cluster, and if all results are
    equal.
    """
    total, count = sum(map(len, clusters)), len(clusters)
    if count == 1 or share in (0.0, 1.0):
        return float(count)
    squares = sum((sum(cluster) - share * len(cluster)) ** 2 for cluster in clusters)
    variance = count / (count - 1) * squares / total**2
    independent = share * (1 - share) / total
    return total / max(1.0, variance / independent)
