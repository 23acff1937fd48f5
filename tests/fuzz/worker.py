"""Fuzz one kind with Atheris in one process until its CPU seconds are spent.

    python -m tests.fuzz.worker KIND WORK_FOLDER SECONDS SEED

The worker does not stop at a finding: it saves the input under the finding's key, once per place,
and continues. It updates its statistics in `stats.json` regularly.

With KIND `all`, it fuzzes every kind in turn, each in a child process with a subfolder of
WORK_FOLDER. Instrumenting the sources takes longer than a short search and happens once.
"""

import hashlib
import json
import os
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

import atheris

MOST_SAVED = 3
"""Number of inputs that are saved per key."""
LONGEST = 8192
"""Maximum bytes of an input; larger inputs are in `pathological`."""

with atheris.instrument_imports(
    include=["verifier", "javalang", "defusedxml", "tomllib", "yaml", "json"]
):
    from tests.fuzz import guard, targets
    from tests.fuzz.seeds import dictionary
    from verifier.java_text import quick_reader


# The base's sources are the same for every input, so each is read once.
quick_reader.read_quickly = lru_cache(maxsize=64)(quick_reader.read_quickly)


class Worker:
    """Counts the executions and keeps the findings."""

    def __init__(self, kind: str, folder: Path, seconds: float) -> None:
        self._target = targets.KINDS[kind]
        self._folder, self._seconds = folder, seconds
        self._executions = 0
        self._written = 0.0
        (folder / "found").mkdir(exist_ok=True)

    def one(self, data: bytes) -> None:
        """Try one input."""
        self._executions += 1
        finding = guard.try_target(self._target, data)
        if finding is not None:
            self._save(finding, data)
        spent = time.process_time()
        if spent - self._written > 1 or finding is not None:
            self._written = spent
            facts = {"seconds": round(spent, 1), "executions": self._executions}
            (self._folder / "stats.json").write_text(json.dumps(facts), "utf-8")
        if spent > self._seconds:
            sys.stdout.flush()
            os._exit(0)

    def _save(self, finding: guard.Finding, data: bytes) -> None:
        place = self._folder / "found" / finding.key
        place.mkdir(exist_ok=True)
        if len(list(place.glob("*.txt"))) < MOST_SAVED:
            name = hashlib.sha256(data).hexdigest()[:12]
            (place / name).write_bytes(data)
            (place / f"{name}.txt").write_text(finding.text, "utf-8", "backslashreplace")


ALL = "all"
"""Means every kind."""


def main() -> None:
    """Fuzz the kinds. The exit status is that of the worst child."""
    kind, folder, seconds, seed = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
    if kind != ALL:
        search(kind, folder, seconds, seed)
    statuses = []
    for each in targets.KINDS:
        if (child := os.fork()) == 0:
            search(each, folder / each, seconds, seed)
        statuses.append(os.waitpid(child, 0)[1])
    sys.exit(int(any(statuses)))


def search(kind: str, folder: Path, seconds: float, seed: str) -> NoReturn:
    """Fuzz one kind; never returns."""
    worker = Worker(kind, folder, seconds)
    guard.limit_memory()
    corpora = [str(folder / "corpus"), str(folder / "seeds")]
    # Set its own time and memory limits high: a hang is a finding here and must not end the search.
    (folder / "words.dict").write_text(dictionary(kind), "ascii")
    options = [
        f"-dict={folder / 'words.dict'}",
        f"-max_len={LONGEST}",
        "-timeout=300",
        "-rss_limit_mb=0",
        "-print_final_stats=0",
        f"-seed={seed}",
    ]
    atheris.Setup([sys.argv[0], *options, *corpora], worker.one)
    atheris.Fuzz()
    sys.exit("Atheris ended before the time was spent")


if __name__ == "__main__":
    main()
