"""What a check is, and the case that it judges."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from verifier.builds.base import BaseMeasurement, Builder, ClassFiles, StrategyName, Toolchain
from verifier.checks.first_failure import failed_early
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, CheckResult
from verifier.domain.paths import is_test_path
from verifier.domain.prediction import Prediction
from verifier.domain.proof import Proof
from verifier.domain.proof_request import CommitSources
from verifier.domain.reach import ReachMap
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import (
    Analysis,
    Candidate,
    Detection,
    FileChange,
    JavaTree,
    Rejection,
    SourceTrees,
)
from verifier.domain.testrun import BuildRun, TestsUntil
from verifier.fuzzing.engine import Fuzzing
from verifier.predictions.following_tests import FollowingTests, following_tests
from verifier.predictions.wanted_method import unknown_method
from verifier.residue.members import BothSides, Units
from verifier.rules.scoring import ScoredChange
from verifier.tools.once import once


@dataclass(frozen=True, kw_only=True)
class Case:
    """One prediction under judgement. What costs time is done once, when a check first asks.

    `wanted` is absent where any pure refactoring will do, `instance` where a bare patch is judged.
    An `own_change` may edit every test that it changes: what of them is more than the refactoring,
    the checks `purity` and `tests` say. `golden` tells the content of each member that the golden refactoring
    edits, by its name; nothing where there is no instance. `evidence` is the prediction's own folder; `commit` says where the base's sources lie in git.
    `open_builder` gives the builder of the base commit, which is not asked where nothing is to be `compiled`; where the run is not `tested`, nobody asks
    for tests, so that none is run and the base is not measured. `tests_until` says how much of the suite runs,
    `reuse_identical` whether the run of an identical candidate counts for it. `fuzzing` is absent where the run
    was not opened for it, `planting_seed` where no test is to be broken, `score_rules` where the instance has no rule set.
    `beside` begins what is asked of the class files alone, while the tests run; absent where nothing is to run beside them.
    """

    wanted: WantedRefactoring | None
    instance: Instance | None
    prediction: Prediction
    base: JavaTree
    application: Candidate | Rejection
    analysis: Analysis
    open_builder: Callable[[], Builder]
    trees_of: Callable[[JavaTree, Candidate], SourceTrees]
    evidence: Path
    commit: CommitSources | None = None
    golden: Callable[[], Mapping[str, str]] = dict
    compiled: bool = True
    tested: bool = True
    tests_until: TestsUntil = TestsUntil.ALL
    reuse_identical: bool = False
    own_change: bool = False
    fuzzing: Fuzzing | None = None
    planting_seed: str | None = None
    score_rules: Callable[[Sequence[FileChange]], ScoredChange] | None = None
    beside: Callable[["Case"], None] | None = None

    @property
    def editable(self) -> frozenset[str]:
        """The only test files that may change: the wanted refactoring's own, and what follows it."""
        return self.rebindable | self.following.tests

    @property
    def rebindable(self) -> frozenset[str]:
        """The wanted refactoring's own files: those of tests may mean something else afterwards."""
        if self.own_change and isinstance(self.application, Candidate):
            return _changed_tests(self.application)
        return frozenset() if self.instance is None else self.instance.files

    @once
    def following(self) -> FollowingTests:
        """The tests that only follow the method that was to be renamed or moved.

        Where nothing was wanted, it is one that RefactoringMiner sees renamed or moved; nothing follows
        where tests follow several of them.
        """
        if isinstance(self.application, Rejection):
            return FollowingTests()
        if self.wanted is not None or not _changed_tests(self.application):
            return following_tests(self.base, self.application, self.wanted)
        asked = (
            WantedRefactoring(type=each.type, method=each.before.method)
            for each in self.detection.refactorings
            if each.type is not None and each.before is not None
        )
        found = {following_tests(self.base, self.application, each) for each in asked}
        found.discard(FollowingTests())
        return next(iter(found)) if len(found) == 1 else FollowingTests()

    def unknown_method(self) -> str:
        """That a method which a person named is not in the base; empty where it is, or nobody named one."""
        if self.wanted is None or self.instance is not None:
            return ""
        changed = (change.path for change in self.candidate.changes)
        return unknown_method(self.wanted, self.base, changed, self.analysis)

    @property
    def candidate(self) -> Candidate:
        """The applied prediction; only asked for once `application` has passed."""
        if isinstance(self.application, Rejection):
            raise AssertionError("a rejected prediction has no candidate")
        return self.application

    @once
    def trees(self) -> SourceTrees:
        """Changed sources of both sides."""
        return self.trees_of(self.base, self.candidate)

    @once
    def detection(self) -> Detection:
        """What RefactoringMiner sees between the base and the candidate."""
        return self.analysis.detect(self.trees)

    @once
    def units(self) -> Units:
        """The changed files of both sides as declarations."""
        trees, parse = self.trees, self.analysis.parse
        return {
            path: BothSides(
                before=parse(trees.before[path]) if path in trees.before else None,
                after=parse(trees.after[path]) if path in trees.after else None,
            )
            for path in trees.before.keys() | trees.after.keys()
        }

    @once
    def builder(self) -> Builder:
        """The builder of the base commit."""
        return self.open_builder()

    @once
    def measurement(self) -> BaseMeasurement:
        """The suite on the base commit."""
        return self.builder.measure()

    @once
    def whole_measurement(self) -> BaseMeasurement:
        """The same by all runs of it that the options ask for."""
        return self.builder.measure_whole()

    @once
    def reach(self) -> ReachMap | None:
        """Which methods of the base its tests reach; None where nobody knows."""
        return self.builder.reach(self.analysis) if self.tested else None

    @once
    def toolchain(self) -> Toolchain:
        """By what the candidate is compiled."""
        return self.measurement.toolchain if self.tested else self.builder.toolchain()

    @once
    def compiled_first(self) -> BuildRun | None:
        """The compilation that its build begins with, by itself; None where nothing is to run beside its tests.

        So where the class files that are compared are not those of the run, and where other modules are built, too.
        """
        if self.beside is None or not self.tested:
            return None
        if self.toolchain.strategy is not StrategyName.DIRECT or self.toolchain.modules is not None:
            return None
        return self.builder.compile(self.candidate, self.editable)

    @property
    def restored(self) -> tuple[str, ...]:
        """The changes that were refused: the base's own files took their place."""
        return (self.compiled_first or self.build).restored

    @once
    def build(self) -> BuildRun:
        """Compilation of the candidate, and its tests where they are asked for."""
        if not self.tested:
            return self.builder.compile(self.candidate, self.editable)
        _ = self.measurement
        first = self.compiled_first
        if first is not None and first.compiled and self.beside is not None:
            self.beside(self)
        judged = self.builder.judged if self.reuse_identical else None
        if judged and (known := judged.get(self.candidate, self.editable)) is not None:
            return known
        if self.tests_until is TestsUntil.FIRST_FAILURE:
            found = self.builder.first_failure(self.candidate, self.editable, reach=self.reach)
            if found is not None and failed_early(self.whole_measurement, found) is not None:
                return found
        run = self.builder.build(self.candidate, self.editable)
        if judged:
            judged.keep(self.candidate, self.editable, replace(run, same_as=self._name))
        return run

    @property
    def _name(self) -> str:
        """The prediction, as another one's record names it."""
        made = self.prediction
        return f"{made.instance_id}/{made.model_name_or_path}/{made.sample}"

    @once
    def base_classes(self) -> ClassFiles:
        """The class files of the base, as the base's compiler makes them."""
        return self.builder.classes(None, self.editable)

    @once
    def candidate_classes(self) -> ClassFiles:
        """The class files of the candidate, by the same compiler."""
        return self.builder.classes(self.candidate, self.editable)

    @once
    def built_proof(self) -> Proof | None:
        """The proof on these class files; None where there are none. It raises what the prover raises."""
        from verifier.checks.built_proof import prove_built

        return prove_built(self)


def _changed_tests(candidate: Candidate) -> frozenset[str]:
    paths = (change.path for change in candidate.changes)
    return frozenset(path for path in paths if path.endswith(".java") and is_test_path(path))


class Check(Protocol):
    """One question about a case. `run` raises only for trouble that is nobody's fault."""

    @property
    def name(self) -> CheckName:
        """Which check this is."""
        ...

    @property
    def summary(self) -> str:
        """What it asks, in one line."""
        ...

    @property
    def needs(self) -> tuple[CheckName, ...]:
        """The checks that must have passed before this one can run."""
        ...

    def run(self, case: Case) -> CheckResult:
        """Answer with one of the four outcomes and a reason."""
        ...
