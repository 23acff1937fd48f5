"""What decides about a change apart from the two answers on it.

A wanted refactoring must be there. A change that answers a task must keep the rules for predictions.
A patch or an answer must apply, and it must change code if refactoring is required.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from verifier.domain.gate import (
    BehaviourAnswer,
    CheckLine,
    Decision,
    Extent,
    FindingLevel,
    GateFinding,
    GateUnit,
    NextStep,
    Question,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Rejection
from verifier.gates.answer import Checks, find_result, unmet
from verifier.gates.findings import STEPS

_WORST = (Decision.FAILED, Decision.OPEN, Decision.PASSED, Decision.NOTHING_TO_CHECK)
_NO_CODE = "no code changed"


@dataclass(frozen=True, kw_only=True, slots=True)
class Demanded:
    """What else a change had to show: a decision, and a finding for each demand that is not met.

    The decision is `nothing_to_check` if nothing else was demanded.
    """

    decision: Decision = Decision.NOTHING_TO_CHECK
    findings: tuple[GateFinding, ...] = ()

    def and_(self, other: "Demanded") -> "Demanded":
        """Demand both."""
        worst = min(self.decision, other.decision, key=_WORST.index)
        return Demanded(decision=worst, findings=(*self.findings, *other.findings))

    def on(self, unit: GateUnit) -> GateUnit:
        """Return the unit with the worse of both decisions."""
        worst = min(self.decision, unit.decision, key=_WORST.index)
        return replace(unit, decision=worst, findings=(*self.findings, *unit.findings))


def demand_wanted(detections: Mapping[WantedRefactoring, CheckResult | None]) -> Demanded:
    """Demand refactorings, given the detection of each. The detection is None if no code changed."""
    found = [_missing(wanted, each) for wanted, each in detections.items()]
    findings = tuple(finding for finding in found if finding is not None)
    return Demanded(decision=_decision(findings), findings=findings)


def _missing(wanted: WantedRefactoring, detection: CheckResult | None) -> GateFinding | None:
    if detection is None:
        return _finding(Reason.NO_CHANGE, f"wanted {wanted}: {_NO_CODE}")
    if detection.status is Status.PASSED:
        return None
    reason = detection.reason or Reason.INTERNAL
    said = detection.details
    message = said if str(wanted) in said else f"wanted {wanted}: {said or reason}"
    level = FindingLevel.ERROR if detection.status is Status.FAILED else FindingLevel.WARNING
    return _finding(reason, message, level)


def _decision(findings: Iterable[GateFinding]) -> Decision:
    levels = {finding.level for finding in findings}
    if not levels:
        return Decision.NOTHING_TO_CHECK
    return Decision.FAILED if FindingLevel.ERROR in levels else Decision.OPEN


def demand_rules(checks: Checks, *, has_foreign_files: bool) -> Demanded:
    """Demand that a change which answers a task keeps the rules for predictions.

    It fails if it cannot be read as a change of its base, breaks a rule of the policy, or changes
    files that the policy forbids. The findings of the checks name the rule.
    """
    asked = (find_result(checks, name) for name in (CheckName.APPLICATION, CheckName.POLICY))
    failed = (each for each in asked if each is not None and each.status is Status.FAILED)
    broken = any(each.reason is not Reason.NO_CHANGE for each in failed)
    return Demanded(
        decision=Decision.FAILED if broken or has_foreign_files else Decision.NOTHING_TO_CHECK
    )


def demand_code(*, has_code: bool) -> Demanded:
    """Demand a change of code from a patch or an answer that must be a refactoring."""
    if has_code:
        return Demanded()
    said = f"{_NO_CODE}: this is not a refactoring"
    return Demanded(decision=Decision.FAILED, findings=(_finding(Reason.NO_CHANGE, said),))


def describe_rejected(rejected: Rejection, wanted: Iterable[WantedRefactoring]) -> GateUnit:
    """Return the answers on a patch or an answer that cannot be applied: it fails."""
    said = (f"{CheckName.APPLICATION}: {rejected.details}",)
    line = CheckLine(
        name=CheckName.APPLICATION,
        status=Status.FAILED,
        reason=rejected.reason,
        summary=rejected.details,
        seconds=0.0,
    )
    return GateUnit(
        decision=Decision.FAILED,
        behaviour=BehaviourAnswer.OPEN,
        behaviour_by=said,
        refactoring=Extent.OPEN,
        refactoring_by=said,
        refactorings=(),
        checks=(line,),
        findings=(
            replace(_finding(rejected.reason, rejected.details), question=Question.BEHAVIOUR),
        ),
        claims=tuple(unmet(str(each), rejected.details) for each in wanted),
    )


def _finding(reason: Reason, message: str, level: FindingLevel = FindingLevel.ERROR) -> GateFinding:
    return GateFinding(
        rule_id=str(reason),
        question=Question.REFACTORING,
        level=level,
        message=message,
        next_step=STEPS.get(reason, NextStep.ASK_HUMAN),
    )
