"""Validation of an instance: builds and tests of its base and its commit, and the refactored code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.closure import Closure
from verifier.domain.described import Described
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.facts.tests import BaseFacts
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.purity import PurityTier


class Step(StrEnum):
    """The steps of validation, in order.

    An instance that does not pass a step is lost for the next one.
    """

    BUILDS_BEFORE = "builds before"
    BUILDS_AFTER = "builds after"
    TESTS_PASS = "tests pass"  # noqa: S105 - a step's name
    COVERED = "covered"
    GOLDEN = "golden"


class Demand(StrEnum):
    """What an instance must pass to be kept. Each demand includes the ones before it."""

    BUILT = "built"
    TESTED = "tested"
    COVERED = "covered"
    GOLDEN = "golden"

    @property
    def last(self) -> Step:
        """The last step that must have passed."""
        return _LAST[self]


_LAST = {
    Demand.BUILT: Step.BUILDS_AFTER,
    Demand.TESTED: Step.TESTS_PASS,
    Demand.COVERED: Step.COVERED,
    Demand.GOLDEN: Step.GOLDEN,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class StepResult(Described):
    """The result of one step.

    Raises:
        ValueError: an outcome other than a pass has no reason.
    """

    status: Status
    """The outcome."""
    reason: Reason | None = None
    """Why it did not pass; null only for a pass."""
    details: str = ""
    """The result in words."""

    def __post_init__(self) -> None:
        if self.status is not Status.PASSED and self.reason is None:
            raise ValueError(f"{self.status} needs a reason")


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeBuild(StepResult):
    """One commit, built like a base: its own code with its own tests."""

    commit: str
    """The commit."""
    strategy: str | None = None
    """How it was built: `direct`, `maven` or `gradle`; null if it was not built."""
    strategy_reason: str = ""
    """Why this strategy was chosen."""
    jdk: str | None = None
    """The version of the JDK; null if it was not built."""
    compiler: str = ""
    """The compiler and its version."""
    modules: tuple[str, ...] = ()
    """The folders of the compiled modules; empty for a project of one module."""
    untested: Mapping[str, str] = field(default_factory=dict)
    """Compiled modules whose tests did not run, each with the reason."""
    tests: BaseFacts | None = None
    """The results of its test suite; null if it was not measured."""
    notes: tuple[str, ...] = ()
    """What was neutralised or is unusual."""
    tools: Mapping[str, str] = field(default_factory=dict)
    """The versions of the tools that built it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteComparison(StepResult):
    """The commit's results for the tests that pass in every run on the base.

    It passes if the tests that still exist also pass in every run on the commit. Lists hold at most
    fifty entries.
    """

    kept: int = 0
    """Number of tests that pass in every run on both sides, including renamed tests."""
    failed: tuple[str, ...] = ()
    """Tests that fail in every run on the commit."""
    flaky: tuple[str, ...] = ()
    """Tests whose runs on the commit differ."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Tests that the commit moved or renamed: old id to new id."""
    vanished: tuple[str, ...] = ()
    """Tests that no longer exist under any known name."""
    vanished_count: int = 0
    """Number of such tests."""
    newly_skipped: tuple[str, ...] = ()
    """Tests that are skipped on the commit."""
    newly_skipped_count: int = 0
    """Number of such tests."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceBuild(Described):
    """Both sides of an instance, built and tested."""

    before: TreeBuild
    """The base."""
    after: TreeBuild
    """The developers' commit."""
    tests: SuiteComparison
    """The comparison of the tests of both sides."""
    sandbox: str
    """Where it ran: `docker` or `local`."""
    isolated: bool
    """Whether that sandbox isolates."""
    image: str | None
    """The digest of the container image; null if there was none."""
    runtime: str | None = None
    """The engine's name of the container's runtime; null if there was no container."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceCoverage(StepResult):
    """Whether the passing tests ran the refactored code, on both sides."""

    facts: CoverageFacts | None = None
    """The measured coverage; null if it was not measured."""


NOT_STRICT = frozenset({Status.FAILED, Status.INCONCLUSIVE})
"""Outcomes of `purity` on the golden refactoring that make a strict success impossible."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenPurity(StepResult):
    """The result of the check `purity` for the developers' refactoring alone.

    If it does not pass, exactly these edits cannot be a strict success.
    """

    tier: PurityTier | None = None
    """The evidence for a pure refactoring; null if it is not pure."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenResult(StepResult):
    """Whether the developers' refactoring alone is a success on the base, judged like a prediction."""

    check: CheckName | None = None
    """The check that prevented a success; null for a success."""
    purity: GoldenPurity | None = None
    """Whether it is pure, by the check `purity`; null if that check was not reached."""
    closure: Closure | None = None
    """The declarations that were added to it, and what stays open; null if it was not computed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Validation(Described):
    """All validation results of one instance. `golden` is null if it was not requested."""

    build: InstanceBuild
    """Both sides, built and tested."""
    coverage: InstanceCoverage
    """Coverage of the refactored code by the tests."""
    golden: GoldenResult | None = None
    """The result of the developers' refactoring alone on the base; null if it was not requested."""

    @property
    def steps(self) -> Mapping[Step, StepResult]:
        """The results of the steps that were run, in order."""
        every = {
            Step.BUILDS_BEFORE: self.build.before,
            Step.BUILDS_AFTER: self.build.after,
            Step.TESTS_PASS: self.build.tests,
            Step.COVERED: self.coverage,
            Step.GOLDEN: self.golden,
        }
        return {step: result for step, result in every.items() if result is not None}

    def find_loss(self) -> tuple[Step, StepResult] | None:
        """Return the first step that did not pass; None if all passed."""
        lost = ((s, r) for s, r in self.steps.items() if r.status is not Status.PASSED)
        return next(lost, None)

    @property
    def ending(self) -> str:
        """The result in a few words: `passed`, or the first step that did not pass and its reason."""
        lost = self.find_loss()
        return "passed" if lost is None else f"{lost[0]}: {lost[1].reason}"

    def meets(self, demand: Demand) -> bool:
        """Whether all steps up to the demand's last one were run and passed."""
        order = list(Step)
        needed = order[: order.index(demand.last) + 1]
        steps = self.steps
        return all(s in steps and steps[s].status is Status.PASSED for s in needed)
