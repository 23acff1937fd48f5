"""The data of the check `tests`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.facts.purity import EditFact
from verifier.domain.outcome import CheckName
from verifier.domain.testrun import EvidenceStrength, TestOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseFacts(Described):
    """The results of the test suite on the base commit."""

    stable_pass: int
    """Number of tests that passed in every required run. A prediction must pass all of them."""
    stable_fail: tuple[str, ...]
    """Tests that failed in every run; at most fifty."""
    skipped: int
    """Number of skipped tests."""
    flaky: tuple[str, ...]
    """Tests whose runs differ; at most fifty."""
    runs: tuple[tuple[int, int] | None, ...]
    """Passed and failed tests of each run; null for a run without whole evidence. One run is enough
    if the prediction passed all tests that passed in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RerunFact(Described):
    """A doubtful test that ran alone, on both versions in turn."""

    base_passed: int
    """Number of the base's runs that passed."""
    candidate_passed: int
    """Number of the candidate's runs that passed."""
    rounds: int
    """Number of runs of each version."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlantedFact(Described):
    """A second run of the suite in which we broke some tests on purpose."""

    tests: tuple[str, ...]
    """The tests that were broken."""
    green: tuple[str, ...]
    """Broken tests that were not seen failing, although they fail on the base."""
    disturbed: tuple[str, ...]
    """Unbroken tests that failed only in this run."""

    @classmethod
    def of(cls, tests: Sequence[str], green: Sequence[str], disturbed: Sequence[str]) -> Self:
        """Keep the first fifty of each list."""
        return cls(
            tests=tuple(tests[:50]), green=tuple(green[:50]), disturbed=tuple(disturbed[:50])
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class TestsFacts(Facts):
    """The candidate's test run, compared with the base's."""

    __test__ = False

    check: ClassVar[CheckName] = CheckName.TESTS

    evidence: str | None
    """The source of the outcomes: `event-chain`, `surefire-xml` or `gradle-xml`; null if nothing
    ran."""
    complete: bool
    """Whether the evidence is whole."""
    tamper: tuple[str, ...]
    """Signs that the evidence was tampered with."""
    strategy: str
    """How the tests were run."""
    strategy_reason: str
    """Why this strategy was chosen."""
    notes: tuple[str, ...]
    """What was neutralised or is unusual on the base."""
    base: BaseFacts
    """The results of the base's suite."""
    seen: Mapping[TestOutcome, int]
    """Number of the candidate's tests with each outcome."""
    build_seconds: float
    """Duration of the whole build, in seconds."""
    strength: EvidenceStrength | None = None
    """`strong`, or `weak` if code in the tests' own process could have forged the outcomes."""
    planted: PlantedFact | None = None
    """The tests that were broken on purpose; only with `--evidence planted`."""
    same_as: str | None = None
    """The owner of the test run, if the run was reused because both have the same instructions
    (lines and variable names aside): `base`, or another prediction of the same call as
    `instance/model/sample`."""
    not_run: int | None = None
    """With `--tests first-failure`: number of stable tests that did not run after the first
    failure. They neither passed nor failed, and no canary followed."""
    edited_tests: tuple[EditFact, ...] | None = None
    """Tests that were edited apart from the refactoring, if there are any."""
    untested: Mapping[str, str] | None = None
    """Modules that depend on the changed ones, have tests, and were compiled but not tested, each
    with the reason."""
    failed: tuple[str, ...] | None = None
    """Stable tests that failed; at most fifty."""
    failed_count: int | None = None
    """Number of stable tests that failed."""
    missing: tuple[str, ...] | None = None
    """Stable tests that vanished; at most fifty."""
    newly_skipped: tuple[str, ...] | None = None
    """Stable tests that are now skipped; at most fifty."""
    missing_count: int | None = None
    """Number of stable tests that vanished or are now skipped."""
    moved: Mapping[str, str] | None = None
    """Tests that the refactoring itself moved or renamed: old id to new id."""
    failures: Mapping[str, str] | None = None
    """The messages of the failed tests, by id."""
    places: Mapping[str, str] | None = None
    """The declarations of the failed tests, by id: `path:line`, or only the path if the file does
    not declare the method."""
    reruns: Mapping[str, RerunFact] | None = None
    """The doubtful tests that ran again, by id; at most fifty."""
