"""The result of one check: one of four outcomes, with a reason for each that is not a pass."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.domain.described import Described

JsonValue = Any
"""Any JSON value. Each check documents its keys on its page."""


class Status(StrEnum):
    """The four outcomes.

    Inconclusive means that there is no answer, and the candidate is not blamed.

    If the environment made a check inconclusive, the next run tries it again.
    """

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    INCONCLUSIVE = "inconclusive"


class CheckName(StrEnum):
    """The checks, the cheapest first."""

    APPLICATION = "application"
    POLICY = "policy"
    DETECTION = "detection"
    PURITY = "purity"
    COMPILATION = "compilation"
    REFERENCES = "references"
    PROOF = "proof"
    TESTS = "tests"
    COVERAGE = "coverage"
    BEHAVIOUR = "behaviour"
    SIMILARITY = "similarity"
    RULES = "rules"


DEFAULT_CHECKS = frozenset(CheckName) - {CheckName.COVERAGE, CheckName.BEHAVIOUR}
"""The checks that run by default. Two checks run only on request: coverage slows the tests of base
and prediction, and fuzzing takes a minute or more for each prediction."""


class Reason(StrEnum):
    """Why a check did not pass: a closed set."""

    APPLY_FAILED = "APPLY_FAILED"
    NO_CHANGE = "NO_CHANGE"
    UNPARSABLE_ANSWER = "UNPARSABLE_ANSWER"
    UNKNOWN_TARGET = "UNKNOWN_TARGET"
    POLICY = "POLICY"
    NOT_DETECTED = "NOT_DETECTED"
    IMPURE = "IMPURE"
    COMPILE_ERROR = "COMPILE_ERROR"
    NOT_BUILT = "NOT_BUILT"
    """The compiler was not seen to process the candidate's code. Inconclusive if the base's own
    build skips that place too."""
    TEST_FAILED = "TEST_FAILED"
    TEST_MISSING = "TEST_MISSING"
    TIMEOUT = "TIMEOUT"
    RESOURCE = "RESOURCE"
    TAMPER = "TAMPER"
    FLAKY = "FLAKY"
    BEHAVIOUR_CHANGED = "BEHAVIOUR_CHANGED"

    NOT_REACHED = "NOT_REACHED"
    """Not applicable: an earlier check failed, and the run stops at the first failure."""
    NOT_SELECTED = "NOT_SELECTED"
    """Not applicable: the user did not ask for this check."""
    TYPE_NOT_COVERED = "TYPE_NOT_COVERED"
    """Not applicable: the tool behind the check does not cover this refactoring type."""
    NO_REFERENCE = "NO_REFERENCE"
    """Not applicable: there is no code of the developers to compare with."""
    NO_REFACTORING = "NO_REFACTORING"
    """Not applicable: the task is an assignment, which names no refactoring."""
    NO_CODEBLEU = "NO_CODEBLEU"
    """Not applicable: the package that computes CodeBLEU is not there for this Python."""
    NO_RULES = "NO_RULES"
    """Not applicable: the instance has no rule set."""
    NOT_PROVED = "NOT_PROVED"
    """Not applicable: no proof was found. This is no evidence against the change."""

    BASE_INVALID = "BASE_INVALID"
    """Inconclusive: the base commit cannot be built or measured."""
    INFRASTRUCTURE = "INFRASTRUCTURE"
    """Inconclusive: the engine, the disk or a tool failed."""
    ANALYSIS = "ANALYSIS"
    """Inconclusive: the analysis JVM failed or timed out on this input."""
    NOT_COVERED = "NOT_COVERED"
    """Inconclusive: the tests passed, but the refactored code never ran."""
    NOT_MEASURED = "NOT_MEASURED"
    """Inconclusive: the coverage could not be measured."""
    UNREACHED = "UNREACHED"
    """Inconclusive: fuzzing found no input that executes the change."""
    NONDETERMINISTIC = "NONDETERMINISTIC"
    """Inconclusive: the base's own code gives different results for the same input."""
    UNSUPPORTED = "UNSUPPORTED"
    """Inconclusive: no input could be built for the changed code, or its classes are not available."""
    NOT_COMPARED = "NOT_COMPARED"
    """Inconclusive: the text alone does not show whether moved code is still the same."""
    DIFFERENCE_SHOWN = "DIFFERENCE_SHOWN"
    """Inconclusive: the prover shows a difference in the refactored code, and no run has settled
    it."""
    UNRESOLVED = "UNRESOLVED"
    """Inconclusive: the prover could not compile code that the proof needs, or there is no such
    code."""
    UNSEEN = "UNSEEN"
    """Inconclusive: the rule engine could not read a changed file completely."""
    INTERNAL = "INTERNAL"
    """Inconclusive: a defect in the verifier itself. The evidence has the traceback."""


LASTING = frozenset(
    {
        Reason.BASE_INVALID,
        Reason.NOT_BUILT,
        Reason.ANALYSIS,
        Reason.NOT_COVERED,
        Reason.NOT_MEASURED,
        Reason.UNREACHED,
        Reason.NONDETERMINISTIC,
        Reason.UNSUPPORTED,
        Reason.NOT_COMPARED,
        Reason.DIFFERENCE_SHOWN,
        Reason.UNRESOLVED,
        Reason.UNSEEN,
    }
)
"""Reasons for an inconclusive result that another run would give again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckResult(Described):
    """The result of one check.

    Raises:
        ValueError: an outcome other than a pass has no reason.
    """

    check: CheckName
    """The check."""
    status: Status
    """Its outcome."""
    reason: Reason | None = None
    """Why it did not pass; null only for a pass."""
    details: str = ""
    """The result in words. A list or a diff takes several lines."""
    evidence: str | None = None
    """The check's evidence file, relative to the run folder; null if there is none."""
    seconds: float = 0.0
    """Wall time in seconds, without the work that is done once for the base."""
    data: Mapping[str, JsonValue] = field(default_factory=dict)
    """The check's own data, documented on its page and in the schema; empty if it did not run. A
    missing value is absent or null, never 0 or 1."""

    def __post_init__(self) -> None:
        if self.status is not Status.PASSED and self.reason is None:
            raise ValueError(f"{self.check} {self.status} needs a reason")
