"""How long one run on a candidate may take, from how long the base took."""

from dataclasses import replace

from verifier.sandbox.base import JobLimits

_SLACK_FACTOR = 5.0
_SLACK_SECONDS = 60.0


SHORT_SECONDS = 3.0
"""Tests that finish before this are short: their JVM gets no second compiler."""


def is_short(base_seconds: float) -> bool:
    """Whether tests that took this long on the base finish in seconds."""
    return base_seconds < SHORT_SECONDS


def candidate_limits(limits: JobLimits, base_seconds: float) -> JobLimits:
    """Limit a candidate to several times the base's time, but at most to the user's limit."""
    # A machine under load must not turn a slow test into a timeout, nor a loop take an hour.
    wall = min(limits.wall_seconds, _SLACK_FACTOR * base_seconds + _SLACK_SECONDS)
    return replace(limits, wall_seconds=wall)
