"""Commits per second, against RefactoringMiner's own command line on the same commits."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import rival
from bench.measured import Cost, measure
from verifier.console import Console
from verifier.tools import process


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """The history to mine: all of it, or the commits from the first to the last of `span`."""

    name: str
    repository: Path
    span: tuple[str, str] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MiningRun:
    """One way to mine the subject, with its cost and its statements about the commits."""

    way: str
    cost: Cost
    notes: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MiningRow:
    """A run as a line of the table. `ratio` is its commits per second over the command line's."""

    subject: str
    way: str
    commits: int
    seconds: float
    commits_per_second: float
    ratio: float
    processor_seconds: float
    peak_megabytes: float
    notes: str


def compare(
    subject: Subject, *, jobs: Sequence[int], cache: Path, scratch: Path, console: Console
) -> list[MiningRow]:
    """Mine with the command line, then with `refverify mine` once for each number of jobs."""
    clone = scratch / "clone"
    process.check(["git", "clone", "--quiet", "--no-checkout", subject.repository, clone])
    commits = _count(clone, subject)
    console.say(f"{subject.name}: {commits} commits; RefactoringMiner's own command line")
    runs = [_theirs(subject, clone, cache, scratch)]
    for number in jobs:
        console.say(f"{subject.name}: refverify mine --jobs {number}")
        runs.append(_ours(subject, clone, number, scratch))
    speeds = [commits / run.cost.seconds for run in runs]
    return [
        MiningRow(
            subject=subject.name,
            way=run.way,
            commits=commits,
            seconds=round(run.cost.seconds, 2),
            commits_per_second=round(speed, 2),
            ratio=round(speed / speeds[0], 2),
            processor_seconds=round(run.cost.processor_seconds, 2),
            peak_megabytes=round(run.cost.peak_bytes / 1e6, 1),
            notes=run.notes,
        )
        for run, speed in zip(runs, speeds, strict=True)
    ]


def _theirs(subject: Subject, clone: Path, cache: Path, scratch: Path) -> MiningRun:
    run = rival.mine(clone, version=_version(), cache=cache, scratch=scratch, span=subject.span)
    notes = f"{run.refactorings} refactorings of all types, {run.errors} errors, no purity"
    return MiningRun(way="RefactoringMiner -a/-bc", cost=run.cost, notes=notes)


def _ours(subject: Subject, clone: Path, jobs: int, scratch: Path) -> MiningRun:
    output = scratch / f"jobs-{jobs}.jsonl"
    words: list[str | Path] = [
        sys.executable,
        "-m",
        "verifier",
        "--quiet",
        "mine",
        clone,
        "-o",
        output,
    ]
    words += ["--jobs", str(jobs), "--rev", _revisions(subject)]
    cost = measure(words, log=scratch / f"jobs-{jobs}.log")
    endings = ", ".join(_endings(output.with_suffix(".commits.jsonl")))
    return MiningRun(way=f"refverify mine --jobs {jobs}", cost=cost, notes=endings)


def _version() -> str:
    from verifier.analysis.classpath import read_pins

    jar = next(name for name in read_pins() if name.startswith("refactoring-miner-"))
    return jar.removeprefix("refactoring-miner-").removesuffix(".jar")


def _revisions(subject: Subject) -> str:
    """The revision range. The command line includes the first commit of its span, so ours begins
    before it.
    """
    return "HEAD" if subject.span is None else f"{subject.span[0]}^..{subject.span[1]}"


def _count(clone: Path, subject: Subject) -> int:
    words: list[str | Path] = ["git", "-C", clone, "rev-list", "--count", _revisions(subject), "--"]
    return int(process.check(words).text)


def _endings(path: Path) -> Iterator[str]:
    counts: dict[str, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        status = str(json.loads(line)["status"])
        counts[status] = counts.get(status, 0) + 1
    return (f"{count} {status}" for status, count in sorted(counts.items()))
