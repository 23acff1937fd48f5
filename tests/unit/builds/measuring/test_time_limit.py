import pytest

from verifier.builds.measuring.time_limit import candidate_limits
from verifier.sandbox.base import JobLimits


@pytest.mark.parametrize(
    ("base_seconds", "seconds"),
    [
        (0.0, 60.0),
        (10.0, 110.0),
        (108.0, 600.0),
        (500.0, 600.0),
    ],
)
def test_a_candidate_gets_five_times_the_base_s_time_and_a_minute_within_the_limit(
    base_seconds: float, seconds: float
) -> None:
    limits = JobLimits(wall_seconds=600.0, memory_bytes=7)

    found = candidate_limits(limits, base_seconds)

    assert (found.wall_seconds, found.memory_bytes) == (seconds, 7)
