"""Kill `refverify verify` at moments that are spread over a whole run, and check what is left.

    python -m bench.killed_anywhere [--moments 10] [--sandbox docker|local] [--cache FOLDER]

Each run has a new cache, prepares a base, measures it and judges one prediction. The controller
alone is killed (SIGKILL) and called again. It must then end as without the kill: with a success,
without processes, containers and temporary folders, and with cache and ledger intact.
"""

import argparse
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.command import QUIET
from bench.killed import RunFolders, list_damaged, list_left_over, seed, survivors
from bench.small_subject import POM
from verifier.tools.git.history import CommitFacts, HistoryWriter
from verifier.tools.storage.lease import Lease

CODE = "src/main/java/p/Code.java"
_LOOP = """    int sum = 0;
    for (int i = 0; i < 2; i++) {
      sum += 1;
    }
"""
OLD = f"package p;\npublic class Code {{\n  public static int two() {{\n{_LOOP}    return sum;\n  }}\n}}\n"
NEW = (
    "package p;\npublic class Code {\n  public static int two() {\n    return counted();\n  }\n\n"
    f"  private static int counted() {{\n{_LOOP}    return sum;\n  }}\n}}\n"
)
TEST = (
    "package p;\n\npublic class CodeTest {\n"
    "  @org.junit.Test public void isTwo() { org.junit.Assert.assertEquals(2, Code.two()); }\n}\n"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """One kill: its time in seconds, the step that it hit, and the faults afterwards."""

    seconds: float
    at: str
    faults: tuple[str, ...]


def make_subject(folder: Path) -> None:
    """Make a bare repository whose second commit extracts a method, its instance, and the golden
    prediction.
    """
    repository, instances = folder / "repository", folder / "instances.jsonl"
    history = HistoryWriter(folder=repository)
    history.start()
    for number, code in enumerate((OLD, NEW)):
        facts = CommitFacts(
            message="Add", author="A Developer <developer@example.org>", seconds=number
        )
        files = {"pom.xml": POM, CODE: code, "src/test/java/p/CodeTest.java": TEST}
        history.commit_files({path: text.encode() for path, text in files.items()}, facts)
    golden = ("--repo", repository, "-o", folder / "predictions.jsonl")
    for words in (
        ("mine", repository, "-o", instances),
        ("predictions", "golden", "-i", instances, *golden),
    ):
        subprocess.run([*QUIET, *words], check=True, stdout=subprocess.DEVNULL)


def kill_anywhere(
    folder: Path, moments: int, sandbox: str, cache: Path | None = None
) -> Iterator[Moment]:
    """Kill runs at moments spread evenly over the time of an undisturbed run.

    `cache` is the cache of an earlier call, which already has the dependencies.
    """
    subject = folder / "subject"
    subject.mkdir(parents=True)
    make_subject(subject)
    first = cache or folder / "first" / "cache"
    if cache is None:
        _place(folder / "first", subject, sandbox).to_the_end()
    # With its dependencies available, a preparation takes about as long as its build.
    whole = _place(folder / "whole", subject, sandbox, first)
    began = time.monotonic()
    whole.to_the_end()
    seconds = time.monotonic() - began
    for number in range(moments):
        place = _place(folder / f"killed-{number}", subject, sandbox, first)
        yield kill_once(place, seconds * (number + 0.5) / moments)
        shutil.rmtree(place.folder, ignore_errors=True)


def kill_once(place: RunFolders, seconds: float) -> Moment:
    """Kill one run after some seconds, call it again, and check what is left."""
    with place.start() as controller:
        lease = str(Lease.of(controller.pid))
        time.sleep(seconds)
        controller.send_signal(signal.SIGKILL)
    at = _last_words(place.log)
    faults = [f"lives on: {line}" for line in survivors(place)]
    try:
        place.to_the_end()
    except RuntimeError as error:
        faults.append(str(error))
    faults += [*list_left_over(place, [lease]), *list_damaged(place)]
    if json.loads(place.ledger.read_bytes().splitlines()[-1])["success"] != "passed":
        faults.append("the last verdict is no success")
    return Moment(seconds=round(seconds, 1), at=at, faults=tuple(faults))


def _place(folder: Path, subject: Path, sandbox: str, first: Path | None = None) -> RunFolders:
    words = (
        *("verify", str(subject / "predictions.jsonl"), "-i", str(subject / "instances.jsonl")),
        *("--repo", str(subject / "repository"), "--base-runs", "1"),
    )
    place = RunFolders(folder=folder, words=words, sandbox=sandbox)
    if first is not None:
        seed(place.cache, first)
    return place


def _last_words(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), "before the first word")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per kill. The exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--sandbox", choices=("docker", "local"), default="docker")
    parser.add_argument("--cache", type=Path, help="the cache of an earlier call, to begin with")
    chosen = parser.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="killed-anywhere-") as name:
        for moment in kill_anywhere(Path(name), chosen.moments, chosen.sandbox, chosen.cache):
            wrong += bool(moment.faults)
            said = "; ".join(moment.faults) or "nothing left, all whole"
            sys.stdout.write(f"{moment.seconds:6.1f} s  {moment.at:60.60}  {said}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{chosen.moments - wrong} of {chosen.moments} kills left nothing\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
