"""The `refverify` command of the benchmarks: the one of the running Python, whatever the PATH
contains.
"""

import sys

REFVERIFY = (sys.executable, "-m", "verifier")
"""The first words of every command."""
QUIET = (*REFVERIFY, "--quiet")
"""The same without progress output."""
