"""How many processors this process may use."""

import os


def cores() -> int:
    """At least one."""
    return len(os.sched_getaffinity(0))
