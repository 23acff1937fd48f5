"""Judge predictions: resolve, check in order of cost, record; the per-item guard is here."""

import hashlib
import logging
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import TypeVar

from verifier import __version__
from verifier.builds.base import Builder
from verifier.checks.base import Case, Check
from verifier.checks.registry import ALL_CHECKS
from verifier.domain.evidence import ANSWER, CANDIDATE_PATCH
from verifier.domain.instance import Instance, StableId
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis, Candidate, FileChange, Rejection, Tree
from verifier.domain.verdict import (
    STRICT_CHECKS,
    SUCCESS_CHECKS,
    Verdict,
    VerdictProvenance,
    judge,
    strict_checks,
)
from verifier.errors import AnalysisError, BaseInvalidError, StorageError, VerifierError
from verifier.fuzzing.engine import Fuzzing
from verifier.pipeline.ledger import Ledger
from verifier.predictions.resolve import resolve
from verifier.predictions.trees import source_trees
from verifier.rules.rule_files import RuleSet
from verifier.rules.scoring import RuleScans, ScoredChange
from verifier.sandbox.base import SandboxFacts
from verifier.tools.files import storage_errors
from verifier.tools.git import Repository

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One prediction to judge, with all that says what it should have done.

    Without `wanted` any pure refactoring will do; only a raw answer cannot be read without it.
    """

    prediction: Prediction
    wanted: WantedRefactoring | None
    repository: Repository
    base_commit: str
    instance: Instance | None = None
    repo: str = ""
    rules: RuleSet | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgeOptions:
    """What decides a verdict beside the prediction itself.

    `checks` are the ones that were asked for. With `run_all` every check that can still run does;
    otherwise the first failure ends a prediction's gates. `fingerprint` covers every option of
    builds, sandbox and analysis that can change a result.
    """

    checks: frozenset[CheckName] = DEFAULT_CHECKS
    run_all: bool = False
    fingerprint: str = ""

    @property
    def hash(self) -> str:
        """Short hash of the options."""
        return str(StableId.of(*sorted(self.checks), str(self.run_all), self.fingerprint))


@dataclass(frozen=True, kw_only=True)
class Workshop:
    """The tools of a run: shared by all predictions, each safe for several threads.

    `open_builder` takes a repository, a base commit and the files that matter: of a project with
    several modules, those that hold them are built. `fuzzing` and `rules` are absent where no
    check asks for them.
    """

    analysis: Analysis
    sandbox: SandboxFacts
    open_builder: Callable[[Repository, str, frozenset[str]], Builder]
    versions: Mapping[str, str]
    fuzzing: Fuzzing | None = None
    rules: RuleScans | None = None


def key_of(task: Task, options: JudgeOptions, workshop: Workshop) -> str:
    """What a verdict depends on: base, wanted refactoring, answer, options, rules, tools, image."""
    prediction = task.prediction
    body = hashlib.sha256(repr(prediction).encode("utf-8", "surrogatepass")).hexdigest()
    versions = [f"{name}={version}" for name, version in sorted(workshop.versions.items())]
    image = workshop.sandbox.image or ""
    return str(
        StableId.of(
            task.base_commit, str(task.wanted), body, options.hash, image, workshop.sandbox.name,
            *versions, *(() if task.rules is None else (task.rules.hash,)),
        )
    )  # fmt: skip


def verify(
    tasks: Mapping[str, Task],
    *,
    options: JudgeOptions,
    workshop: Workshop,
    ledger: Ledger,
    jobs: int = 1,
) -> Iterator[Verdict]:
    """Judge the tasks (by their keys), `jobs` at a time; yield each verdict once it is recorded.

    Tasks of one base commit follow each other, so that its measurement is shared.

    Raises:
        StorageError: the run folder cannot be written; what was finished is kept.
    """
    ordered = sorted(tasks.items(), key=lambda item: item[1].base_commit)

    stopped = Event()

    def work(item: tuple[str, Task]) -> Verdict:
        key, task = item
        verdict = _Judgement(key, task, options, workshop, ledger).verdict()
        if not stopped.is_set():
            ledger.append(verdict)
        return verdict

    pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="verify")
    try:
        yield from _unordered(pool, work, iter(ordered), jobs)
    finally:
        stopped.set()
        # After a stop (Ctrl-C, a full disk) nobody waits here for a build that still runs: the
        # sandbox ends it when it is closed.
        pool.shutdown(wait=False, cancel_futures=True)


def _unordered(
    pool: ThreadPoolExecutor,
    work: Callable[[tuple[str, Task]], Verdict],
    items: Iterator[tuple[str, Task]],
    jobs: int,
) -> Iterator[Verdict]:
    """Keep a few items in flight, so that a stop (Ctrl-C, a full disk) ends soon."""
    running: set[Future[Verdict]] = {pool.submit(work, item) for item in islice(items, jobs)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
            running |= {pool.submit(work, item) for item in islice(items, 1)}


class _Judgement:
    """One prediction on its way from answer to verdict."""

    def __init__(
        self,
        key: str,
        task: Task,
        options: JudgeOptions,
        workshop: Workshop,
        ledger: Ledger,
    ) -> None:
        self._key, self._task, self._options = key, task, options
        self._workshop, self._ledger = workshop, ledger
        self._evidence = ledger.evidence_folder(task.prediction)

    def verdict(self) -> Verdict:
        """Run the checks and derive both figures."""
        results = self._results()
        task = self._task
        return Verdict(
            instance_id=task.prediction.instance_id,
            model_name_or_path=task.prediction.model_name_or_path,
            sample=task.prediction.sample,
            form=task.prediction.form,
            repo=task.repo,
            base_commit=task.base_commit,
            type=None if task.wanted is None else task.wanted.type,
            refactoring_class=None if task.wanted is None else task.wanted.type.refactoring_class,
            checks=results,
            success=judge(results, SUCCESS_CHECKS),
            strict_success=judge(results, strict_checks(results)),
            provenance=self._provenance(results),
            circumstances=task.prediction.circumstances,
        )

    def _results(self) -> tuple[CheckResult, ...]:
        started = time.monotonic()
        case = self._guarded(CheckName.APPLICATION, self._case)
        resolving = time.monotonic() - started
        results: dict[CheckName, CheckResult] = {}
        for check in ALL_CHECKS:
            result = self._result(check, case, results)
            if check.name is CheckName.APPLICATION:
                result = replace(result, seconds=round(result.seconds + resolving, 3))
            results[check.name] = result
        return tuple(results.values())

    def _case(self) -> Case:
        task = self._task
        base = task.repository.tree(task.base_commit)
        application = resolve(
            task.prediction,
            wanted=task.wanted,
            base=base,
            analysis=self._workshop.analysis,
            repository=task.repository,
            instance=task.instance,
        )
        self._keep(application)
        return Case(
            wanted=task.wanted,
            instance=task.instance,
            prediction=task.prediction,
            base=base,
            application=application,
            analysis=self._workshop.analysis,
            open_builder=lambda: self._workshop.open_builder(
                task.repository, task.base_commit, _files(task.instance, application)
            ),
            trees_of=source_trees,
            evidence=self._evidence,
            tested=CheckName.TESTS in self._options.checks,
            fuzzing=self._workshop.fuzzing,
            score_rules=self._score_rules(base),
        )

    def _score_rules(self, base: Tree) -> Callable[[Sequence[FileChange]], ScoredChange] | None:
        scans, rules = self._workshop.rules, self._task.rules
        if scans is None or rules is None:
            return None
        return partial(scans.score, rules, base)

    def _keep(self, application: Candidate | Rejection) -> None:
        with storage_errors(self._evidence):
            if self._task.prediction.model_output is not None:
                self._write(ANSWER, self._task.prediction.model_output)
            if isinstance(application, Candidate):
                self._write(CANDIDATE_PATCH, application.patch)

    def _write(self, name: str, text: str) -> None:
        (self._evidence / name).write_text(text, encoding="utf-8", errors="backslashreplace")

    def _result(
        self, check: Check, case: Case | CheckResult, earlier: Mapping[CheckName, CheckResult]
    ) -> CheckResult:
        """One check's result; `case` is a result itself where there could be none."""
        skipped = skip(check, earlier, self._options)
        if skipped is not None:
            return skipped
        if isinstance(case, CheckResult):
            return replace(case, evidence=self._relative(case.evidence))
        started = time.monotonic()
        result = self._guarded(check.name, lambda: check.run(case))
        seconds = result.seconds or round(time.monotonic() - started, 3)
        return replace(result, seconds=seconds, evidence=self._relative(result.evidence))

    def _guarded(self, name: CheckName, work: Callable[[], T]) -> T | CheckResult:
        """The per-item guard: trouble that is not the prediction's leaves the check open."""
        try:
            return work()
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the per-item guard
            return self._broken(name, error)

    def _broken(self, name: CheckName, error: Exception) -> CheckResult:
        logger.warning("%s of %s: %s", name, self._task.prediction.instance_id, error)
        evidence = f"{name}-error.txt"
        with storage_errors(self._evidence):
            self._write(evidence, "".join(traceback.format_exception(error)))
        return CheckResult(
            check=name,
            status=Status.INCONCLUSIVE,
            reason=reason_of(error),
            details=str(error) or type(error).__name__,
            evidence=evidence,
        )

    def _relative(self, name: str | None) -> str | None:
        if name is None:
            return None
        return (self._evidence / Path(name)).relative_to(self._ledger.folder).as_posix()

    def _provenance(self, results: Sequence[CheckResult]) -> VerdictProvenance:
        build = next((r.data for r in results if r.check is CheckName.COMPILATION), {})
        facts = self._workshop.sandbox
        return VerdictProvenance(
            key=self._key,
            refverify=__version__,
            config_hash=self._options.hash,
            tools={**self._workshop.versions, **build.get("versions", {})},
            sandbox=facts.name,
            isolated=facts.isolated,
            image=facts.image,
            jdk=_text(build.get("jdk")),
            strategy=_text(build.get("strategy")),
            strategy_reason=_text(build.get("strategy_reason")) or "",
        )


def _files(instance: Instance | None, application: Candidate | Rejection) -> frozenset[str]:
    """The files of the wanted refactoring, and the sources that the candidate changes."""
    own = frozenset[str]() if instance is None else instance.files
    if isinstance(application, Rejection):
        return own
    return own | {c.path for c in application.changes if c.path.endswith(".java")}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def reason_of(error: Exception) -> Reason:
    """Who is to blame for an exception inside a check: the base, the analysis or the environment."""
    match error:
        case BaseInvalidError():
            return Reason.BASE_INVALID
        case AnalysisError():
            return Reason.ANALYSIS
        case VerifierError():
            return Reason.INFRASTRUCTURE
        case _:
            return Reason.INTERNAL


def skip(
    check: Check, earlier: Mapping[CheckName, CheckResult], options: JudgeOptions
) -> CheckResult | None:
    """Decide whether a check need not or cannot run; None lets it run.

    A check whose needs failed, or that comes after a failed gate, is not reached; one whose needs
    are inconclusive is inconclusive for the same reason. Impurity is no gate: `success` is decided
    without it.
    """
    if check.name not in options.checks:
        return _not_run(check.name, Reason.NOT_SELECTED, "not among the checks asked for")
    for need in check.needs:
        before = earlier.get(need)
        if before is None or before.status is Status.PASSED:
            continue
        if before.status is Status.INCONCLUSIVE:
            return replace(before, check=check.name, seconds=0.0, data={})
        return _not_run(check.name, Reason.NOT_REACHED, f"needs {need}, which did not pass")
    if check.name in STRICT_CHECKS and not options.run_all:
        gates = (earlier[n] for n in SUCCESS_CHECKS if n in earlier)
        failed = next((r for r in gates if r.status is Status.FAILED), None)
        if failed is not None:
            return _not_run(check.name, Reason.NOT_REACHED, f"{failed.check} failed before")
    return None


def _not_run(name: CheckName, reason: Reason, details: str) -> CheckResult:
    return CheckResult(check=name, status=Status.NOT_APPLICABLE, reason=reason, details=details)


def chosen_checks(words: Sequence[str]) -> frozenset[CheckName]:
    """The checks that a command line names, with all that they need.

    A word with `+` in front adds to the others; with such words alone, and without any, the
    default set is taken.
    """
    added = [CheckName(word[1:]) for word in words if word.startswith("+")]
    named = [CheckName(word) for word in words if not word.startswith("+")]
    return with_needs((*(named or DEFAULT_CHECKS), *added))


def with_needs(names: Iterable[CheckName]) -> frozenset[CheckName]:
    """The checks asked for and all that they need; application and policy are always among them."""
    needs = {check.name: check.needs for check in ALL_CHECKS}
    wanted = {CheckName.APPLICATION, CheckName.POLICY, *names}
    while more := {n for name in wanted for n in needs[name]} - wanted:
        wanted |= more
    return frozenset(wanted)
