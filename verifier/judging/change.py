"""A change to judge: a base and a candidate, however the candidate came."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier.builds.build_tools import java_tree
from verifier.checks.parts.readings import Readings
from verifier.domain.prediction import PredictionForm
from verifier.domain.proof_request import CommitSources
from verifier.domain.source import Analysis, Candidate, Detection, JavaTree, Rejection
from verifier.judging.task import Task
from verifier.predictions.commit_form import from_commit
from verifier.predictions.resolve import resolve
from verifier.predictions.trees import source_trees
from verifier.tools.git.repository import Repository
from verifier.tools.once import once


@dataclass(frozen=True, kw_only=True)
class CandidateChange:
    """A base commit, and what becomes of it.

    `resolve` makes the candidate, or says why there is none. Several judgements of one change share
    what is read from it. `name` names the change in logs and in records of equal runs. `form`
    is the form in which the candidate came, and `answer` the raw text of a model; None without one.
    `known` is what an earlier analysis detected between the two sides; None without one.
    """

    repository: Repository
    base_commit: str
    analysis: Analysis
    resolve: Callable[[JavaTree], Candidate | Rejection]
    name: str
    form: PredictionForm = PredictionForm.PATCH
    answer: str | None = None
    known: Detection | None = None

    @classmethod
    def of_task(cls, task: Task, analysis: Analysis) -> "CandidateChange":
        """Return the change that a prediction makes: a patch, a raw answer, or whole files."""
        prediction = task.prediction

        def resolve_on(base: JavaTree) -> Candidate | Rejection:
            return resolve(
                prediction,
                wanted=task.goal.resolve_wanted(base, analysis),
                base=base,
                analysis=analysis,
                repository=task.repository,
                instance=task.instance,
                assignment=task.assignment,
            )

        return cls(
            repository=task.repository,
            base_commit=task.base_commit,
            analysis=analysis,
            resolve=resolve_on,
            name=f"{prediction.instance_id}/{prediction.model_name_or_path}/{prediction.sample}",
            form=prediction.form,
            answer=prediction.model_output,
        )

    @classmethod
    def of_commit(
        cls,
        repository: Repository,
        base: str,
        commit: str,
        analysis: Analysis,
        known: Detection | None = None,
    ) -> "CandidateChange":
        """Return the change between two commits. A work tree and an index are commits by then."""
        return cls(
            repository=repository,
            base_commit=base,
            analysis=analysis,
            resolve=lambda tree: from_commit(repository, tree, commit),
            name=commit,
            known=known,
        )

    @once
    def base(self) -> JavaTree:
        """The tree of the base commit."""
        return java_tree(self.repository.tree(self.base_commit))

    @once
    def commit(self) -> CommitSources:
        """The place of the base's sources in git."""
        return CommitSources(
            repository=self.repository.common_dir,
            commit=self.repository.resolve(self.base_commit),
        )

    @once
    def candidate(self) -> Candidate | Rejection:
        """The base with the change, or the reason why there is no candidate."""
        return self.resolve(self.base)

    @property
    def applied(self) -> Candidate:
        """The candidate. Use it only after the check `application` has passed."""
        if isinstance(self.candidate, Rejection):
            raise AssertionError("a rejected change has no candidate")
        return self.candidate

    def tree_id(self) -> str:
        """Return the id of the candidate's git tree.

        Raises:
            RepositoryError: a folder of the base cannot be read.
        """
        return self.repository.tree_id_with(self.base_commit, self.applied.changes)

    @once
    def readings(self) -> Readings | None:
        """What is read from both sides; None if there is no candidate."""
        if isinstance(self.candidate, Rejection):
            return None
        return Readings(
            base=self.base,
            candidate=self.candidate,
            analysis=self.analysis,
            trees_of=source_trees,
            known=self.known,
        )
