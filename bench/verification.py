"""Seconds per prediction, by outcome, against `mvn clean package` of the same change in the same
sandbox.

The base is one release of commons-cli, or any revision of any repository with methods that we
extract there. Each refactoring that is judged a success gets three kinds of faults: an edit that is
not a refactoring, one that does not compile, and one that fails the tests.
"""

import hashlib
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
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
from verifier.builds.build_tools import java_tree, tool_named
from verifier.builds.described.module_graph import join_folder
from verifier.builds.described.online import online
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.pom import POM
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.words import selection
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions, StrategyName
from verifier.builds.preparing.preparation import prepare
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.errors import VerifierError
from verifier.sandbox.base import Job, Mount, Sandbox
from verifier.sandbox.choice import open_sandbox
from verifier.tools import process
from verifier.tools.git.repository import Repository
from verifier.tools.maven import skip_options
from verifier.tools.records import load_jsonl, to_json

MOST_INSTANCES = 2
MOST_TRIED = 4
"""Number of accepted predictions that get a fault, to find one whose tests detect it. Each costs
the repeated runs of a failing test.
"""
TESTS = WAYS[2]
_TESTED = "Tests run:"
"""Maven's output for a module whose tests ran."""

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """The subject: a repository, the commits with the refactorings, and the words that Maven needs
    there.

    Without `rev`, all of its commits count. `small` is the project with one class; `many` is the
    number of predictions that one call judges.
    """

    repository: Path
    rev: str = "HEAD"
    maven: tuple[str, ...] = ()
    small: bool = False
    many: int = MANY


def compare(
    measured: Measured, *, scratch: Path, console: Console
) -> tuple[list[VerificationRow], list[TargetRow], list[ProfileRow]]:
    """Judge good and faulty predictions, then build the same changes with Maven; then measure the
    aims.

    Raises:
        VerifierError: nothing is accepted there, or Maven runs no test of an accepted change.
    """
    repository = measured.repository
    good = _find_accepted(measured, scratch, console)[:MOST_TRIED]
    if not good:
        raise VerifierError(
            f"no refactoring of {repository} is accepted",
            hint=f"With --keep the verdicts stay in {scratch / 'warm-up'}.",
        )
    with Repository.open(repository) as opened, AnalysisPool() as analysis:
        every = [
            p for instance, golden in good for p in _spoilt(instance, golden, opened, analysis)
        ]
        # A failing test requires all runs of the base, once; the next prediction does not pay for
        # them.
        noticed = _find_noticed(_judge(every, repository, scratch, "warm"))
        good = [each for each in good if each[0].id in noticed][:MOST_INSTANCES]
        if not good:
            raise VerifierError(f"no test of {repository} notices a fault in what is refactored")
        chosen = {instance.id for instance, _ in good}
        every = [p for p in every if p.instance_id in chosen]
        verdicts = _judge(every, repository, scratch, "measured")
        base = good[0][0].parent
        rival = Rival(
            repository=opened,
            base=base,
            # A prediction that does not apply is built with the modules of the others.
            files=frozenset(path for _, golden in good for path in golden.files or {}),
            scratch=scratch,
            words=measured.maven,
        )
        console.say("mvn clean package of the same changes, in the same sandbox")
        maven = dict(_build_all(every, rival))
        subject = Subject(
            repository=repository,
            instance=good[0][0],
            golden=good[0][1],
            scratch=scratch,
            maven=rival.time_build,
            small=measured.small,
            many=measured.many,
        )
        aims, profile = targets(subject, console)
    return list(_rows(verdicts, maven)), aims, profile


def _find_noticed(verdicts: Sequence[Verdict]) -> set[str]:
    """Find the instances whose tests fail if the refactored method has a fault. Endless tests do not
    count, because they cost their limit.
    """
    spoilt = ((v, v.check(CheckName.TESTS)) for v in verdicts if v.model_name_or_path == TESTS)
    return {v.instance_id for v, found in spoilt if found and found.reason is Reason.TEST_FAILED}


def _find_accepted(
    measured: Measured, scratch: Path, console: Console
) -> list[tuple[Instance, Prediction]]:
    """Find the instances whose golden refactoring succeeds. This also measures the base."""
    mined, golden = scratch / "instances.jsonl", scratch / "golden.jsonl"
    repository = measured.repository
    console.say("mining refactorings; judging them as they are (measures the base)")
    asked = ("--include-impure", "--commit-timeout", "600", "--rev", measured.rev)
    _refverify("mine", repository, "-o", mined, *asked)
    words = ("--form", "refactoring", "--repo", repository)
    _refverify("predictions", "golden", "-i", mined, *words, "-o", golden)
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
    words = ("-i", scratch / "instances.jsonl", file, "--repo", repository, "--run", run)
    done = process.run([*QUIET, "verify", *words])
    if done.status not in JUDGED:
        raise process.ProcessFailed(done)
    return load_jsonl(Verdict, run / "verdicts.jsonl")[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class RivalBuild:
    """One build with the project's own tool. `tested` says whether it ran any test."""

    seconds: float
    tested: bool
    log: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Rival:
    """The project's own build, in the same sandbox, on the modules that we build for a change of
    `files`.

    Maven gets the additional `words`. A Gradle project's tests are run by its Gradle, whatever the
    goal. Maven's store is a copy, in `scratch`, of the store that the preparation filled, with the
    additional needs of `package`.
    """

    repository: Repository
    base: str
    files: frozenset[str]
    scratch: Path
    words: tuple[str, ...] = ()

    def time_build(
        self, goal: str, changes: Sequence[Mapping[str, str | None]], jobs: int
    ) -> float:
        """Wall-clock seconds of `mvn clean GOAL` for some changes, `jobs` at a time."""
        with open_sandbox("docker") as sandbox, ThreadPoolExecutor(jobs) as pool:
            todo = [self.build(each, sandbox, goal) for each in changes]
            started = time.monotonic()
            for done in [pool.submit(build) for build in todo]:
                done.result()
            return time.monotonic() - started

    def build(
        self, changes: Mapping[str, str | None], sandbox: Sandbox, goal: str = "package"
    ) -> Callable[[], RivalBuild]:
        """A function that does one build."""
        prepared = self._prepare(sandbox)
        if prepared.tool.name is StrategyName.MAVEN:
            job = self._job(changes, prepared, sandbox, goal)

            def by_maven() -> RivalBuild:
                result = sandbox.run(job)
                log = result.output.decode("utf-8", "replace")
                return RivalBuild(seconds=result.seconds, tested=_TESTED in log, log=log)

            return by_maven

        def by_another() -> RivalBuild:
            files = {
                path: None if text is None else text.encode() for path, text in changes.items()
            }
            own = tool_named(prepared.tool.name).own_build(
                prepared, sandbox, canaries=(), rewritten={}
            )
            limits = BuildOptions(cache=cache_folder()).limits
            run = own.build(BuildRequest(overlay=Overlay(files=files), limits=limits))
            tested = run.tests is not None and bool(run.tests.outcomes)
            return RivalBuild(seconds=run.seconds, tested=tested, log=run.log)

        return by_another

    def _job(
        self,
        changes: Mapping[str, str | None],
        prepared: PreparedBase,
        sandbox: Sandbox,
        goal: str,
    ) -> Job:
        jdk = Mount(name="jdk", source=prepared.jdk.home)
        maven = Mount(name="maven", source=prepared.tool.home)
        local = Mount(name="repository", source=self._store(prepared, sandbox))
        command = (
            f"{sandbox.path_of(maven)}/bin/mvn",
            *("-B", "-o", "-ntp", "-f", join_folder("tree", join_folder(prepared.root, POM))),
            f"-Dmaven.repo.local={sandbox.path_of(local)}",
            "-Daether.enhancedLocalRepository.trackingFilename=refverify.none",
            *skip_options(),
            *self.words,
            *selection(prepared.selected, prepared.root),
            "clean",
            goal,
        )
        files = {
            f"tree/{path}": None if text is None else text.encode()
            for path, text in changes.items()
        }
        return Job(
            command=command,
            mounts=(jdk, maven, local),
            copies={"tree": Mount(name="base", source=prepared.base)},
            files=files,
            env={"JAVA_HOME": sandbox.path_of(jdk), "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            limits=BuildOptions(cache=cache_folder()).limits,
            label="bench",
        )

    def _store(self, prepared: PreparedBase, sandbox: Sandbox) -> Path:
        copy = self.scratch / "stores" / hashlib.sha256(bytes(prepared.libraries)).hexdigest()[:16]
        if copy.is_dir():
            return copy
        shutil.copytree(prepared.libraries, copy, symlinks=True)
        with online(sandbox, copy, BuildOptions(cache=cache_folder())) as network:
            maven = OnlineMaven.of(prepared, network)
            words = (
                "-DskipTests",
                *self.words,
                *selection(prepared.selected, prepared.root),
                "clean",
                "package",
            )
            done = maven.run(prepared.base, words)
        if done.status != 0:
            raise VerifierError(
                f"the project's own build makes no package: {done.log[-1500:]}",
                hint="Pass what Maven needs here, for example --maven=-DjdkVersion=8.",
            )
        return copy

    def _prepare(self, sandbox: Sandbox) -> PreparedBase:
        """Return the preparation that the verdicts used."""
        options = BuildOptions(cache=cache_folder())
        tree = self.repository.tree(self.base)
        modules = ChangedModules.of(tree, self.files, options)
        options = replace(options, modules=modules.built, root=modules.root)
        return prepare(self.repository, self.base, options, sandbox)


def _build_all(
    predictions: Sequence[Prediction], rival: Rival
) -> Iterator[tuple[tuple[str, str], float]]:
    """Seconds of `mvn clean package` by instance and way.

    Raises:
        VerifierError: it runs no test of an accepted change.
    """
    with open_sandbox("docker") as sandbox:
        for p in predictions:
            built = rival.build(p.files or {}, sandbox)()
            if p.model_name_or_path == ACCEPTED and not built.tested:
                raise VerifierError(
                    f"the project's own build runs no test of a good change: {built.log[-1500:]}",
                    hint="Pass what Maven needs here, for example --maven=-DjdkVersion=8.",
                )
            yield (p.instance_id, p.model_name_or_path), built.seconds


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
