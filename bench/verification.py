"""Seconds for one prediction, by outcome, against `mvn clean package` of the same change in the
same sandbox.

One release of commons-cli is the base. The developers' refactorings that are judged a success are
each spoilt in three ways: an edit that is no refactoring, one that does not compile, one that fails
the tests.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.command import QUIET
from bench.spoiling import ACCEPTED, WAYS, Good, spoil
from bench.verdict_profile import ProfileRow
from bench.verification_targets import (
    JUDGED,
    MANY,
    Subject,
    TargetRow,
    outcome_of,
    targets,
)
from verifier.analysis.pool import AnalysisPool
from verifier.builds.base import BuildOptions
from verifier.builds.build_tools import java_tree
from verifier.builds.preparation import prepare
from verifier.builds.prepared import PreparedBase
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.errors import VerifierError
from verifier.sandbox.base import Job, Limits, Mount, Sandbox
from verifier.sandbox.choice import open_sandbox
from verifier.tools import process
from verifier.tools.git import Repository
from verifier.tools.maven import skip_options
from verifier.tools.records import load_jsonl, to_json

MOST_INSTANCES = 2

_GATES = (CheckName.POLICY, CheckName.REFERENCES)


@dataclass(frozen=True, kw_only=True, slots=True)
class VerificationRow:
    """Predictions of one outcome. `ratio` is Maven's seconds over ours.

    `gate_seconds` is the part of the checks that look for tricks, in the text and in class files.
    """

    outcome: str
    predictions: int
    seconds: float
    slowest_seconds: float
    gate_seconds: float
    maven_seconds: float
    ratio: float


def compare(
    repository: Path, *, scratch: Path, console: Console, small: bool = False, many: int = MANY
) -> tuple[list[VerificationRow], list[TargetRow], list[ProfileRow]]:
    """Judge good and spoilt predictions, then build the same changes with Maven; then the aims."""
    good = _accepted(repository, scratch, console)[:MOST_INSTANCES]
    if not good:
        raise VerifierError(f"no golden refactoring of {repository} is accepted")
    with Repository.open(repository) as opened, AnalysisPool() as analysis:
        every = [
            p for instance, golden in good for p in _spoilt(instance, golden, opened, analysis)
        ]
        # A failing test asks for all runs of the base, once; that is no matter of the next one.
        _judge(every, repository, scratch, "warm")
        verdicts = _judge(every, repository, scratch, "measured")
        console.say("mvn clean package of the same changes, in the same sandbox")
        maven = dict(_build_all(every, good[0][0].parent, opened))
        subject = Subject(
            repository=repository,
            instance=good[0][0],
            golden=good[0][1],
            scratch=scratch,
            maven=lambda goal, changes, jobs: _built(
                goal, changes, jobs, good[0][0].parent, opened
            ),
            small=small,
            many=many,
        )
        aims, profile = targets(subject, console)
    return list(_rows(verdicts, maven)), aims, profile


def _accepted(
    repository: Path, scratch: Path, console: Console
) -> list[tuple[Instance, Prediction]]:
    """Instances whose golden refactoring succeeds; the base is measured on the way."""
    mined, golden = scratch / "instances.jsonl", scratch / "golden.jsonl"
    console.say("mining the release; judging the developers' refactorings (measures the base)")
    _refverify("mine", repository, "-o", mined, "--include-impure", "--timeout", "600")
    words = ("--form", "refactoring", "--repo", repository)
    _refverify("predictions", "golden", mined, *words, "-o", golden)
    predictions, _ = load_jsonl(Prediction, golden)
    verdicts = _judge(predictions, repository, scratch, "warm-up")
    accepted = {v.instance_id for v in verdicts if v.success is Status.PASSED}
    by_id = {p.instance_id: p for p in predictions}
    instances, _ = load_jsonl(Instance, mined)
    return [(i, by_id[i.id]) for i in instances if i.id in accepted]


def _refverify(*words: str | Path) -> None:
    process.check([*QUIET, *words])


def _spoilt(
    instance: Instance, golden: Prediction, repository: Repository, analysis: AnalysisPool
) -> Iterator[Prediction]:
    base = java_tree(repository.tree(instance.parent))
    good = Good(instance=instance, files=golden.files or {}, base=base)
    for way in (ACCEPTED, *WAYS):
        files = good.files if way == ACCEPTED else spoil(way, good, analysis)
        yield Prediction(instance_id=instance.id, model_name_or_path=way, files=files)


def _judge(
    predictions: Sequence[Prediction], repository: Path, scratch: Path, name: str
) -> list[Verdict]:
    file, run = scratch / f"{name}.jsonl", scratch / name
    file.write_text("".join(to_json(p) + "\n" for p in predictions), encoding="utf-8")
    words = (scratch / "instances.jsonl", file, "--repo", repository, "--run", run)
    done = process.run([*QUIET, "verify", *words])
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    return load_jsonl(Verdict, run / "verdicts.jsonl")[0]


def _build_all(
    predictions: Sequence[Prediction], base: str, repository: Repository
) -> Iterator[tuple[tuple[str, str], float]]:
    """Seconds of `mvn clean package` by instance and way."""
    options = BuildOptions(cache=cache_folder())
    with open_sandbox("docker") as sandbox:
        prepared = prepare(repository, base, options, sandbox)
        for p in predictions:
            changes = p.files or {}
            seconds = sandbox.run(_maven_job(changes, prepared, sandbox, options.limits)).seconds
            yield (p.instance_id, p.model_name_or_path), seconds


def _built(
    goal: str,
    changes: Sequence[Mapping[str, str | None]],
    jobs: int,
    base: str,
    repository: Repository,
) -> float:
    """Seconds by the clock of `mvn clean GOAL` of some changes, so many at a time."""
    options = BuildOptions(cache=cache_folder())
    with open_sandbox("docker") as sandbox, ThreadPoolExecutor(jobs) as pool:
        prepared = prepare(repository, base, options, sandbox)
        todo = [_maven_job(c, prepared, sandbox, options.limits, goal) for c in changes]
        started = time.monotonic()
        for done in [pool.submit(sandbox.run, job) for job in todo]:
            done.result()
        return time.monotonic() - started


def _maven_job(
    changes: Mapping[str, str | None],
    prepared: PreparedBase,
    sandbox: Sandbox,
    limits: Limits,
    goal: str = "package",
) -> Job:
    jdk = Mount(name="jdk", source=prepared.jdk.home)
    maven = Mount(name="maven", source=prepared.tool.home)
    local = Mount(name="repository", source=prepared.libraries)
    command = (
        f"{sandbox.path_of(maven)}/bin/mvn",
        *("-B", "-o", "-ntp", "-f", "tree/pom.xml"),
        f"-Dmaven.repo.local={sandbox.path_of(local)}",
        "-Daether.enhancedLocalRepository.trackingFilename=refverify.none",
        *skip_options(),
        "clean",
        goal,
    )
    files = {
        f"tree/{path}": None if text is None else text.encode() for path, text in changes.items()
    }
    return Job(
        command=command,
        mounts=(jdk, maven, local),
        copies={"tree": Mount(name="base", source=prepared.base)},
        files=files,
        env={"JAVA_HOME": sandbox.path_of(jdk), "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        limits=limits,
        label="bench",
    )


def _rows(
    verdicts: Sequence[Verdict], maven: Mapping[tuple[str, str], float]
) -> Iterator[VerificationRow]:
    for way in (*WAYS, ACCEPTED):
        here = [v for v in verdicts if v.model_name_or_path == way]
        for outcome in sorted({outcome_of(v) for v in here}):
            of_it = [v for v in here if outcome_of(v) == outcome]
            ours = [sum(check.seconds for check in v.checks) for v in of_it]
            gates = [sum(c.seconds for c in v.checks if c.check in _GATES) for v in of_it]
            theirs = fmean(maven[v.instance_id, v.model_name_or_path] for v in of_it)
            yield VerificationRow(
                outcome=outcome,
                predictions=len(of_it),
                seconds=round(fmean(ours), 2),
                slowest_seconds=round(max(ours), 2),
                gate_seconds=round(fmean(gates), 2),
                maven_seconds=round(theirs, 2),
                ratio=round(theirs / fmean(ours), 1),
            )
