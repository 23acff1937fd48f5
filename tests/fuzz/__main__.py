"""Fuzz the readers of hostile input, one process per kind in turn. Runs can be resumed.

    python -m tests.fuzz [--kind answer]... [--minutes 30] [--work FOLDER] [--table | --save]

`--minutes` are CPU minutes per kind, over all calls with one folder: a second call with the same
number does the rest. The folder contains corpora, counts and findings. A finding is an input that
raised an undeclared error, exceeded its CPU seconds, or used more memory than allowed.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from tests.fuzz import jvm_worker
from tests.fuzz.seeds import CORPORA, ROOT, seeds
from tests.fuzz.targets import KINDS

WORK = ROOT / ".fuzz"
JVM = "jvm"
"""The Java readers of class files, in a JVM."""
MOST_SAVED, MOST_FILES = 16_000, 40
"""Limits of a kind's saved corpus: bytes, and an approximate number of files."""
SHORTEST = 2.0
"""If fewer CPU seconds are left, no further worker is started."""


@dataclass(kw_only=True)
class Total:
    """The effort for a kind so far."""

    seconds: float = 0.0
    executions: int = 0

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Read the total of a folder; zero if the folder is new."""
        file = folder / "total.json"
        return cls(**json.loads(file.read_text("utf-8"))) if file.is_file() else cls()

    def add(self, folder: Path) -> None:
        """Add a worker's statistics and save the sum."""
        file = folder / "stats.json"
        if file.is_file():
            done = json.loads(file.read_text("utf-8"))
            self.seconds = round(self.seconds + done["seconds"], 1)
            self.executions += done["executions"]
            (folder / "total.json").write_text(json.dumps(asdict(self)), "utf-8")
            file.unlink()


def fuzz(kind: str, folder: Path, minutes: float, seed: int = 0) -> Total:
    """Run workers of a kind until its minutes are spent. A worker that dies is a finding.

    With a `seed` other than 0, Atheris starts the same way each time.
    """
    _begin(kind, folder)
    total = Total.of(folder)
    total.add(folder)
    while (left := minutes * 60 - total.seconds) > SHORTEST:
        words = [str(folder), str(left)]
        if kind == JVM:
            words = ["tests.fuzz.jvm_worker", *words]
        else:
            words = ["tests.fuzz.worker", kind, *words, str(seed)]
        with (folder / "log").open("ab") as log:
            ended = subprocess.run(
                [sys.executable, "-m", *words], stdout=log, stderr=log, check=False, cwd=ROOT
            )
        before = total.seconds
        total.add(folder)
        if ended.returncode not in {0, jvm_worker.AGAIN}:
            _dead(folder, ended.returncode)
        if total.seconds == before:
            break
    return total


def fuzz_all(work: Path, seconds: float, seed: int) -> "subprocess.CompletedProcess[bytes]":
    """Fuzz every kind of `KINDS` for a few CPU seconds, in subfolders of `work`, by one worker."""
    for kind in KINDS:
        _begin(kind, work / kind)
    words = ["tests.fuzz.worker", "all", str(work), str(seconds), str(seed)]
    return subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, check=False, cwd=ROOT
    )


def _begin(kind: str, folder: Path) -> None:
    for name in ("corpus", "seeds", "found"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    given = [*seeds("class" if kind == JVM else kind)]
    saved = CORPORA / ("class" if kind == JVM else kind)
    given += [path.read_bytes() for path in sorted(saved.glob("*"))]
    for data in given:
        (folder / "seeds" / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def _dead(folder: Path, status: int) -> None:
    place = folder / "found" / f"died-{status}"
    place.mkdir(exist_ok=True)
    tail = (folder / "log").read_bytes()[-6000:]
    (place / f"{len(list(place.iterdir()))}.txt").write_bytes(tail)
    for crash in ROOT.glob("crash-*"):
        shutil.move(crash, place / crash.name)


def save(kind: str, folder: Path) -> None:
    """Save some inputs of all sizes that were new to the search, within the size limit."""
    place = CORPORA / kind
    place.mkdir(parents=True, exist_ok=True)
    held = {path.read_bytes() for path in place.iterdir()}
    room = MOST_SAVED - sum(map(len, held))
    found = sorted((path.read_bytes() for path in (folder / "corpus").iterdir()), key=len)
    for data in found[:: max(1, len(found) // MOST_FILES)]:
        # Mutated addresses would look like traces of unknown hosts.
        if data and b"://" not in data and data not in held and len(data) <= room:
            (place / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
            room -= len(data)


def findings(folder: Path) -> list[str]:
    """The keys of the findings."""
    found = folder / "found"
    return sorted(path.name for path in found.iterdir()) if found.is_dir() else []


def table(work: Path) -> str:
    """Format one line per kind: CPU minutes, executions, size of the corpus, findings by key."""
    lines = ["| kind | CPU minutes | executions | corpus | findings |", "|---|---|---|---|---|"]
    for kind in (*KINDS, JVM):
        folder = work / kind
        total, corpus = Total.of(folder), folder / "corpus"
        held = len(list(corpus.iterdir())) if corpus.is_dir() else 0
        said = ", ".join(findings(folder)) or "none"
        lines.append(
            f"| {kind} | {total.seconds / 60:.1f} | {total.executions:,} | {held:,} | {said} |"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz the kinds in turn and print the table. The exit status is 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = (*KINDS, JVM)
    parser.add_argument("--kind", action="append", choices=kinds, help="repeat; all without it")
    parser.add_argument("--minutes", type=float, default=30.0, help="CPU minutes a kind")
    parser.add_argument("--work", type=Path, default=WORK, help="folder of corpora and findings")
    parser.add_argument("--table", action="store_true", help="only print what was done so far")
    parser.add_argument("--save", action="store_true", help="keep small inputs in tests/corpora")
    chosen = parser.parse_args(arguments)
    os.chdir(ROOT)
    for kind in chosen.kind or KINDS if chosen.save else ():
        save(kind, chosen.work / kind)
    if not (chosen.table or chosen.save):
        for kind in chosen.kind or kinds:
            fuzz(kind, chosen.work / kind, chosen.minutes)
    sys.stdout.write(f"{table(chosen.work)}\n")
    return int(any(findings(chosen.work / kind) for kind in chosen.kind or kinds))


if __name__ == "__main__":
    sys.exit(main())
