"""Whether the developers' refactoring alone is a success on the base: a prediction like any other."""

from dataclasses import dataclass
from threading import Event

from verifier.domain.instance import Instance
from verifier.domain.outcome import Status
from verifier.domain.validation import GoldenResult
from verifier.domain.verdict import STRICT_CHECKS, Bar
from verifier.java_text.quick_reader import JavaReader
from verifier.pipeline.gate import deciding
from verifier.pipeline.golden import golden_prediction
from verifier.pipeline.judgement import Judgement
from verifier.pipeline.key import key_of
from verifier.pipeline.ledger import Ledger
from verifier.pipeline.options import JudgeOptions
from verifier.pipeline.tasks import Repositories, task_of
from verifier.pipeline.workshop import Workshop

JUDGED = JudgeOptions(checks=frozenset(STRICT_CHECKS))
"""A success is asked for; what purity says of it stands beside, in the run folder."""


@dataclass(frozen=True, kw_only=True)
class GoldenJudge:
    """Judges golden refactorings into a run folder of their own; with `retry` what was left open, too."""

    workshop: Workshop
    ledger: Ledger
    repositories: Repositories
    reader: JavaReader
    stopped: Event
    retry: bool = False

    def result(self, instance: Instance) -> GoldenResult:
        """The verdict in short; one that is kept is not made again.

        Raises:
            RepositoryError: a commit is not there. StorageError: the run folder cannot be written.
        """
        repository = self.repositories.of(instance.repo)
        prediction = golden_prediction(instance, repository, self.reader)
        task = task_of(instance, prediction, self.repositories)
        key = key_of(task, JUDGED, self.workshop)
        verdict = self.ledger.finished(key, retry=self.retry)
        if verdict is None:
            judgement = Judgement(key, task, JUDGED, self.workshop, self.ledger)
            verdict = judgement.verdict(self.stopped)
            if not self.stopped.is_set():
                self.ledger.append(verdict)
        found = deciding(verdict, Bar.SUCCESS)
        if found is None:
            return GoldenResult(status=Status.PASSED, closure=prediction.closure)
        return GoldenResult(
            status=verdict.success,
            reason=found.reason,
            details=found.details,
            check=found.check,
            closure=prediction.closure,
        )
