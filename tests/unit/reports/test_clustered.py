import pytest

from verifier.domain.outcome import Status
from verifier.reports.clustered import rate_of_clusters
from verifier.reports.intervals import wilson
from verifier.reports.statistics import Confusion

PASSED, FAILED, OPEN = Status.PASSED, Status.FAILED, Status.INCONCLUSIVE


def test_a_rate_without_shared_commits_has_wilsons_interval() -> None:
    rate = rate_of_clusters([("a", PASSED), ("b", FAILED), ("c", OPEN), ("c", PASSED)])

    assert (rate.passed, rate.judged, rate.inconclusive) == (2, 3, 1)
    assert rate.interval == wilson(2, 3)


def test_equal_results_of_one_commit_count_as_one() -> None:
    rate = rate_of_clusters([("a", PASSED)] * 20)

    assert rate.interval == wilson(1, 1)
    assert rate.value == 1.0


def test_commits_that_disagree_widen_the_interval() -> None:
    """Ten commits of ten predictions each, all equal in a commit: about ten, not a hundred."""
    rate = rate_of_clusters(
        (commit, PASSED if commit < 5 else FAILED) for commit in range(10) for _ in range(10)
    )

    assert rate.interval is not None
    assert rate.interval.low == pytest.approx(0.199, abs=0.001)
    assert rate.interval.high == pytest.approx(0.801, abs=0.001)


def test_commits_that_agree_leave_the_sample_size_alone() -> None:
    """The variance between commits is 0, which never makes more of the predictions."""
    rate = rate_of_clusters((commit, s) for commit in range(50) for s in (PASSED, FAILED))

    assert rate.interval is not None
    assert rate.interval.low == pytest.approx(0.403, abs=0.002)
    assert rate.interval.high == pytest.approx(0.597, abs=0.002)


def test_nothing_judged_has_no_interval() -> None:
    assert rate_of_clusters([("a", OPEN)]).interval is None


@pytest.mark.parametrize(
    ("ours_only", "theirs_only", "p"),
    [(6, 0, 0.03125), (1, 9, 0.021484375), (5, 5, 1.0), (0, 0, None), (2000, 2000, 1.0)],
)
def test_mcnemar_tests_the_pairs_that_differ(
    ours_only: int, theirs_only: int, p: float | None
) -> None:
    counts = Confusion(both=3, ours_only=ours_only, theirs_only=theirs_only, neither=40)

    assert counts.mcnemar == p
