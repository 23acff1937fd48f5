import math

import pytest

from verifier.domain.outcome import Status
from verifier.reports.intervals import Interval
from verifier.reports.statistics import Confusion, Mean, Rate, pass_at_k


def test_a_rate_of_nothing_has_no_value_and_no_interval() -> None:
    rate = Rate.of([Status.NOT_APPLICABLE, Status.INCONCLUSIVE])

    assert (rate.value, rate.interval, rate.inconclusive) == (None, None, 1)


def test_a_rate_counts_inconclusive_ones_beside_and_not_in_the_denominator() -> None:
    rate = Rate.of([Status.PASSED, Status.PASSED, Status.FAILED, Status.INCONCLUSIVE])

    assert rate == Rate(passed=2, judged=3, inconclusive=1)
    assert rate.value == pytest.approx(2 / 3)
    assert isinstance(rate.interval, Interval)


@pytest.mark.parametrize(
    ("samples", "correct", "k", "expected"),
    [
        (5, 0, 1, 0.0),
        (5, 5, 1, 1.0),
        (5, 2, 1, 0.4),
        (5, 2, 2, 0.7),  # 1 - C(3,2)/C(5,2) = 1 - 3/10
        (10, 3, 5, 11 / 12),  # 1 - C(7,5)/C(10,5) = 1 - 21/252
        (5, 3, 3, 1.0),  # fewer than k failures: some sample must be correct
        (200, 1, 100, 0.5),
    ],
)
def test_pass_at_k_is_the_unbiased_estimator(
    samples: int, correct: int, k: int, expected: float
) -> None:
    value = pass_at_k(samples, correct, k)

    assert value is not None
    assert math.isclose(value, expected)


def test_pass_at_k_has_no_value_with_fewer_samples_than_k() -> None:
    assert pass_at_k(4, 4, 5) is None


def test_a_mean_leaves_out_what_has_no_value() -> None:
    assert Mean.of([0.5, None, math.nan, 0.25]) == Mean(value=0.375, count=2)


def test_a_mean_of_nothing_has_no_value() -> None:
    assert Mean.of([None]) == Mean(value=None, count=0)


def test_kappa_of_cohens_two_by_two_example() -> None:
    # 20 both yes, 5 and 10 disagree, 15 both no: observed 0.70, chance 0.50
    confusion = Confusion(both=20, ours_only=5, theirs_only=10, neither=15)

    assert confusion.agreement.value == pytest.approx(0.7)
    assert confusion.kappa == pytest.approx(0.4)


def test_kappa_has_no_value_where_chance_alone_agrees_on_all() -> None:
    assert Confusion(both=7, ours_only=0, theirs_only=0, neither=0).kappa is None
    assert Confusion(both=0, ours_only=0, theirs_only=0, neither=0).kappa is None


def test_kappa_is_negative_below_chance() -> None:
    assert Confusion(both=0, ours_only=5, theirs_only=5, neither=0).kappa == pytest.approx(-1.0)


def test_confusion_counts_pairs_of_ours_and_theirs() -> None:
    pairs = [(True, True), (True, False), (True, False), (False, False)]

    assert Confusion.of(pairs) == Confusion(both=1, ours_only=2, theirs_only=0, neither=1)
