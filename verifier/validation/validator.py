"""Validate one instance with the tools that judge predictions."""

from dataclasses import dataclass

from verifier.domain.instance import Instance
from verifier.domain.outcome import LASTING, Status
from verifier.domain.refactoring import Refactoring
from verifier.domain.validation import (
    GoldenResult,
    InstanceBuild,
    InstanceCoverage,
    Validation,
)
from verifier.judging.judgement import guarded, reason_of
from verifier.judging.tasks import Repositories
from verifier.judging.toolset import Workshop
from verifier.validation.covered import covered
from verifier.validation.golden import GoldenJudge
from verifier.validation.suites import compared_suites
from verifier.validation.trees import Tree, broken_tree, built_tree


@dataclass(frozen=True, kw_only=True)
class Validator:
    """Validates instances with open tools; several threads may use it. `golden` is None to skip
    that step.
    """

    workshop: Workshop
    repositories: Repositories
    golden: GoldenJudge | None = None

    def validate(self, instance: Instance) -> Validation:
        """Run every possible step. An error leaves a step inconclusive and is not raised.

        Raises:
            StorageError: the disk cannot be written any more.
        """
        before = self._tree(instance, instance.parent)
        after = self._tree(instance, instance.commit)
        facts = self.workshop.sandbox
        return Validation(
            build=InstanceBuild(
                before=before.build,
                after=after.build,
                tests=compared_suites(before, after, _refactorings(instance)),
                sandbox=facts.name,
                isolated=facts.isolated,
                image=facts.image,
            ),
            coverage=self._coverage(instance, before, after),
            golden=None if self.golden is None else self._golden(self.golden, instance, before),
        )

    def _tree(self, instance: Instance, commit: str) -> Tree:
        def work() -> Tree:
            repository = self.repositories.of(instance.repo)
            builder = self.workshop.open_builder(repository, commit, instance.files)
            return built_tree(commit, builder)

        return guarded(work, lambda error: broken_tree(commit, error))

    def _coverage(self, instance: Instance, before: Tree, after: Tree) -> InstanceCoverage:
        def unmeasured(error: Exception) -> InstanceCoverage:
            return InstanceCoverage(
                status=Status.INCONCLUSIVE, reason=reason_of(error), details=str(error)
            )

        analysis = self.workshop.analysis
        return guarded(lambda: covered(instance, before, after, analysis), unmeasured)

    def _golden(self, judge: GoldenJudge, instance: Instance, before: Tree) -> GoldenResult:
        def left_open(error: Exception) -> GoldenResult:
            return GoldenResult(
                status=Status.INCONCLUSIVE, reason=reason_of(error), details=str(error)
            )

        if before.measurement is None:
            return GoldenResult(
                status=Status.INCONCLUSIVE,
                reason=before.reason,
                details=f"the base was not measured: {before.trouble}",
            )
        return guarded(lambda: judge.result(instance), left_open)


def _refactorings(instance: Instance) -> tuple[Refactoring, ...]:
    """All refactorings of the commit; the instance's own comes first."""
    own = Refactoring(
        type_name=str(instance.type),
        description=instance.description,
        before=instance.before,
        after=instance.after,
    )
    return (own, *instance.others)


def is_open(validation: Validation) -> bool:
    """Whether the environment left a step inconclusive, so that another run may decide it."""
    return any(
        r.status is Status.INCONCLUSIVE and r.reason not in LASTING
        for r in validation.steps.values()
    )
