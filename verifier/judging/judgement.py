"""Judge one change: make its candidate and run the checks in order of cost, with the per-item guard."""

import logging
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from verifier.builds.builder import Builder
from verifier.builds.preparing.build_root import files_of_build
from verifier.builds.speedups import Speedup
from verifier.checks.case import Case, Check
from verifier.checks.purity import with_proof
from verifier.checks.registry import ALL_CHECKS
from verifier.domain.evidence import ANSWER, CANDIDATE_PATCH
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Candidate, FileChange, JavaTree, Rejection
from verifier.domain.testrun import EvidenceLevel
from verifier.domain.verdict import (
    STRICT_CHECKS,
    SUCCESS_CHECKS,
)
from verifier.errors import (
    AnalysisError,
    BaseInvalidError,
    NotBuiltError,
    StorageError,
    VerifierError,
)
from verifier.judging.change import CandidateChange
from verifier.judging.concurrent_checks import OF_CLASS_FILES, ConcurrentChecks, add_seconds
from verifier.judging.options import JudgeOptions
from verifier.judging.prefetch import checks_run_early
from verifier.judging.task import ChangeGoal
from verifier.judging.toolset import Toolset
from verifier.predictions.trees import source_trees
from verifier.rules.scoring import ScoredChange
from verifier.tools.storage.files import storage_errors

logger = logging.getLogger(__name__)

SECONDS_OF_DOUBT = 0.3
_COMPILATION = next(check for check in ALL_CHECKS if check.name is CheckName.COMPILATION)

T = TypeVar("T")
U = TypeVar("U")


class Judgement:
    """The checks of one change against one goal.

    `evidence` is a folder for the files of the checks. `seed` chooses the planted faults; it is the
    key of the verdict.
    """

    def __init__(  # noqa: PLR0913 - the change, and all that decides how it is judged
        self,
        change: CandidateChange,
        toolset: Toolset,
        evidence: Path,
        *,
        goal: ChangeGoal,
        options: JudgeOptions,
        seed: str = "",
    ) -> None:
        self._change, self._goal, self._options, self._seed = change, goal, options, seed
        self._toolset, self._evidence = toolset, evidence
        self._ahead = False
        self._concurrent = ConcurrentChecks(self._evidence)
        self._stopped = Event()
        self._so_far: dict[CheckName, CheckResult] = {}

    def results(
        self, stopped: Event | None = None, *, ahead: bool = False
    ) -> tuple[CheckResult, ...]:
        """Run the checks. Once `stopped` is set, errors are not logged.

        With `ahead`, the base is prepared while checks run that do not need it. Files of evidence
        are named relative to the evidence folder.
        """
        self._stopped, self._ahead = stopped or self._stopped, ahead
        return self._results()

    def _results(self) -> tuple[CheckResult, ...]:
        started = time.monotonic()
        case = self._guard(CheckName.APPLICATION, self._case)
        resolving = time.monotonic() - started
        results = self._so_far
        try:
            for check in ALL_CHECKS:
                result = self._result(check, case)
                if check.name is CheckName.APPLICATION:
                    result = replace(result, seconds=round(result.seconds + resolving, 3))
                results[check.name] = result
                if check.name is CheckName.POLICY and isinstance(case, Case):
                    self._begin_compiling(case)
        finally:
            self._concurrent.end()
        purity, proof = results[CheckName.PURITY], results[CheckName.PROOF]
        behaviour, tests = results[CheckName.BEHAVIOUR], results[CheckName.TESTS]
        results[CheckName.PURITY] = with_proof(purity, proof, behaviour, tests)
        return tuple(results.values())

    def _case(self) -> Case:
        change, goal = self._change, self._goal
        application = change.candidate
        self._keep(application)
        return Case(
            wanted=self._find_wanted(application),
            instance=goal.instance,
            name=change.name,
            form=change.form,
            base=change.base,
            application=application,
            analysis=self._toolset.analysis,
            open_builder=self._opening(application),
            trees_of=source_trees,
            evidence=self._evidence,
            commit=change.commit,
            golden=self._golden_edits,
            compiled=CheckName.COMPILATION in self._options.checks,
            tested=CheckName.TESTS in self._options.checks,
            tests_until=self._options.tests_until,
            reuse_identical=self._toolset.options.build.uses(Speedup.REUSE_IDENTICAL),
            own_change=goal.own_change,
            keeps_tests=goal.keeps_tests,
            assignment=goal.assignment,
            fuzzing=self._toolset.fuzzing,
            planting_seed=self._seed if self._plants_faults else None,
            score_rules=self._score_rules(change.base),
            begin_early=self._begin_concurrent if checks_run_early(self._toolset.options) else None,
            readings=change.readings,
        )

    def _find_wanted(self, application: Candidate | Rejection) -> WantedRefactoring | None:
        # Its class may be in a file of another name, which the candidate then changes.
        changed = () if isinstance(application, Rejection) else application.changes
        base, analysis = self._change.base, self._toolset.analysis
        return self._goal.resolve_wanted(base, analysis, [each.path for each in changed])

    def _golden_edits(self) -> Mapping[str, str]:
        if self._goal.instance is None:
            return {}
        return self._toolset.golden_edits.of(self._goal.instance, self._change.repository)

    def _begin_compiling(self, case: Case) -> None:
        """Start to compile the candidate during the detection, unless an earlier check forbids it."""
        asked = self._skip(_COMPILATION) is None
        if self._ahead and case.tested and asked:
            self._toolset.prefetcher.begin_compiling(lambda: case.compilation)

    def _begin_concurrent(self, case: Case) -> None:
        """Start the checks of class files during the tests, except those that an earlier check
        forbids.
        """
        some = (check for check in ALL_CHECKS if check.name in OF_CLASS_FILES)
        asked = [each for each in some if self._skip(each) is None]
        self._concurrent.begin(case, asked)

    def _opening(self, application: Candidate | Rejection) -> Callable[[], Builder]:
        """A function that opens the builder of the base, prepared in advance if `ahead` was set."""
        change = self._change

        def open_now() -> Builder:
            own, changed = _files(self._goal.instance, application)
            files = files_of_build(change.base, own, changed)
            return self._toolset.open_builder(change.repository, change.base_commit, files)

        if not self._ahead or isinstance(application, Rejection):
            return open_now
        return self._toolset.prefetcher.begin(open_now, self._options)

    @property
    def _plants_faults(self) -> bool:
        return self._options.evidence is EvidenceLevel.PLANTED

    def _score_rules(self, base: JavaTree) -> Callable[[Sequence[FileChange]], ScoredChange] | None:
        scans, rules = self._toolset.rules, self._goal.rules
        if scans is None or rules is None:
            return None
        return partial(scans.score, rules, base)

    def _keep(self, application: Candidate | Rejection) -> None:
        with storage_errors(self._evidence):
            if self._change.answer is not None:
                self._write(ANSWER, self._change.answer)
            if isinstance(application, Candidate) and application.patch:
                self._write(CANDIDATE_PATCH, application.patch)

    def _write(self, name: str, text: str) -> None:
        (self._evidence / name).write_text(text, encoding="utf-8", errors="backslashreplace")

    def _skip(self, check: Check) -> CheckResult | None:
        if self._goal.assignment is not None:
            if check.name in _OF_A_REFACTORING:
                return _not_run(check.name, Reason.NO_REFACTORING, "the task names no refactoring")
            return skip(check, self._so_far, self._options, detected=False)
        own = self._goal.own_change and check.name in _OF_ALL_CODE
        return skip(check, self._so_far, self._options, detected=not own)

    def _result(self, check: Check, case: Case | CheckResult) -> CheckResult:
        """The result of one check. If there is no case, `case` is the result itself."""
        skipped = self._skip(check)
        if skipped is not None:
            return skipped
        if isinstance(case, CheckResult):
            return case
        return add_seconds(
            lambda: self._guard(check.name, lambda: self._concurrent.result(check, case))
        )

    def _guard(self, name: CheckName, work: Callable[[], T]) -> T | CheckResult:
        """Guard one check: an error that the prediction did not cause leaves it inconclusive."""
        return guard(work, lambda error: self._record_error(name, error))

    def _record_error(self, name: CheckName, error: Exception) -> CheckResult:
        # A stop closes the tools under a running check, so the error that follows is not news. The
        # same Ctrl-C ends our tools, so the stop itself may come a moment later.
        if not self._stopped.wait(SECONDS_OF_DOUBT):
            logger.warning("%s of %s: %s", name, self._change.name, error)
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


def _files(
    instance: Instance | None, application: Candidate | Rejection
) -> tuple[frozenset[str], frozenset[str]]:
    """The files of the wanted refactoring, and the sources that the candidate changes."""
    own = frozenset[str]() if instance is None else instance.files
    if isinstance(application, Rejection):
        return own, frozenset()
    return own, frozenset(c.path for c in application.changes if c.path.endswith(".java"))


def guard(work: Callable[[], T], otherwise: Callable[[Exception], U]) -> T | U:
    """Turn an item's exception into a result, so that the next item can begin.

    Raises:
        StorageError: the disk cannot be written any more.
    """
    try:
        return work()
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001 - the per-item guard
        return otherwise(error)


def reason_of(error: Exception) -> Reason:
    """The cause of an exception in a check: the base, the options, the analysis or the environment."""
    match error:
        case NotBuiltError():
            return Reason.NOT_BUILT
        case BaseInvalidError():
            return Reason.BASE_INVALID
        case AnalysisError():
            return Reason.ANALYSIS
        case VerifierError():
            return Reason.INFRASTRUCTURE
        case _:
            return Reason.INTERNAL


_OF_ALL_CODE = frozenset({CheckName.PROOF, CheckName.COVERAGE})
"""The checks that look at all code of a developer's own change, even without a detected
refactoring.
"""


_OF_A_REFACTORING = frozenset({CheckName.DETECTION, CheckName.PURITY, CheckName.SIMILARITY})
"""The checks that compare a prediction with a refactoring. They do not apply to assignments."""


def skip(
    check: Check,
    earlier: Mapping[CheckName, CheckResult],
    options: JudgeOptions,
    *,
    detected: bool = True,
) -> CheckResult | None:
    """Decide whether a check cannot or need not run. None lets it run.

    A check is not reached if one of its needs failed or if it follows a failed gate. If a need is
    inconclusive, the check is inconclusive for the same reason. Impurity is no gate, because
    `success` does not depend on it. If `detected` is false, the check looks at all changes and so
    needs no detected refactoring.
    """
    if check.name not in options.checks:
        return _not_run(check.name, Reason.NOT_SELECTED, "not among the checks asked for")
    for need in (*check.needs, *_list_builds(check, options)):
        before = earlier.get(need)
        ignored = need is CheckName.DETECTION and not detected
        if before is None or before.status is Status.PASSED or ignored:
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


def _list_builds(check: Check, options: JudgeOptions) -> tuple[CheckName, ...]:
    """List what a check needs in addition: a proof needs the compilation if that was asked for."""
    built = check.name is CheckName.PROOF and CheckName.COMPILATION in options.checks
    return (CheckName.COMPILATION,) if built else ()


def _not_run(name: CheckName, reason: Reason, details: str) -> CheckResult:
    return CheckResult(check=name, status=Status.NOT_APPLICABLE, reason=reason, details=details)
