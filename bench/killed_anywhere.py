"""Kill `refverify verify` at moments that are spread over a whole run, and see what is left.

    python -m bench.killed_anywhere [--moments 10] [--sandbox docker|local] [--cache FOLDER]

Each time a run of its own with a cache of its own prepares a base, measures it and judges one
prediction. It is killed (SIGKILL, the controller alone), called again, and must end as if nothing
had been: a success, no process, no container and no temporary folder left, cache and ledger whole.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.tools.chain import breaks
from verifier.tools.git_history import CommitFacts, HistoryWriter
from verifier.tools.kept import MANIFEST, damage, read_sealed
from verifier.tools.lease import Lease

SECONDS = 1800
PATIENCE = 20.0
"""Seconds in which what a killed controller had started must have ended."""
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
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>killed</groupId><artifactId>killed</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies><dependency>
    <groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
    <scope>test</scope>
  </dependency></dependencies>
</project>
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """One kill: after how many seconds, what the run was at, and what was wrong afterwards."""

    seconds: float
    at: str
    faults: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """The folders of one run."""

    folder: Path
    subject: Path
    sandbox: str

    @property
    def cache(self) -> Path:
        """Its cache."""
        return self.folder / "cache"

    @property
    def run(self) -> Path:
        """Its run folder."""
        return self.folder / "run"

    @property
    def temporary(self) -> Path:
        """Where its temporary folders lie."""
        return self.folder / "tmp"

    def start(self) -> "subprocess.Popen[bytes]":
        """The command, with nothing but these folders to write to."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        words = (
            *("verify", "--repo", str(self.subject / "repository"), "--base", "main"),
            *(
                "--patch",
                str(self.subject / "change.diff"),
                "--want",
                "Extract Method:p.Code#two()",
            ),
            *("--run", str(self.run), "--sandbox", self.sandbox, "--base-runs", "1"),
        )
        env = {**os.environ, "REFVERIFY_CACHE": str(self.cache), "TMPDIR": str(self.temporary)}
        program = (sys.executable, "-m", "verifier", *words)
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(program, env=env, stdout=log, stderr=log)


def make_subject(folder: Path) -> None:
    """A bare repository with one commit, and a patch that extracts a method."""
    facts = CommitFacts(message="Add", author="A Developer <developer@example.org>", seconds=0)
    files = {"pom.xml": POM, CODE: OLD, "src/test/java/p/CodeTest.java": TEST}
    history = HistoryWriter(folder=folder / "repository")
    history.start()
    history.commit_files({path: text.encode() for path, text in files.items()}, facts)
    for name, text in (("old", OLD), ("new", NEW)):
        (folder / name / CODE).parent.mkdir(parents=True)
        (folder / name / CODE).write_text(text, "utf-8")
    words = ("git", "diff", "--no-index", "--no-prefix", f"old/{CODE}", f"new/{CODE}")
    diff = subprocess.run(words, cwd=folder, capture_output=True, check=False).stdout
    patch = diff.replace(f"old/{CODE}".encode(), f"a/{CODE}".encode())
    (folder / "change.diff").write_bytes(
        patch.replace(f"new/{CODE}".encode(), f"b/{CODE}".encode())
    )


def kill_anywhere(
    folder: Path, moments: int, sandbox: str, cache: Path | None = None
) -> Iterator[Moment]:
    """Kill as often, at moments spread evenly over what an undisturbed run takes.

    `cache` is one of an earlier call, which has the dependencies already.
    """
    subject = folder / "subject"
    subject.mkdir(parents=True)
    make_subject(subject)
    first = cache or folder / "first" / "cache"
    if cache is None:
        _to_the_end(Place(folder=folder / "first", subject=subject, sandbox=sandbox))
    # With its dependencies there, a preparation is about what its build takes.
    whole = _seeded(Place(folder=folder / "whole", subject=subject, sandbox=sandbox), first)
    began = time.monotonic()
    _to_the_end(whole)
    seconds = time.monotonic() - began
    for number in range(moments):
        own = folder / f"killed-{number}"
        place = _seeded(Place(folder=own, subject=subject, sandbox=sandbox), first)
        yield kill_once(place, seconds * (number + 0.5) / moments)
        shutil.rmtree(place.folder, ignore_errors=True)


def kill_once(place: Place, seconds: float) -> Moment:
    """Kill one run after some seconds, call it again, and look at what is left."""
    with place.start() as controller:
        lease = str(Lease.of(controller.pid))
        time.sleep(seconds)
        controller.send_signal(signal.SIGKILL)
    at = _last_words(place.folder / "log")
    faults = [f"lives on: {line}" for line in _survivors(place)]
    try:
        _to_the_end(place)
    except RuntimeError as error:
        faults.append(str(error))
    faults += [*_left_over(place, lease), *_damaged(place)]
    return Moment(seconds=round(seconds, 1), at=at, faults=tuple(faults))


def _seeded(place: Place, first: Path) -> Place:
    for name in ("repositories", "sandbox"):
        if (first / name).is_dir():
            shutil.copytree(first / name, place.cache / name, symlinks=True)
    return place


def _to_the_end(place: Place) -> None:
    place.folder.mkdir(parents=True, exist_ok=True)
    with place.start() as process:
        status = process.wait(SECONDS)
    if status != 0:
        raise RuntimeError(f"ended with {status}: {(place.folder / 'log').read_text()[-2000:]}")


def _last_words(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), "before the first word")


def _survivors(place: Place) -> list[str]:
    """Processes of the run that are still there when all have had time to end."""
    until = time.monotonic() + PATIENCE
    found = _processes(place)
    while found and time.monotonic() < until:
        time.sleep(0.2)
        found = _processes(place)
    return found


def _processes(place: Place) -> list[str]:
    mark, found = str(place.folder).encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if mark in words or mark in environment:
            found.append(words.replace(b"\0", b" ").decode("utf-8", "replace")[:200])
    return found


def _left_over(place: Place, lease: str) -> Iterator[str]:
    for path in place.temporary.iterdir():
        yield f"left: {path.name}"
    for path in place.cache.rglob(".*"):
        if path.name != MANIFEST and "base" not in path.relative_to(place.cache).parts:
            yield f"left in the cache: {path.relative_to(place.cache)}"
    if place.sandbox == "docker":
        words = ("docker", "ps", "-aq", "--filter", f"label=refverify.lease={lease}")
        for name in subprocess.run(words, capture_output=True, check=True).stdout.split():
            yield f"left: container {name.decode()}"


def _damaged(place: Place) -> Iterator[str]:
    for folder in (place.cache / "prepared").iterdir():
        if folder.is_dir() and (what := damage(folder)):
            yield f"damaged: {folder.name}/{what}"
    for file in (place.cache / "measurements").iterdir():
        if read_sealed(file) is None:
            yield f"damaged: {file.name}"
    for file in place.cache.rglob("*.damaged-*"):
        yield f"was damaged: {file.relative_to(place.cache)}"
    ledger = place.run / "verdicts.jsonl"
    if list(breaks(ledger)) or not ledger.read_bytes().endswith(b"\n"):
        yield "the ledger's chain breaks"
    if json.loads(ledger.read_bytes().splitlines()[-1])["success"] != "passed":
        yield "the last verdict is no success"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line a kill; 1 where anything was wrong."""
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
