"""The time that is left comes from what was seen; a step that begins something new takes longer."""

import pytest

from verifier.pace import Pace, time_left


def after(steps: list[float], fresh: list[bool]) -> float | None:
    now = 0.0
    pace = Pace(fresh=fresh, clock=lambda: now)
    for seconds in steps:
        now += seconds
        pace.advance()
    return pace.left


def test_nothing_is_said_before_anything_was_seen() -> None:
    assert after([], [True, False]) is None


def test_new_bases_and_their_further_predictions_have_their_own_pace() -> None:
    fresh = [True, False, True, False, False]
    assert after([60, 2], fresh) == 60 + 2 + 2
    assert after([60, 2, 40], fresh) == 2 + 2
    assert after([60, 2, 40, 2, 2], fresh) == 0


def test_a_kind_that_was_not_seen_is_taken_for_the_mean() -> None:
    assert after([60], [True, False, False]) == 120


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "about 1 s left"),
        (7.4, "about 7 s left"),
        (44, "about 40 s left"),
        (350, "about 6 min left"),
        (9000, "about 2.5 h left"),
    ],
)
def test_it_is_never_more_exact_than_it_is(seconds: float, said: str) -> None:
    assert time_left(seconds) == said
