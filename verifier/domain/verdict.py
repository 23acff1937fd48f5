"""The verdict on one prediction, and the rules that derive it from the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.assignment import AssignmentType
from verifier.domain.described import FORM, Described, Form
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, PredictionForm
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType

SUCCESS_CHECKS = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.REFERENCES,
    CheckName.TESTS,
)
"""The checks for `success`: the candidate compiles, passes the tests, and contains the wanted
refactoring (SWE-Refactor, 3.2). Its compiled code must also use nothing new that could fool the
tests."""

STRICT_CHECKS = (*SUCCESS_CHECKS, CheckName.PURITY)
"""The checks for `strict_success`: also pure, without edits outside the refactoring."""

_ON_REQUEST = frozenset({CheckName.COVERAGE, CheckName.BEHAVIOUR})

PROVED_CHECKS = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.COMPILATION,
    CheckName.PROOF,
)
"""The checks for `proved_success`: the wanted refactoring is present, and the whole change is
proved."""


class Bar(StrEnum):
    """The bar that a change must pass in the gate."""

    SUCCESS = "success"
    STRICT = "strict"
    PROVED = "proved"
    """Proved. The tests need not run, but none may fail."""
    SELECTED = "selected"
    """Only the requested checks."""


def strict_checks(checks: Sequence[CheckResult]) -> tuple[CheckName, ...]:
    """Return the checks that a strict success needs, given these results.

    Coverage and fuzzing are optional, so an inconclusive result of theirs has no effect. A failure
    of theirs counts: a confirmed difference, or a forged recording, is a fact.
    """
    shown = (c.check for c in checks if c.check in _ON_REQUEST and c.status is Status.FAILED)
    return (*STRICT_CHECKS, *shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class VerdictProvenance(Described):
    """All recorded inputs that decided the verdict."""

    key: str
    """The hash of all inputs that decide the verdict. A run judges nothing twice under one key."""
    refverify: str
    """The version of refverify."""
    config_hash: str
    """The hash of the options that decide verdicts."""
    tools: Mapping[str, str]
    """The versions of the tools."""
    sandbox: str
    """Where the candidate ran: `docker`, `local`, or `none` if nothing ran."""
    isolated: bool
    """Whether that sandbox isolates."""
    image: str | None
    """The digest of the container image; null if there was none."""
    jdk: str | None
    """The JDK that compiled the candidate; null if nothing was compiled."""
    strategy: str | None
    """How it was built: `direct`, `maven` or `gradle`; null if it was not built."""
    strategy_reason: str = ""
    """Why this strategy was chosen; empty if the user requested it."""
    runtime: str | None = None
    """The engine's name of the container's runtime; null if there was no container."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict(Described):
    """One line of the ledger: all checks of one prediction, and the figures that follow from them.

    `type` and `refactoring_class` describe the wanted refactoring. They are null if any pure
    refactoring is accepted; the detection's data then names the refactorings that were found.
    """

    instance_id: str
    """The id of the answered instance."""
    model_name_or_path: str
    """The author of the answer."""
    sample: int
    """The number of the answer among several, from 0."""
    form: PredictionForm
    """The form in which the answer was given."""
    repo: str
    """The repository's name."""
    base_commit: str
    """The commit that the answer changes."""
    type: RefactoringType | None
    """The type of the wanted refactoring; null if any pure one is accepted."""
    refactoring_class: RefactoringClass | None
    """Atomic or compound; null if any pure refactoring is accepted."""
    checks: tuple[CheckResult, ...]
    """The result of every check, the cheapest first."""
    success: Status
    """Whether the answer applies, does the wanted refactoring, compiles and passes the tests."""
    strict_success: Status
    """Whether the answer is also pure, with no other edits; `not_applicable` for an assignment."""
    proved_success: Status = Status.INCONCLUSIVE
    """Whether the change is proved to preserve behaviour; `not_applicable` if no proof was found."""
    provenance: VerdictProvenance
    """The recorded inputs that decided the verdict."""
    circumstances: Circumstances = field(default_factory=Circumstances)
    """How the prediction was made."""
    golden_purity: Status | None = None
    """The purity of the instance's golden refactoring. If it is failed or inconclusive, the golden
    refactoring cannot be a strict success. Null if this is not recorded."""
    method: str = ""
    """The method of the wanted refactoring, or the one to rewrite, as `pkg.Class#name(types)`; empty
    if there is none."""
    assignment: AssignmentType | None = None
    """What the assignment asks for; null if the task is an instance."""
    tree: str | None = None
    """The id of the candidate's git tree; null if the answer does not apply, or the id is unknown."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def task_type(self) -> RefactoringType | AssignmentType | None:
        """The wanted refactoring's type, or what an assignment asks for; None if any is accepted."""
        return self.type or self.assignment

    def was_asked_for(self, needed: Sequence[CheckName]) -> bool:
        """Tell whether the user asked for every check in `needed`."""
        left_out = (c.check for c in self.checks if c.reason is Reason.NOT_SELECTED)
        return not set(needed).intersection(left_out)

    def check(self, name: CheckName) -> CheckResult | None:
        """Return the result of one check; None if the record has none."""
        return next((c for c in self.checks if c.check is name), None)


def judge(checks: Sequence[CheckResult], needed: Sequence[CheckName]) -> Status:
    """Derive one figure: failed if a needed check failed, passed only with full evidence.

    A check that does not cover the refactoring type, or that needs a refactoring where the task
    names none, is ignored. Any other check that did not pass,
    or has no result, makes the figure inconclusive.
    """
    by_name = {c.check: c for c in checks}
    results = [by_name.get(name) for name in needed]
    if any(r is not None and r.status is Status.FAILED for r in results):
        return Status.FAILED
    complete = all(r is not None and _stands_not_in_the_way(r) for r in results)
    return Status.PASSED if complete and results else Status.INCONCLUSIVE


def judge_strict(checks: Sequence[CheckResult]) -> Status:
    """Derive `strict_success`: not applicable if the task names no refactoring."""
    if any(c.check is CheckName.PURITY and c.reason is Reason.NO_REFACTORING for c in checks):
        return Status.NOT_APPLICABLE
    return judge(checks, strict_checks(checks))


def judge_proved(checks: Sequence[CheckResult]) -> Status:
    """Derive `proved_success`: not applicable if nothing failed and no proof was found.

    Failing tests are a fact that no proof outweighs. Tests that did not run are not needed.
    """
    figure = judge(checks, PROVED_CHECKS)
    if any(c.check is CheckName.TESTS and c.status is Status.FAILED for c in checks):
        return Status.FAILED
    unproved = any(c.check is CheckName.PROOF and c.reason is Reason.NOT_PROVED for c in checks)
    return Status.NOT_APPLICABLE if unproved and figure is Status.INCONCLUSIVE else figure


def _stands_not_in_the_way(result: CheckResult) -> bool:
    if result.status is Status.NOT_APPLICABLE:
        return result.reason in {Reason.TYPE_NOT_COVERED, Reason.NO_REFACTORING}
    return result.status is Status.PASSED
