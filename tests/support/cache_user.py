"""Another process that uses an entry of the cache."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HOLD = """import sys
from pathlib import Path
from verifier.tools.storage.cache_usage import hold
hold(Path(sys.argv[1], sys.argv[2]), Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process(cache: Path, entry: str = "prepared/base") -> Iterator[subprocess.Popen[str]]:
    """A process that uses an entry of the cache until its standard input ends."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(cache), entry],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
