"""The result of one check: four outcomes, always with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.domain.described import Described

JsonValue = Any
"""Anything that JSON can hold; a check documents its own keys on its page."""


class Status(StrEnum):
    """The four outcomes. Inconclusive: nothing can be said, so nobody is blamed.

    What the environment left inconclusive is tried again by the next run.
    """

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not_applicable"
    INCONCLUSIVE = "inconclusive"


class CheckName(StrEnum):
    """The checks that exist, in the order of their cost."""

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
"""The checks that run where none are named: an agent slows the tests of base and prediction, fuzzing
costs a minute or more a prediction."""


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
    """No compiler was seen to take what the candidate wrote. Inconclusive where the base's build
    passes over the place anyway."""
    TEST_FAILED = "TEST_FAILED"
    TEST_MISSING = "TEST_MISSING"
    TIMEOUT = "TIMEOUT"
    RESOURCE = "RESOURCE"
    TAMPER = "TAMPER"
    FLAKY = "FLAKY"
    BEHAVIOUR_CHANGED = "BEHAVIOUR_CHANGED"

    NOT_REACHED = "NOT_REACHED"
    """Not applicable: an earlier check failed and the run stops at the first failure."""
    NOT_SELECTED = "NOT_SELECTED"
    """Not applicable: the user did not ask for this check."""
    TYPE_NOT_COVERED = "TYPE_NOT_COVERED"
    """Not applicable: the tool behind the check does not cover this refactoring type."""
    NO_REFERENCE = "NO_REFERENCE"
    """Not applicable: there is no developers' code to compare with."""
    NO_RULES = "NO_RULES"
    """Not applicable: the instance has no rule set."""
    NOT_PROVED = "NOT_PROVED"
    """Not applicable: no proof was found, which is no evidence against the change."""

    BASE_INVALID = "BASE_INVALID"
    """Inconclusive: the base commit cannot be built or measured."""
    INFRASTRUCTURE = "INFRASTRUCTURE"
    """Inconclusive: engine, disk or tool trouble."""
    ANALYSIS = "ANALYSIS"
    """Inconclusive: the analysis JVM failed or ran out of time on this input."""
    NOT_COVERED = "NOT_COVERED"
    """Inconclusive: the tests passed, and the refactored code never ran."""
    NOT_MEASURED = "NOT_MEASURED"
    """Inconclusive: what the tests executed could not be measured."""
    UNREACHED = "UNREACHED"
    """Inconclusive: fuzzing found no input that executes the change."""
    NONDETERMINISTIC = "NONDETERMINISTIC"
    """Inconclusive: the base's own code gives different results for the same input."""
    UNSUPPORTED = "UNSUPPORTED"
    """Inconclusive: no input could be built for the changed code, or its classes are not to be had."""
    NOT_COMPARED = "NOT_COMPARED"
    """Inconclusive: text alone does not show whether code that moved is still the same."""
    DIFFERENCE_SHOWN = "DIFFERENCE_SHOWN"
    """Inconclusive: the prover shows a difference in the refactored code, and nothing ran that settles it."""
    UNRESOLVED = "UNRESOLVED"
    """Inconclusive: the prover could not compile code that the proof needs, or there is none."""
    UNSEEN = "UNSEEN"
    """Inconclusive: the rule engine could not see a changed file as a whole."""
    INTERNAL = "INTERNAL"
    """Inconclusive: a defect of the verifier itself; the traceback is in the evidence."""


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
"""Reasons of inconclusive results that another run would find again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckResult(Described):
    """What one check found.

    `evidence` is a path relative to the run folder; `seconds` is wall time, without what was done
    once for the base; `data` holds the check's own findings (a missing measure is absent or None, never 0 or 1).

    Raises:
        ValueError: anything but a pass without a reason.
    """

    check: CheckName
    """Which check."""
    status: Status
    """How it ended."""
    reason: Reason | None = None
    """Why it did not pass; null for a pass alone."""
    details: str = ""
    """The findings for a person; a list or a diff takes several lines."""
    evidence: str | None = None
    """The file of the check's evidence, from the run folder; null where there is none."""
    seconds: float = 0.0
    """Wall time, without what was done once for the base."""
    data: Mapping[str, JsonValue] = field(default_factory=dict)
    """The check's own findings, as the check's page and the schema list them; empty where it
    did not run."""

    def __post_init__(self) -> None:
        if self.status is not Status.PASSED and self.reason is None:
            raise ValueError(f"{self.check} {self.status} needs a reason")
