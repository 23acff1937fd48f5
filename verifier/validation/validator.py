"""Validate one instance with the tools that judge predictions."""

from dataclasses import dataclass

from verifier.config import cache_size
from verifier.domain.instance import Instance
from verifier.domain.outcome import LASTING, Status
from verifier.domain.refactoring import Refactoring
from verifier.domain.validation import (
    GoldenResult,
    InstanceBuild,
    InstanceCoverage,
    Validation,
)
from verifier.errors import CacheError
from verifier.judging.judgement import guard, reason_of
from verifier.judging.tasks import Repositories
from verifier.judging.toolset import Toolset, refuse_builds
from verifier.tools.storage.cache_room import make_room
from verifier.validation.covered import read_coverage
from verifier.validation.golden import GoldenJudge
from verifier.validation.suites import compare_suites
from verifier.validation.trees import MeasuredTree, build_tree, record_broken


@dataclass(frozen=True, kw_only=True)
class Validator:
    """Validates instances with open tools; several threads may use it. `golden` is None to skip
    that step.
    """

    toolset: Toolset
    repositories: Repositories
    golden: GoldenJudge | None = None

    def validate(self, instance: Instance) -> Validation:
        """Run every possible step. An error leaves a step inconclusive and is not raised.

        Raises:
            StorageError: the disk cannot be written any more.
        """
        tools = self._make_room(instance)
        before = self._tree(tools, instance, instance.parent)
        after = self._tree(tools, instance, instance.commit)
        facts = self.toolset.sandbox
        return Validation(
            build=InstanceBuild(
                before=before.build,
                after=after.build,
                tests=compare_suites(before, after, _refactorings(instance)),
                sandbox=facts.name,
                isolated=facts.isolated,
                image=facts.image,
                runtime=facts.runtime,
            ),
            coverage=self._coverage(instance, before, after),
            golden=None if self.golden is None else self._golden(self.golden, instance, before),
        )

    def _make_room(self, instance: Instance) -> Toolset:
        """Make room in the cache for both commits; without room, return tools that build nothing."""
        cache = self.toolset.options.build.cache
        try:
            # At once: two instances that have room for one commit each would wait for each other.
            make_room(cache, cache_size(), (instance.parent, instance.commit))
        except CacheError as error:
            return refuse_builds(self.toolset, error)
        return self.toolset

    def _tree(self, tools: Toolset, instance: Instance, commit: str) -> MeasuredTree:
        def work() -> MeasuredTree:
            repository = self.repositories.of(instance.repo)
            builder = tools.open_builder(repository, commit, instance.files)
            return build_tree(commit, builder)

        return guard(work, lambda error: record_broken(commit, error))

    def _coverage(
        self, instance: Instance, before: MeasuredTree, after: MeasuredTree
    ) -> InstanceCoverage:
        def record_unmeasured(error: Exception) -> InstanceCoverage:
            return InstanceCoverage(
                status=Status.INCONCLUSIVE, reason=reason_of(error), details=str(error)
            )

        analysis = self.toolset.analysis
        return guard(lambda: read_coverage(instance, before, after, analysis), record_unmeasured)

    def _golden(self, judge: GoldenJudge, instance: Instance, before: MeasuredTree) -> GoldenResult:
        def leave_open(error: Exception) -> GoldenResult:
            return GoldenResult(
                status=Status.INCONCLUSIVE, reason=reason_of(error), details=str(error)
            )

        if before.measurement is None:
            return GoldenResult(
                status=Status.INCONCLUSIVE,
                reason=before.reason,
                details=f"the base was not measured: {before.trouble}",
            )
        return guard(lambda: judge.result(instance), leave_open)


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
