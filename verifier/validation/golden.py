"""Whether the developers' refactoring alone is a success on the base. It is judged like a
prediction.
"""

from dataclasses import dataclass
from threading import Event

from verifier.domain.facts.purity import PurityFacts
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.validation import GoldenPurity, GoldenResult
from verifier.domain.verdict import STRICT_CHECKS, Bar, Verdict
from verifier.java_text.quick_reader import JavaReader
from verifier.judging.bar import deciding
from verifier.judging.golden import golden_prediction
from verifier.judging.key import key_of
from verifier.judging.ledger import Ledger
from verifier.judging.options import JudgeOptions
from verifier.judging.tasks import Repositories, task_of
from verifier.judging.toolset import Toolset
from verifier.judging.verdict import judge_task, with_evidence_in
from verifier.tools.records import facts_of

JUDGED = JudgeOptions(checks=frozenset({*STRICT_CHECKS, CheckName.PROOF}))
"""The checks of success and of purity; a proof supports the latter."""


@dataclass(frozen=True, kw_only=True)
class GoldenJudge:
    """Judges golden refactorings into their own run folder. With `retry`, inconclusive ones are
    repeated.
    """

    toolset: Toolset
    ledger: Ledger
    repositories: Repositories
    reader: JavaReader
    stopped: Event
    retry: bool = False

    def result(self, instance: Instance) -> GoldenResult:
        """Judge an instance, or use its recorded verdict. Return the verdict in short.

        Raises:
            RepositoryError: a commit is missing. StorageError: the run folder cannot be written.
        """
        repository = self.repositories.of(instance.repo)
        prediction = golden_prediction(instance, repository, self.reader)
        task = task_of(instance, prediction, self.repositories)
        key = key_of(task, JUDGED, self.toolset)
        verdict = self.ledger.find_finished(key, retry=self.retry)
        if verdict is None:
            evidence = self.ledger.evidence_folder(prediction)
            verdict = judge_task(
                key, task, self.toolset, evidence, options=JUDGED, stopped=self.stopped
            )
            verdict = with_evidence_in(verdict, evidence.relative_to(self.ledger.folder))
            if not self.stopped.is_set():
                self.ledger.append(verdict)
        found = deciding(verdict, Bar.SUCCESS)
        purity = golden_purity(verdict)
        if found is None:
            return GoldenResult(status=Status.PASSED, closure=prediction.closure, purity=purity)
        return GoldenResult(
            status=verdict.success,
            reason=found.reason,
            details=found.details,
            check=found.check,
            closure=prediction.closure,
            purity=purity,
        )


def golden_purity(verdict: Verdict) -> GoldenPurity | None:
    """The result of the check `purity` in a verdict. None if it was not reached."""
    result = verdict.check(CheckName.PURITY)
    if result is None or result.reason in {Reason.NOT_REACHED, Reason.NOT_SELECTED}:
        return None
    facts = facts_of(result, PurityFacts)
    return GoldenPurity(
        status=result.status,
        reason=result.reason,
        details=result.details,
        tier=None if facts is None else facts.tier,
    )
