"""What verification is to reach, beside what it reached: each row with its aim.

Warm is a base that was measured, with all its runs, before the clock starts. Cold is a cache of ours with
nothing in it but the project's store of dependencies. Seconds by the clock: the machine must have nothing
else to do.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.spoiling import WAYS, append_member, spoil
from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.outcome import Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import SUCCESS_CHECKS, Verdict
from verifier.errors import VerifierError
from verifier.tools import process
from verifier.tools.git import Repository
from verifier.tools.records import load_jsonl, to_json

ACCEPTED, NOT_APPLYING = "accepted", "application"
JUDGED = {0, 1, 3}
"""Exit statuses of `refverify verify` with a verdict for every prediction."""
MANY = 100
QUESTIONS = 3
"""How often each warm question is asked; the median counts."""
AT_A_TIME = 2
COLD_TIMES, ONE_CLASS_SECONDS, BESIDE_SECONDS = 2.5, 15.0, 0.8
STOPPING = ("--tests", "first-failure")
NOT_APPLICABLE_PATCH = """--- a/{path}
+++ b/{path}
@@ -1,1 +1,1 @@
-nothing that stands there {number}
+anything
"""

Builds = Callable[[str, Sequence[Mapping[str, str | None]], int], float]
"""Seconds by the clock for builds of some changes on a base with a goal, so many at a time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TargetRow:
    """One aim. `ratio` is theirs over ours, but for cold rows (ours over theirs); `aim` says which way."""

    asked: str
    seconds: float
    beside: str
    their_seconds: float | None
    ratio: float | None
    aim: str
    met: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Subject:
    """A good prediction of one instance, and its repository; `small` is the project with one class."""

    repository: Path
    instance: Instance
    golden: Prediction
    scratch: Path
    maven: Builds
    small: bool = False
    many: int = MANY


def targets(subject: Subject, console: Console) -> list[TargetRow]:
    """Every row of one subject."""
    console.say("the aims of verification: warm, cold, a neighbour, many, one patch")
    return [*_warm(subject), *_cold(subject), _many(subject), _single(subject)]


def _warm(subject: Subject) -> Iterator[TargetRow]:
    ways = ((WAYS[0], 100.0, ()), (WAYS[1], 30.0, ()), (WAYS[2], 8.0, STOPPING))
    for way, aim, words in (*ways, (ACCEPTED, 3.0, ())):
        # The first of each warms what it needs: a failing test asks for all runs of the base.
        numbers = range(QUESTIONS + 1)
        asked = [_made(subject, way, number) for number in numbers]
        verdicts = _judge(subject, asked, f"warm-{way}", *words)
        seconds = median(_seconds(v) for v in verdicts[1:])
        theirs = subject.maven("package", [asked[1].files or {}], 1)
        name = f"warm, {outcome_of(verdicts[-1])}{' (--tests first-failure)' if words else ''}"
        yield at_least(name, seconds, "mvn clean package", theirs, aim)


def _cold(subject: Subject) -> Iterator[TargetRow]:
    cache = subject.scratch / "cold-cache"
    cache.mkdir()
    # Copied, since a run that adds to the store would change the next one's.
    shutil.copytree(cache_folder() / "repositories", cache / "repositories", symlinks=True)
    golden = subject.golden
    ours = _timed(lambda: _single_verdict(subject, golden, cache, subject.instance.parent))
    theirs = subject.maven("test", [golden.files or {}], 1)
    if subject.small:
        yield at_most("cold, accepted, one class", ours, ONE_CLASS_SECONDS)
    else:
        ratio = ours / theirs
        yield TargetRow(
            asked="cold, accepted",
            seconds=round(ours, 2),
            beside="mvn clean test",
            their_seconds=round(theirs, 2),
            ratio=round(ratio, 2),
            aim="<= 2.5x of it",
            met=_met(ratio <= COLD_TIMES),
        )
    neighbour = _neighbour(subject)
    again = _timed(lambda: _single_verdict(subject, golden, cache, neighbour))
    yield at_least("neighbour, accepted", again, "cold", ours, 4.0)


def _many(subject: Subject) -> TargetRow:
    ways = (NOT_APPLYING, *WAYS, ACCEPTED)
    made = [_made(subject, ways[n % len(ways)], 1000 + n) for n in range(subject.many)]
    words = ("--jobs", str(AT_A_TIME), *STOPPING)
    ours = _timed(lambda: _judge(subject, made, "many", *words))
    # As many builds as there are ways, of which one applies to nothing and is built as the base.
    sample = [p.files or {} for p in made[: len(ways)]]
    theirs = subject.maven("package", sample, AT_A_TIME) / len(sample) * subject.many
    beside = f"{subject.many} x mvn clean package, {AT_A_TIME} at a time (from {len(sample)})"
    return at_least(f"{subject.many} predictions, {AT_A_TIME} jobs", ours, beside, theirs, 15.0)


def _single(subject: Subject) -> TargetRow:
    beside = []
    for number in range(QUESTIONS + 1):
        made = _made(subject, ACCEPTED, 5000 + number)
        started = time.monotonic()
        verdict = _single_verdict(subject, made, cache_folder(), subject.instance.parent)
        beside.append(time.monotonic() - started - verdict)
    return at_most("verify --patch, beside its checks", median(beside[1:]), BESIDE_SECONDS)


def at_most(asked: str, seconds: float, aim: float) -> TargetRow:
    """A row whose aim is a number of seconds."""
    return TargetRow(
        asked=asked,
        seconds=round(seconds, 2),
        beside="-",
        their_seconds=None,
        ratio=None,
        aim=f"<= {aim:g} s",
        met=_met(seconds <= aim),
    )


def at_least(asked: str, ours: float, beside: str, theirs: float, aim: float) -> TargetRow:
    """A row whose aim is how many times faster ours is."""
    ratio = theirs / ours
    return TargetRow(
        asked=asked,
        seconds=round(ours, 3),
        beside=beside,
        their_seconds=round(theirs, 2),
        ratio=round(ratio, 1),
        aim=f">= {aim:g}x faster",
        met=_met(ratio >= aim),
    )


def _met(reached: bool) -> str:
    return "yes" if reached else "NO"


def _made(subject: Subject, way: str, number: int) -> Prediction:
    """A prediction of one outcome; each number is other code, so that none has another one's tests."""
    instance, golden = subject.instance, subject.golden
    model = f"{way}-{number}"
    path = instance.after.file
    if way == NOT_APPLYING:
        patch = NOT_APPLICABLE_PATCH.format(path=path, number=number)
        return Prediction(instance_id=instance.id, model_name_or_path=model, model_patch=patch)
    files = dict(golden.files or {})
    if way != ACCEPTED:
        with Repository.open(subject.repository) as opened, AnalysisPool() as analysis:
            base = java_tree(opened.tree(instance.parent))
            files = spoil(way, instance, files, base, analysis)
    changed = next(p for p in (path, *files) if files.get(p) is not None)
    member = f"    private static int number{number}() {{ return {number}; }}\n"
    files[changed] = append_member(files[changed] or "", member)
    return Prediction(instance_id=instance.id, model_name_or_path=model, files=files)


def _judge(
    subject: Subject, predictions: Sequence[Prediction], name: str, *words: str
) -> list[Verdict]:
    file, run = subject.scratch / f"{name}.jsonl", subject.scratch / name
    file.write_text("".join(to_json(p) + "\n" for p in predictions), encoding="utf-8")
    instances = subject.scratch / "instances.jsonl"
    paths = ("-i", instances, "--repo", subject.repository, "--run", run)
    done = process.run(["refverify", "--quiet", "verify", file, *paths, *words])
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    found = {v.model_name_or_path: v for v in load_jsonl(Verdict, run / "verdicts.jsonl")[0]}
    return [found[p.model_name_or_path] for p in predictions]


def _single_verdict(subject: Subject, made: Prediction, cache: Path, base: str) -> float:
    """Judge one change as a patch; the seconds of its checks.

    Raises:
        VerifierError: it was not accepted.
    """
    patch = subject.scratch / "one.diff"
    patch.write_bytes(_patch_of(subject, made, base))
    words = ("--repo", subject.repository, "--base", base, "--patch", patch, "--format", "json")
    wanted = f"{subject.instance.type}:{subject.instance.before.method}"
    done = process.run(
        ["refverify", "--quiet", "verify", *words, "--want", wanted],
        env={**os.environ, "REFVERIFY_CACHE": str(cache)},
    )
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    record = json.loads(done.text)
    if record["success"] != Status.PASSED:
        raise VerifierError(f"the change of the benchmark was not accepted: {done.text:.2000}")
    return sum(float(check["seconds"]) for check in record["checks"])


def _patch_of(subject: Subject, made: Prediction, base: str) -> bytes:
    """The difference that git makes of a prediction's files on a base."""
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
    """A commit on the base that adds one class and leaves all build files alone."""
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


def _timed(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _seconds(verdict: Verdict) -> float:
    return sum(check.seconds for check in verdict.checks)


def outcome_of(verdict: Verdict) -> str:
    """Accepted, or the first check of success that it did not pass."""
    if verdict.success is Status.PASSED:
        return ACCEPTED
    needed = (verdict.check(name) for name in SUCCESS_CHECKS)
    stopped = next(c for c in needed if c is not None and c.status is not Status.PASSED)
    verb = "rejected at" if stopped.status is Status.FAILED else f"{stopped.status} at"
    return f"{verb} {stopped.check}"
