"""What building and testing said of an instance: its base, the developers' commit, the refactored code."""

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
    """What an instance is asked, in this order; one that does not pass is lost to the next."""

    BUILDS_BEFORE = "builds before"
    BUILDS_AFTER = "builds after"
    TESTS_PASS = "tests pass"  # noqa: S105 - a step's name
    COVERED = "covered"
    GOLDEN = "golden"


class Demand(StrEnum):
    """What an instance must have passed to be kept; each demands what those before it do."""

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
    """How one step ended.

    Raises:
        ValueError: anything but a pass without a reason.
    """

    status: Status
    """How it ended."""
    reason: Reason | None = None
    """Why it did not pass; null for a pass alone."""
    details: str = ""
    """The findings for a person."""

    def __post_init__(self) -> None:
        if self.status is not Status.PASSED and self.reason is None:
            raise ValueError(f"{self.status} needs a reason")


@dataclass(frozen=True, kw_only=True, slots=True)
class TreeBuild(StepResult):
    """One commit, built by itself as a base is: its own code with its own tests."""

    commit: str
    """The commit."""
    strategy: str | None = None
    """How it was built: `direct`, `maven` or `gradle`; null where it was not."""
    strategy_reason: str = ""
    """Why so."""
    jdk: str | None = None
    """The JDK; null likewise."""
    compiler: str = ""
    """What compiled it."""
    modules: tuple[str, ...] = ()
    """The folders of the modules that were compiled; empty where the project is one."""
    untested: Mapping[str, str] = field(default_factory=dict)
    """Modules of them whose tests did not run, with the reason."""
    tests: BaseFacts | None = None
    """Its suite; null where it was not measured."""
    notes: tuple[str, ...] = ()
    """What was neutralised or found odd."""
    tools: Mapping[str, str] = field(default_factory=dict)
    """The versions of what built it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SuiteComparison(StepResult):
    """What became of the tests that pass in every run on the base.

    Passes where those that are still there pass in every run on the commit, too. Lists hold the first fifty.
    """

    kept: int = 0
    """Tests that pass in every run on both sides, renamed ones among them."""
    failed: tuple[str, ...] = ()
    """Tests that fail in every run after."""
    flaky: tuple[str, ...] = ()
    """Tests whose runs differ after."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Tests that the commit moved or renamed: old id to new id."""
    vanished: tuple[str, ...] = ()
    """Tests that are not there any more under any known name."""
    vanished_count: int = 0
    """How many they are."""
    newly_skipped: tuple[str, ...] = ()
    """Tests that are skipped now."""
    newly_skipped_count: int = 0
    """How many they are."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceBuild(Described):
    """Both sides of an instance, built and tested."""

    before: TreeBuild
    """The base."""
    after: TreeBuild
    """The developers' commit."""
    tests: SuiteComparison
    """The tests of both sides, compared."""
    sandbox: str
    """Where it ran: `docker` or `local`."""
    isolated: bool
    """Whether that place isolates."""
    image: str | None
    """The digest of the container image; null without one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InstanceCoverage(StepResult):
    """Whether the tests that pass ran the refactored code, on both sides."""

    facts: CoverageFacts | None = None
    """What was measured; null where nothing was asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenPurity(StepResult):
    """What the check `purity` says of the developers' refactoring alone.

    Where it does not pass, no strict success of these very edits is possible.
    """

    tier: PurityTier | None = None
    """How much stands behind a pure one; null for any other."""

    @property
    def allows_strict(self) -> bool:
        """Whether the golden refactoring can be a strict success; a type that is not covered can."""
        return self.status in {Status.PASSED, Status.NOT_APPLICABLE}


@dataclass(frozen=True, kw_only=True, slots=True)
class GoldenResult(StepResult):
    """Whether the developers' refactoring alone is a success on the base, judged as a prediction is."""

    check: CheckName | None = None
    """The check that kept it from a success; null for a success."""
    purity: GoldenPurity | None = None
    """Whether it is pure, by the same check; null where that was not reached."""
    closure: Closure | None = None
    """What it brought along, and what no piece could close; null where it was not made."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Validation(Described):
    """All that validation says of one instance; `golden` is null where nobody asked."""

    build: InstanceBuild
    """Both sides, built and tested."""
    coverage: InstanceCoverage
    """The refactored code under the tests."""
    golden: GoldenResult | None = None
    """The developers' refactoring alone on the base."""

    @property
    def steps(self) -> Mapping[Step, StepResult]:
        """What was asked, in its order."""
        every = {
            Step.BUILDS_BEFORE: self.build.before,
            Step.BUILDS_AFTER: self.build.after,
            Step.TESTS_PASS: self.build.tests,
            Step.COVERED: self.coverage,
            Step.GOLDEN: self.golden,
        }
        return {step: result for step, result in every.items() if result is not None}

    def lost_at(self) -> tuple[Step, StepResult] | None:
        """The first step that did not pass; None where all did."""
        lost = ((s, r) for s, r in self.steps.items() if r.status is not Status.PASSED)
        return next(lost, None)

    def meets(self, demand: Demand) -> bool:
        """Whether all steps up to the demand's were asked and passed."""
        order = list(Step)
        needed = order[: order.index(demand.last) + 1]
        steps = self.steps
        return all(s in steps and steps[s].status is Status.PASSED for s in needed)
