"""The aims of verification and its results: one row per aim.

A warm base was measured, with all its runs, before the clock starts. A cold cache contains only the
project's dependency store. All times are wall-clock seconds, so the machine must be idle.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from bench.command import QUIET
from bench.floors import TIMES, Floors, floors
from bench.killed import take_dependencies
from bench.spoiling import ACCEPTED, NOT_APPLYING, OUTCOMES, WAYS, Good, make_numbered
from bench.verdict_profile import ProfileRow, profile_row
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.gate import Decision
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import SUCCESS_CHECKS, Verdict
from verifier.errors import VerifierError
from verifier.tools import process
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl, to_json

JUDGED = {0, 1, 3}
"""Exit statuses of `refverify verify` with a verdict for every prediction."""
MANY = 100
QUESTIONS = 3
"""Number of repetitions of each warm question; the median counts."""
IN_TURN = ("--without", "ahead")
"""When the seconds of checks are summed, no two checks may run at the same time."""
AT_A_TIME = 2
COLD_TIMES, ONE_CLASS_SECONDS, OVERHEAD_SECONDS = 2.5, 15.0, 0.8
STOPPING = ("--tests", "first-failure")
WARM = (
    (WAYS[0], 100.0, ()),
    (WAYS[1], 30.0, ()),
    (WAYS[2], 8.0, STOPPING),
    (ACCEPTED, 3.0, ()),
)
"""Outcomes, the required speedup over Maven, and options of the call."""
FUZZED_NUMBERS, FLOOR_NUMBERS = 6000, 7000
"""First numbers of the predictions in these rows; no two rows share one."""

Builds = Callable[[str, Sequence[Mapping[str, str | None]], int], float]
"""Wall-clock seconds for builds of some changes on a base with a goal, several at a time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TargetRow:
    """One aim. `ratio` is theirs over ours, or ours over theirs if `aim` is a maximum for ours.

    `floor` is the time of the one step that cannot be omitted, in seconds; see bench/floors.py.
    """

    asked: str
    seconds: float
    compared_with: str
    their_seconds: float | None
    ratio: float | None
    aim: str
    met: str
    floor: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A good prediction of one instance, and its repository. `small` is the project with one class."""

    repository: Path
    instance: Instance
    golden: Prediction
    scratch: Path
    maven: Builds
    small: bool = False
    many: int = MANY


def targets(subject: Subject, console: Console) -> tuple[list[TargetRow], list[ProfileRow]]:
    """Every row of one subject, and how the time of a warm verdict divides."""
    console.say("what a verdict cannot be faster than")
    numbers = range(FLOOR_NUMBERS, FLOOR_NUMBERS + TIMES + 1)
    made = {outcome: _make(subject, outcome, numbers) for outcome in OUTCOMES}
    least = floors(subject.repository, subject.instance.parent, made)
    console.say("the aims of verification: warm, cold, a neighbour, many, one patch, fuzzed")
    warm = [_warm(subject, least, asked) for asked in WARM]
    unfit = _judge(subject, _make(subject, NOT_APPLYING, range(QUESTIONS)), "warm-application")
    fuzzed = _fuzz(subject)
    rows = [
        *(row for row, _ in warm),
        *_cold(subject, least),
        _many(subject, least),
        _single(subject, least),
        fuzzed[0],
    ]
    profile = [profile_row(row.asked, verdict) for row, verdict in (*warm, fuzzed)]
    return rows, [profile_row("warm, does not apply", _typical(unfit)), *profile]


def _warm(
    subject: Subject, least: Floors, asked: tuple[str, float, tuple[str, ...]]
) -> tuple[TargetRow, Verdict]:
    outcome, aim, words = asked
    # The first prediction of each warms what it needs: a failing test requires all runs of the
    # base.
    made = _make(subject, outcome, range(QUESTIONS + 1))
    verdict = _typical(_judge(subject, made, f"warm-{outcome}", *IN_TURN, *words)[1:])
    theirs = subject.maven("package", [made[1].files or {}], 1)
    name = f"warm, {outcome_of(verdict)}{' (--tests first-failure)' if words else ''}"
    row = at_least(name, _seconds(verdict), "mvn clean package", theirs, aim)
    return with_floor(row, least.of[outcome]), verdict


def _typical(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict with the median time."""
    return sorted(verdicts, key=_seconds)[len(verdicts) // 2]


def _fuzz(subject: Subject) -> tuple[TargetRow, Verdict]:
    """Fuzz with all other checks, and fuzz alone, with the same default budget."""
    made = _make(subject, ACCEPTED, range(FUZZED_NUMBERS, FUZZED_NUMBERS + QUESTIONS + 1))
    ours = _typical(_judge(subject, made, "fuzzed", *IN_TURN, "--checks", "+behaviour")[1:])
    alone = _judge(subject, made, "fuzzed-alone", "--checks", CheckName.BEHAVIOUR)
    theirs = median(c.seconds for v in alone[1:] if (c := v.check(CheckName.BEHAVIOUR)))
    found = ours.check(CheckName.BEHAVIOUR)
    reason = "" if found is None or found.reason is None else f" ({found.reason})"
    name = f"accepted, --checks +behaviour{reason}"
    row = at_most_times(name, _seconds(ours), "fuzzing alone", theirs, 1.3)
    return with_floor(row, theirs), ours


def _cold(subject: Subject, least: Floors) -> Iterator[TargetRow]:
    cache = subject.scratch / "cold-cache"
    # A copy, because a run that adds to the store would change the store of the next one.
    take_dependencies(cache, cache_folder())
    golden = subject.golden
    ours = _time(lambda: _single_verdict(subject, golden, cache, subject.instance.parent))
    theirs = subject.maven("test", [golden.files or {}], 1)
    if subject.small:
        row = at_most("cold, accepted, one class", ours, ONE_CLASS_SECONDS)
    else:
        row = at_most_times("cold, accepted", ours, "mvn clean test", theirs, COLD_TIMES)
    # Until its own build has run, it is unknown how the project is built.
    yield with_floor(row, theirs)
    neighbour = _neighbour(subject)
    again = _time(lambda: _single_verdict(subject, golden, cache, neighbour))
    row = at_least("neighbour, accepted", again, "cold", ours, 4.0)
    yield with_floor(row, least.of[ACCEPTED])


def _many(subject: Subject, least: Floors) -> TargetRow:
    of = len(OUTCOMES)
    fifths = [_make(subject, o, range(1000, 1001 + subject.many // of)) for o in OUTCOMES]
    made = [fifths[n % of][n // of] for n in range(subject.many)]
    words = ("--jobs", str(AT_A_TIME), *STOPPING)
    ours = _time(lambda: _judge(subject, made, "many", *words))
    # As many builds as there are outcomes; one does not apply and is built as the base.
    sample = [p.files or {} for p in made[:of]]
    theirs = subject.maven("package", sample, AT_A_TIME) / len(sample) * subject.many
    compared_with = (
        f"{subject.many} x mvn clean package, {AT_A_TIME} at a time (from {len(sample)})"
    )
    row = at_least(
        f"{subject.many} predictions, {AT_A_TIME} jobs", ours, compared_with, theirs, 15.0
    )
    return with_floor(row, least.many(subject.many, AT_A_TIME))


def _single(subject: Subject, least: Floors) -> TargetRow:
    overheads = []
    for made in _make(subject, ACCEPTED, range(5000, 5001 + QUESTIONS)):
        started = time.monotonic()
        base, cache = subject.instance.parent, cache_folder()
        verdict = _single_verdict(subject, made, cache, base, *IN_TURN)
        overheads.append(time.monotonic() - started - verdict)
    row = at_most("check --patch, without its checks", median(overheads[1:]), OVERHEAD_SECONDS)
    return with_floor(row, least.start)


def with_floor(row: TargetRow, seconds: float) -> TargetRow:
    """The row with its lower bound."""
    return replace(row, floor=round(seconds, 3))


def at_most(asked: str, seconds: float, aim: float) -> TargetRow:
    """A row whose aim is a number of seconds."""
    return TargetRow(
        asked=asked,
        seconds=round(seconds, 2),
        compared_with="-",
        their_seconds=None,
        ratio=None,
        aim=f"<= {aim:g} s",
        met=_mark_met(seconds <= aim),
    )


def at_most_times(
    asked: str, ours: float, compared_with: str, theirs: float, aim: float
) -> TargetRow:
    """A row whose aim is a maximum ratio of our time to theirs."""
    ratio = ours / theirs
    return TargetRow(
        asked=asked,
        seconds=round(ours, 2),
        compared_with=compared_with,
        their_seconds=round(theirs, 2),
        ratio=round(ratio, 2),
        aim=f"<= {aim:g}x of it",
        met=_mark_met(ratio <= aim),
    )


def at_least(asked: str, ours: float, compared_with: str, theirs: float, aim: float) -> TargetRow:
    """A row whose aim is a minimum speedup."""
    ratio = theirs / ours
    return TargetRow(
        asked=asked,
        seconds=round(ours, 3),
        compared_with=compared_with,
        their_seconds=round(theirs, 2),
        ratio=round(ratio, 1),
        aim=f">= {aim:g}x faster",
        met=_mark_met(ratio >= aim),
    )


def _mark_met(reached: bool) -> str:
    return "yes" if reached else "NO"


def _make(subject: Subject, outcome: str, numbers: Sequence[int]) -> list[Prediction]:
    """Make a prediction of one outcome for each number."""
    with Repository.open(subject.repository) as opened, AnalysisPool() as analysis:
        good = Good(
            instance=subject.instance,
            files=subject.golden.files or {},
            base=java_tree(opened.tree(subject.instance.parent)),
        )
        return [make_numbered(outcome, number, good, analysis) for number in numbers]


def _judge(
    subject: Subject, predictions: Sequence[Prediction], name: str, *words: str
) -> list[Verdict]:
    file, run = subject.scratch / f"{name}.jsonl", subject.scratch / name
    file.write_text("".join(to_json(p) + "\n" for p in predictions), encoding="utf-8")
    instances = subject.scratch / "instances.jsonl"
    paths = ("-i", instances, "--repo", subject.repository, "--run", run)
    done = process.run([*QUIET, "verify", file, *paths, *words])
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    found = {v.model_name_or_path: v for v in load_jsonl(Verdict, run / "verdicts.jsonl")[0]}
    return [found[p.model_name_or_path] for p in predictions]


def _single_verdict(
    subject: Subject, made: Prediction, cache: Path, base: str, *more: str
) -> float:
    """Judge one change as a patch, with additional options. Return the seconds of its checks.

    Raises:
        VerifierError: it was not accepted.
    """
    patch = subject.scratch / "one.diff"
    patch.write_bytes(_patch_of(subject, made, base))
    words = ("--repo", subject.repository, "--base", base, "--patch", patch, "--format", "json")
    wanted = f"{subject.instance.type}:{subject.instance.before.method}"
    done = process.run(
        [*QUIET, "check", *words, *more, "--want", wanted, "--accept", "open", "--force"],
        env={**os.environ, "REFVERIFY_CACHE": str(cache)},
    )
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    record = json.loads(done.text)
    if record["decision"] != Decision.PASSED:
        raise VerifierError(f"the change of the benchmark was not accepted: {done.text:.2000}")
    return sum(float(check["seconds"]) for check in record["units"][0]["checks"])


def _patch_of(subject: Subject, made: Prediction, base: str) -> bytes:
    """The git diff of a prediction's files on a base."""
    tree = subject.scratch / "patched"
    git = ("git", "-C", tree)
    if not tree.is_dir():
        process.check(["git", "clone", "--quiet", subject.repository, tree])
    process.check([*git, "fetch", "--quiet", "origin", f"+{base}:refs/bench/base"])
    process.check([*git, "checkout", "--quiet", "--force", "--detach", base])
    for path, text in (made.files or {}).items():
        if text is None:
            (tree / path).unlink()
        else:
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_text(text, encoding="utf-8", newline="")
    process.check([*git, "add", "--all"])
    return process.check([*git, "diff", "--cached"]).stdout


def _neighbour(subject: Subject) -> str:
    """A commit on the base that adds one class and changes no build file."""
    tree = subject.scratch / "neighbour"
    git = ("git", "-C", tree, "-c", "user.name=bench", "-c", "user.email=bench@example.org")
    process.check(["git", "clone", "--quiet", subject.repository, tree])
    process.check([*git, "checkout", "--quiet", "--detach", subject.instance.parent])
    folder = (tree / subject.instance.before.file).parent
    package = next(
        line
        for line in (tree / subject.instance.before.file).read_text("utf-8").splitlines()
        if line.startswith("package ")
    )
    (folder / "BenchNeighbour.java").write_text(f"{package}\nclass BenchNeighbour {{}}\n")
    process.check([*git, "add", "--all"])
    process.check([*git, "commit", "--quiet", "--message", "A neighbour"])
    process.check([*git, "push", "--quiet", "origin", "HEAD:refs/heads/bench-neighbour"])
    return process.check([*git, "rev-parse", "HEAD"]).text.strip()


def _time(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _seconds(verdict: Verdict) -> float:
    return sum(check.seconds for check in verdict.checks)


def outcome_of(verdict: Verdict) -> str:
    """`accepted`, or the first check of success that the verdict did not pass."""
    if verdict.success is Status.PASSED:
        return ACCEPTED
    needed = (verdict.check(name) for name in SUCCESS_CHECKS)
    stopped = next(c for c in needed if c is not None and c.status is not Status.PASSED)
    verb = "rejected at" if stopped.status is Status.FAILED else f"{stopped.status} at"
    return f"{verb} {stopped.check}"
