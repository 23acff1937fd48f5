"""The verdict on one prediction, and the rule that derives it from the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, PredictionForm
from verifier.domain.refactoring import RefactoringClass, RefactoringType

SUCCESS_CHECKS = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.REFERENCES,
    CheckName.TESTS,
)
"""`success`: it compiles, the tests pass, the wanted refactoring is there (SWE-Refactor, 3.2).

What was compiled must reach nothing new that could fool the tests, too."""

STRICT_CHECKS = (*SUCCESS_CHECKS, CheckName.PURITY)
"""`strict_success`: also pure, with nothing outside the refactoring."""

_ON_REQUEST = frozenset({CheckName.COVERAGE, CheckName.BEHAVIOUR})

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
    """What a strict success needs of these results: nothing shown against it on request, too.

    Fuzzing and coverage that found nothing, or could say nothing, neither help nor hurt: nobody
    needs to ask for them. A confirmed difference, and tampering with what the tests executed, is a
    fact.
    """
    shown = (c.check for c in checks if c.check in _ON_REQUEST and c.status is Status.FAILED)
    return (*STRICT_CHECKS, *shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictProvenance(Described):
    """All that decided the verdict and can be recorded."""

    key: str
    """The hash of all that decides the verdict: a run judges nothing twice under one key."""
    refverify: str
    """The version of refverify."""
    config_hash: str
    """The hash of the options that decide verdicts."""
    tools: Mapping[str, str]
    """The versions of the tools."""
    sandbox: str
    """Where the candidate ran: `docker`, `local`, or `none` where nothing ran."""
    isolated: bool
    """Whether that place isolates."""
    image: str | None
    """The digest of the container image; null without one."""
    jdk: str | None
    """The JDK that compiled it; null where nothing was compiled."""
    strategy: str | None
    """How it was built: `direct`, `maven` or `gradle`; null where it was not."""
    strategy_reason: str = ""
    """Why this way; empty where it was asked for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict(Described):
    """One ledger line: every check of one prediction and what follows from them.

    Type and class are those of the wanted refactoring; absent where any pure one would do. What
    was found then is in the detection's data.
    """

    instance_id: str
    """The id of the instance that was answered."""
    model_name_or_path: str
    """Whose answer it is."""
    sample: int
    """Which of several answers, from 0."""
    form: PredictionForm
    """In which of the forms the answer was given."""
    repo: str
    """The repository's name."""
    base_commit: str
    """The commit that the answer changes."""
    type: RefactoringType | None
    """The type of the wanted refactoring; null where any pure one would do."""
    refactoring_class: RefactoringClass | None
    """Atomic or compound; null likewise."""
    checks: tuple[CheckResult, ...]
    """The result of every check, in the order of their cost."""
    success: Status
    """Whether it applies, does the wanted refactoring, compiles and passes the tests."""
    strict_success: Status
    """Whether it is also pure, with nothing else edited."""
    proved_success: Status = Status.INCONCLUSIVE
    """Whether the change is proved to behave alike; `not_applicable` where no proof was found."""
    provenance: VerdictProvenance
    """All that decided the verdict."""
    circumstances: Circumstances = field(default_factory=Circumstances)
    """How the answer came about."""
    golden_purity: Status | None = None
    """What the instance records of the golden refactoring's purity: failed or inconclusive where it can be no strict
    success; null where nobody asked."""
    method: str = ""
    """The method of the wanted refactoring, as `pkg.Class#name(types)`; empty where any would do."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

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
