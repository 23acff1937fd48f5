"""The verdict on one prediction, and the rule that derives it from the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, PredictionForm
from verifier.domain.refactoring import RefactoringClass, RefactoringType

SUCCESS_CHECKS = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.TESTS,
)
"""`success`: it compiles, the tests pass, the wanted refactoring is there (SWE-Refactor, 3.2)."""

STRICT_CHECKS = (*SUCCESS_CHECKS, CheckName.PURITY)
"""`strict_success`: also pure, with nothing outside the refactoring."""


PROVED_CHECKS = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.PROOF,
)
"""`proved_success`: the wanted refactoring is there and the whole change is proved."""


class Bar(StrEnum):
    """What a change must pass for a gate to say yes."""

    SUCCESS = "success"
    STRICT = "strict"
    PROVED = "proved"
    """Proved; the tests need not run, but none may fail."""
    SELECTED = "selected"
    """The checks that were asked for, and no other."""


def strict_checks(checks: Sequence[CheckResult]) -> tuple[CheckName, ...]:
    """What a strict success needs of these results: not to be shown non-equivalent, too.

    Fuzzing that found nothing, or could say nothing, neither helps nor hurts: nobody needs to ask
    for it. A confirmed difference is a fact.
    """
    shown = any(c.check is CheckName.BEHAVIOUR and c.status is Status.FAILED for c in checks)
    return (*STRICT_CHECKS, CheckName.BEHAVIOUR) if shown else STRICT_CHECKS


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictProvenance:
    """All that decided the verdict and can be recorded."""

    key: str
    refverify: str
    config_hash: str
    tools: Mapping[str, str]
    sandbox: str
    isolated: bool
    image: str | None
    jdk: str | None
    strategy: str | None
    strategy_reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """One ledger line: every check of one prediction and what follows from them.

    Type and class are those of the wanted refactoring; absent where any pure one would do. What
    was found then is in the detection's data.
    """

    instance_id: str
    model_name_or_path: str
    sample: int
    form: PredictionForm
    repo: str
    base_commit: str
    type: RefactoringType | None
    refactoring_class: RefactoringClass | None
    checks: tuple[CheckResult, ...]
    success: Status
    strict_success: Status
    proved_success: Status = Status.INCONCLUSIVE
    provenance: VerdictProvenance
    circumstances: Circumstances = field(default_factory=Circumstances)

    def check(self, name: CheckName) -> CheckResult | None:
        """The result of one check, or None where the record has none."""
        return next((c for c in self.checks if c.check is name), None)


def judge(checks: Sequence[CheckResult], needed: Sequence[CheckName]) -> Status:
    """Derive one figure: failed if any needed check failed, passed only on full evidence.

    A check whose tool does not cover the refactoring type does not stand in the way; any other
    check that did not pass, or has no result, leaves the figure inconclusive.
    """
    by_name = {c.check: c for c in checks}
    results = [by_name.get(name) for name in needed]
    if any(r is not None and r.status is Status.FAILED for r in results):
        return Status.FAILED
    complete = all(r is not None and _stands_not_in_the_way(r) for r in results)
    return Status.PASSED if complete and results else Status.INCONCLUSIVE


def judge_proved(checks: Sequence[CheckResult]) -> Status:
    """Derive `proved_success`: not applicable where nothing fails and no proof was found.

    Tests that fail are a fact that no proof outweighs; tests that did not run are not needed.
    """
    figure = judge(checks, PROVED_CHECKS)
    if any(c.check is CheckName.TESTS and c.status is Status.FAILED for c in checks):
        return Status.FAILED
    unproved = any(c.check is CheckName.PROOF and c.reason is Reason.NOT_PROVED for c in checks)
    return Status.NOT_APPLICABLE if unproved and figure is Status.INCONCLUSIVE else figure


def _stands_not_in_the_way(result: CheckResult) -> bool:
    if result.status is Status.NOT_APPLICABLE:
        return result.reason is Reason.TYPE_NOT_COVERED
    return result.status is Status.PASSED
