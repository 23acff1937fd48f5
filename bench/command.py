"""The `refverify` that the benchmarks call: that of the Python that runs them, whatever the PATH holds."""

import sys

REFVERIFY = (sys.executable, "-m", "verifier")
"""The first words of every command."""
QUIET = (*REFVERIFY, "--quiet")
"""The same, without progress."""
