"""Rule scans of predictions against scans of whole trees: the ratio, and whether the results are
equal.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from verifier.console import Console
from verifier.domain.rules import Scan
from verifier.domain.source import FileChange
from verifier.rules.rule_files import read_rule_set
from verifier.rules.scan_cache import ScanCache
from verifier.rules.scanning import Scanner, overlaid
from verifier.tools.git.objects import GitTree
from verifier.tools.git.repository import CommitLine, Repository
from verifier.tools.opengrep.scan import find_engine

RULES = Path(__file__).with_name("rules_negative.yml")


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One commit in the role of a prediction: the tree before, the tree after, and the changes."""

    base: GitTree
    after: GitTree
    changes: tuple[FileChange, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Spent:
    """Wall-clock seconds, and processor seconds including those of all children."""

    seconds: float
    processor: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ScanRow:
    """One way to scan. `ratio` is its predictions per second over those of scans of whole trees;
    `processor_ratio` uses processor time, which a busy machine does not change.
    """

    subject: str
    way: str
    predictions: int
    seconds: float
    predictions_per_second: float
    ratio: float
    processor_seconds: float
    processor_ratio: float
    notes: str


def compare(path: Path, *, commits: int, scratch: Path, console: Console) -> list[ScanRow]:
    """Scan the last commits of a repository that change Java files: whole, alone and together.

    Each commit's base is the one before it in the list, so one whole scan per commit and one more
    are enough.
    """
    engine = find_engine()
    with Repository.open(path) as repository:
        kept = ScanCache(folder=scratch / "scans")
        scanner = Scanner(engine=engine, rules=read_rule_set(RULES).rules, cache=kept)
        steps = _steps(repository, commits)
        name = repository.name
        console.say(f"{name}: {len(steps)} commits, {len(scanner.rules)} rules")
        whole, whole_cost = _time(lambda: [_whole(scanner, s, console) for s in steps])
        bases = [scanner.whole(step.base) for step in steps]
        alone, alone_cost = _time(
            lambda: [scanner.changed(b, s.changes) for b, s in zip(bases, steps, strict=True)]
        )
        together, together_cost = _time(lambda: _together(scanner, bases, steps))
    found = f"{sum(len(s.findings) for s in whole)} findings, {engine.label}"
    rows = (
        ("whole trees", whole_cost, found),
        ("changed files, a call each", alone_cost, _agreement(alone, whole)),
        ("changed files, one call", together_cost, _agreement(together, whole)),
    )
    return [_row(name, way, len(steps), cost, whole_cost, notes) for way, cost, notes in rows]


def _whole(scanner: Scanner, step: Step, console: Console) -> Scan:
    scan = scanner.whole(step.after)
    console.say(f"{step.after.id[:10]}: {len(scan.scanned)} files, {len(scan.findings)} findings")
    return scan


def _row(subject: str, way: str, count: int, cost: Spent, whole: Spent, notes: str) -> ScanRow:
    return ScanRow(
        subject=subject,
        way=way,
        predictions=count,
        seconds=round(cost.seconds, 2),
        predictions_per_second=round(count / cost.seconds, 2),
        ratio=round(whole.seconds / cost.seconds, 1),
        processor_seconds=round(cost.processor, 2),
        processor_ratio=round(whole.processor / cost.processor, 1),
        notes=notes,
    )


def _agreement(scans: Sequence[Scan], whole: Sequence[Scan]) -> str:
    equal = sum(one == other for one, other in zip(scans, whole, strict=True))
    return f"equal for {equal} of {len(whole)}"


def _together(scanner: Scanner, bases: Sequence[Scan], steps: Sequence[Step]) -> list[Scan]:
    files = [{c.path: c.content for c in s.changes if c.content is not None} for s in steps]
    scans = scanner.engine.scan_many(scanner.rules, files, scanner.limits)
    return [overlaid(b, s.changes, n) for b, s, n in zip(bases, steps, scans, strict=True)]


def _steps(repository: Repository, count: int) -> list[Step]:
    """The newest commits that change Java files, each with the one before; commits between two of
    them change no Java file.
    """
    head = repository.resolve("HEAD")
    trees: list[GitTree] = []
    for line in repository.rev_list(head, options=["--first-parent"]):
        if len(trees) <= count and _changes_java(repository, line):
            trees.append(repository.tree(line.id))
    return [_step(base, after) for after, base in pairwise(trees)]


def _changes_java(repository: Repository, line: CommitLine) -> bool:
    if not line.parents:
        return False
    old, new = repository.tree(line.parents[0]).blobs(), repository.tree(line.id).blobs()
    return any(path.endswith(".java") for path in _unequal(old, new))


def _step(base: GitTree, after: GitTree) -> Step:
    changes = tuple(
        FileChange(path=path, content=after.read(path))
        for path in sorted(_unequal(base.blobs(), after.blobs()))
    )
    return Step(base=base, after=after, changes=changes)


def _unequal(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}


def _time(work: Callable[[], list[Scan]]) -> tuple[list[Scan], Spent]:
    start, before = time.perf_counter(), os.times()
    scans = work()
    seconds, after = time.perf_counter() - start, os.times()
    return scans, Spent(seconds=seconds, processor=sum(after[:4]) - sum(before[:4]))
