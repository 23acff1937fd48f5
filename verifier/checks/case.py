"""The check protocol, and the case that a check judges."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from verifier.builds.builder import BaseMeasurement, Builder, ClassFiles, Toolchain
from verifier.builds.options import StrategyName
from verifier.checks.parts.built_proof import prove_built
from verifier.checks.parts.first_failure import find_early_failure
from verifier.checks.parts.readings import Readings
from verifier.domain.assignment import Assignment
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, CheckResult
from verifier.domain.paths import is_test_path
from verifier.domain.prediction import PredictionForm
from verifier.domain.proof import Proof
from verifier.domain.proof_request import CommitSources
from verifier.domain.reach import ReachMap
from verifier.domain.refactoring import Refactoring, WantedRefactoring
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
from verifier.domain.wanted_matching import matching
from verifier.errors import AnalysisError
from verifier.fuzzing.engine import Fuzzing
from verifier.predictions.policy.following_tests import FollowingTests, following_tests
from verifier.predictions.wanted_method import find_namesakes, unknown_method
from verifier.residue.change import DetectedChange
from verifier.residue.left_over import LeftOver, find_left_over
from verifier.residue.text.members import Units
from verifier.rules.scoring import ScoredChange
from verifier.tools.once import once

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Case:
    """One change under judgement.

    Expensive results are computed once, when a check first needs them.

    `wanted` is None if any pure refactoring is accepted. `instance` is None for a bare patch and for
    an `assignment`, which names no refactoring. An `own_change` may edit every test that it changes,
    unless it `keeps_tests`; the checks `purity` and `tests` report edits of tests beyond the
    refactoring. `name` names the change in records of equal runs, and `form` is the form in which
    it came. `golden` gives the content of each member that the golden refactoring edits, by name;
    it is empty without an instance. `evidence` is the change's own folder. `commit` locates the
    base's sources in git.

    `open_builder` creates the builder of the base commit. It is not called if nothing has to be
    `compiled`. If the run is not `tested`, no test is run and the base is not measured.
    `tests_until` says how much of the suite runs. With `reuse_identical`, the run of an identical
    candidate is used. `fuzzing` is None if the run does no fuzzing. `planting_seed` is None if no
    test is to be broken. `score_rules` is None if the instance has no rule set. `begin_early` starts the
    checks that only need class files while the tests run; None if no check does so. `readings` are
    shared with other judgements of the same change; None if there is no other.
    """

    wanted: WantedRefactoring | None
    instance: Instance | None
    name: str
    form: PredictionForm
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
    keeps_tests: bool = False
    assignment: Assignment | None = None
    fuzzing: Fuzzing | None = None
    planting_seed: str | None = None
    score_rules: Callable[[Sequence[FileChange]], ScoredChange] | None = None
    begin_early: Callable[["Case"], None] | None = None
    readings: Readings | None = None

    @property
    def is_unbounded(self) -> bool:
        """Whether no refactoring bounds the change, so that checks look at all changed lines."""
        return self.own_change or self.assignment is not None

    @property
    def editable(self) -> frozenset[str]:
        """The only test files that may change.

        They are the wanted refactoring's own files, and tests that follow its method.
        """
        return self.rebindable | self.following.tests

    @property
    def rebindable(self) -> frozenset[str]:
        """The wanted refactoring's own files. Names in these tests may change their meaning."""
        edits_tests = self.own_change and not self.keeps_tests
        if edits_tests and isinstance(self.application, Candidate):
            return _list_changed_tests(self.application)
        return frozenset() if self.instance is None else self.instance.files

    @once
    def following(self) -> FollowingTests:
        """The tests that only follow the renamed or moved method.

        If no refactoring was named, the method is one that RefactoringMiner reports as renamed or
        moved. The result is empty if tests follow several such methods.
        """
        if isinstance(self.application, Rejection):
            return FollowingTests()
        if self.wanted is not None or not _list_changed_tests(self.application):
            return following_tests(self.base, self.application, self.wanted)
        asked = (
            WantedRefactoring.of_sides(each.type, each.before, each.after)
            for each in self.detection.refactorings
            if each.type is not None and each.before is not None
        )
        found = {following_tests(self.base, self.application, each) for each in asked}
        found.discard(FollowingTests())
        return next(iter(found)) if len(found) == 1 else FollowingTests()

    def unknown_method(self) -> str:
        """Return a message if the named method is not in the base.

        The message is empty if the base has the method, or if none was named.
        """
        if self.wanted is None or self.instance is not None:
            return ""
        changed = (change.path for change in self.candidate.changes)
        return unknown_method(self.wanted, self.base, changed, self.analysis)

    @property
    def candidate(self) -> Candidate:
        """The applied prediction. Use it only after `application` has passed."""
        if isinstance(self.application, Rejection):
            raise AssertionError("a rejected prediction has no candidate")
        return self.application

    @once
    def _readings(self) -> Readings:
        return self.readings or Readings(
            base=self.base,
            candidate=self.candidate,
            analysis=self.analysis,
            trees_of=self.trees_of,
        )

    @property
    def trees(self) -> SourceTrees:
        """The changed sources of both sides."""
        return self._readings.trees

    @property
    def detection(self) -> Detection:
        """The refactorings that RefactoringMiner finds between base and candidate."""
        return self._readings.detection

    @property
    def units(self) -> Units:
        """The declarations in the changed files of both sides."""
        return self._readings.units

    @once
    def matched(self) -> tuple[Refactoring, ...]:
        """The detected refactorings that match the wanted one, in the file that the instance names."""
        found = matching(self.wanted, self.detection.refactorings)
        named = None if self.instance is None else self.instance.before.file
        if self.wanted is None or named is None or self.base.read(named) is None:
            return found
        return tuple(r for r in found if r.before is not None and r.before.file == named)

    def find_namesakes(self) -> tuple[str, ...]:
        """Return other files of the base that declare the wanted method; none for an instance."""
        if self.wanted is None or self.instance is not None:
            return ()
        known = [r.before.file for r in self.matched if r.before is not None]
        return find_namesakes(self.wanted, self.base, known, self.analysis)

    @once
    def left_over(self) -> LeftOver:
        """The edits beyond the wanted refactoring, or beyond any refactoring if none was named."""
        return find_left_over(self.residual_change())

    def residual_change(self, golden: Mapping[str, str] | None = None) -> DetectedChange:
        """Return the change to search for edits that no refactoring explains.

        `golden` gives the contents of the members that the golden refactoring edits.
        """
        return DetectedChange(
            trees=self.trees,
            units=self.units,
            matched=self.matched,
            detected=self.detection.refactorings,
            wanted=self.wanted is not None,
            golden=golden or {},
        )

    @once
    def builder(self) -> Builder:
        """The builder of the base commit."""
        return self.open_builder()

    @once
    def measurement(self) -> BaseMeasurement:
        """The measurement of the suite on the base commit."""
        return self.builder.measure()

    @once
    def whole_measurement(self) -> BaseMeasurement:
        """The same measurement from all runs that the options request."""
        return self.builder.measure_whole()

    @once
    def reach(self) -> ReachMap | None:
        """The base's methods that each test reaches; None if unknown."""
        return self.builder.reach(self.analysis) if self.tested else None

    @once
    def changed_methods(self) -> frozenset[str]:
        """The base's methods that differ in the candidate's class files; empty if unknown.

        They only order tests, so a missing answer changes no verdict.
        """
        if self.reach is None:
            return frozenset()
        files = self.builder.changed_classes(self.candidate, self.editable)
        try:
            return self.analysis.changed_methods(files) if files else frozenset()
        except AnalysisError as error:
            logger.info("The changed methods are not known: %s", error.message)
            return frozenset()

    @once
    def toolchain(self) -> Toolchain:
        """The tools that compile the candidate."""
        return self.measurement.toolchain if self.tested else self.builder.toolchain()

    @once
    def compilation(self) -> BuildRun | None:
        """The compilation at the start of the candidate's build, on its own.

        None if no check runs during the tests, if the compared class files are not those of the
        run, or if other modules are built too.
        """
        if self.begin_early is None or not self.tested:
            return None
        if self.toolchain.strategy is not StrategyName.DIRECT or self.toolchain.modules is not None:
            return None
        return self.builder.compile(self.candidate, self.editable)

    @property
    def restored(self) -> tuple[str, ...]:
        """The candidate's changes that were refused. The base's files replaced them."""
        return (self.compilation or self.build).restored

    @once
    def build(self) -> BuildRun:
        """The compilation of the candidate and, if requested, its tests."""
        if not self.tested:
            return self.builder.compile(self.candidate, self.editable)
        _ = self.measurement
        first = self.compilation
        if self.tests_until is TestsUntil.FIRST_FAILURE and first is not None:
            # Asked first, because the questions below would keep the analysis busy.
            _ = self.changed_methods
        if first is not None and first.compiled and self.begin_early is not None:
            self.begin_early(self)
        judged = self.builder.judged if self.reuse_identical else None
        if judged and (known := judged.get(self.candidate, self.editable)) is not None:
            return known
        if self.tests_until is TestsUntil.FIRST_FAILURE:
            found = self.builder.first_failure(
                self.candidate, self.editable, reach=self.reach, changed=self.changed_methods
            )
            if found is not None and find_early_failure(self.whole_measurement, found) is not None:
                return found
        run = self.builder.build(self.candidate, self.editable)
        if judged:
            judged.keep(self.candidate, self.editable, replace(run, same_as=self.name))
        return run

    @once
    def base_classes(self) -> ClassFiles:
        """The class files of the base, made by the base's compiler."""
        return self.builder.classes(None, self.editable)

    @once
    def candidate_classes(self) -> ClassFiles:
        """The class files of the candidate, made by the same compiler."""
        return self.builder.classes(self.candidate, self.editable)

    @once
    def built_proof(self) -> Proof | None:
        """The proof on these class files; None if there are none.

        Raises:
            InputError: a class file cannot be read.
            AnalysisError: the prover gives no answer.
        """
        return prove_built(self)


def _list_changed_tests(candidate: Candidate) -> frozenset[str]:
    paths = (change.path for change in candidate.changes)
    return frozenset(path for path in paths if path.endswith(".java") and is_test_path(path))


class Check(Protocol):
    """One question about a case. `run` raises only for errors that are not the candidate's fault."""

    @property
    def name(self) -> CheckName:
        """The check's name."""
        ...

    @property
    def summary(self) -> str:
        """What the check asks, in one line."""
        ...

    @property
    def needs(self) -> tuple[CheckName, ...]:
        """The checks that must pass before this one can run."""
        ...

    def run(self, case: Case) -> CheckResult:
        """Answer with an outcome and a reason."""
        ...
