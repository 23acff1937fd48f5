"""The number of processors that this process may use."""

import os


def cores() -> int:
    """Return the number, at least 1."""
    return len(os.sched_getaffinity(0))
