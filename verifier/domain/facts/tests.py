"""What the check `tests` found."""

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
    """The suite on the base commit."""

    stable_pass: int
    """Tests that passed in every run that was needed: what a prediction must show passed."""
    stable_fail: tuple[str, ...]
    """The first fifty tests that failed in every run."""
    skipped: int
    """Tests that were skipped."""
    flaky: tuple[str, ...]
    """The first fifty tests whose runs differ."""
    runs: tuple[tuple[int, int] | None, ...]
    """What each run counted: passed and failed; null for a run without whole evidence. One run is enough where the
    prediction passed all that passed in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RerunFact(Described):
    """A doubtful test, run alone on both versions in turn."""

    base_passed: int
    """Runs of the base that passed."""
    candidate_passed: int
    """Runs of the candidate that passed."""
    rounds: int
    """How many runs each had."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlantedFact(Described):
    """A second run of the suite, in which we had broken some of the tests."""

    tests: tuple[str, ...]
    """The tests that were broken."""
    green: tuple[str, ...]
    """Those of them that were not seen failing, though the base shows them so."""
    disturbed: tuple[str, ...]
    """Tests that were left whole and failed here alone."""

    @classmethod
    def of(cls, tests: Sequence[str], green: Sequence[str], disturbed: Sequence[str]) -> Self:
        """The first fifty of each."""
        return cls(
            tests=tuple(tests[:50]), green=tuple(green[:50]), disturbed=tuple(disturbed[:50])
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class TestsFacts(Facts):
    """What the candidate's test run showed, beside the base's."""

    __test__ = False

    check: ClassVar[CheckName] = CheckName.TESTS

    evidence: str | None
    """What the outcomes rest on: `event-chain`, `surefire-xml` or `gradle-xml`; null without a run."""
    complete: bool
    """Whether the evidence is whole."""
    tamper: tuple[str, ...]
    """Signs that the evidence was tampered with."""
    strategy: str
    """How the tests were run."""
    strategy_reason: str
    """Why so."""
    notes: tuple[str, ...]
    """What was neutralised or found odd on the base."""
    base: BaseFacts
    """The base's suite."""
    seen: Mapping[TestOutcome, int]
    """How many tests of the candidate had each outcome."""
    build_seconds: float
    """Seconds of the whole build."""
    strength: EvidenceStrength | None = None
    """`strong`, or `weak` where code in the tests' own process could have made it all up."""
    planted: PlantedFact | None = None
    """The tests that were broken on purpose, with `--evidence planted`."""
    same_as: str | None = None
    """Whose tests speak for it, since its code is the same, instruction by instruction (lines and names of variables set aside): `base`, or
    another prediction of the same call as `instance/model/sample`."""
    not_run: int | None = None
    """How many stable tests did not run after the first failure, with `--tests first-failure`: they neither passed nor
    failed, and no canary followed."""
    edited_tests: tuple[EditFact, ...] | None = None
    """Tests that were edited beside the refactoring, where some were."""
    untested: Mapping[str, str] | None = None
    """Modules that need the changed ones, have tests and were compiled, not tested; with the reason."""
    failed: tuple[str, ...] | None = None
    """The first fifty stable tests that failed."""
    failed_count: int | None = None
    """How many failed."""
    missing: tuple[str, ...] | None = None
    """The first fifty stable tests that vanished."""
    newly_skipped: tuple[str, ...] | None = None
    """The first fifty stable tests that are skipped now."""
    missing_count: int | None = None
    """How many vanished or are newly skipped."""
    moved: Mapping[str, str] | None = None
    """Tests that the refactoring itself moved or renamed: old id to new id."""
    failures: Mapping[str, str] | None = None
    """The messages of the failed tests, by id."""
    places: Mapping[str, str] | None = None
    """Where the failed tests are declared, by id: `path:line`, or the path alone where the file does not declare the
    method."""
    reruns: Mapping[str, RerunFact] | None = None
    """The doubtful tests that were run again, by id; fifty at most."""
