"""Confidence intervals meet published examples, and have no value without data."""

import pytest

from verifier.reports.intervals import bootstrap_interval, t_interval, t_quantile, wilson


def test_wilson_matches_the_published_example_of_one_in_ten() -> None:
    interval = wilson(1, 10)

    assert interval is not None
    assert interval.low == pytest.approx(0.0178762, abs=1e-6)
    assert interval.high == pytest.approx(0.4041500, abs=1e-6)


def test_wilson_of_81_in_263_is_newcombes_example() -> None:
    interval = wilson(81, 263)

    assert interval is not None
    assert round(interval.low, 4) == 0.2553
    assert round(interval.high, 4) == 0.3662


def test_wilson_ends_touch_0_and_1_exactly() -> None:
    none, every = wilson(0, 20), wilson(20, 20)

    assert none is not None
    assert every is not None
    assert none.low == 0.0
    assert every.high == 1.0
    assert round(none.high, 4) == 0.1611
    assert round(every.low, 4) == 0.8389


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.7062), (4, 2.7764), (99, 1.9842)])
def test_the_quantile_of_students_t(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=5e-5)


def test_a_published_interval_is_met() -> None:
    interval = t_interval([1.0] * 76 + [0.0] * 24)

    assert interval is not None
    assert (interval.high - interval.low) / 2 == pytest.approx(0.085, abs=5e-4)


def test_one_value_has_no_interval() -> None:
    assert t_interval([0.5]) is None
    assert bootstrap_interval([0.5], 100) is None


def test_the_bootstrap_gives_the_same_interval_every_time_within_the_data() -> None:
    values = [0.0, 0.2, 0.4, 0.9]
    one, other = bootstrap_interval(values, 500), bootstrap_interval(values, 500)

    assert one == other
    assert one is not None
    assert 0.0 <= one.low < 0.375 < one.high <= 0.9
