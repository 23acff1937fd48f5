"""What fails a change apart from the two answers on it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.verdicts import check
from verifier.domain.gate import (
    BehaviourAnswer,
    ClaimOutcome,
    Decision,
    Demand,
    Extent,
    FindingLevel,
    GateUnit,
    Question,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Rejection
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.decision import demand_code, demand_rules, demand_wanted, describe_rejected
from verifier.gates.request import CheckRequest

WANTED = WantedRefactoring.parse("Extract Method:p.A#f()")
OTHER = WantedRefactoring.parse("Inline Method:p.A#g()")
FOUND = check(CheckName.DETECTION)
ABSENT = check(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)
UNREAD = check(CheckName.DETECTION, Status.INCONCLUSIVE, Reason.ANALYSIS)
UNIT = GateUnit(
    decision=Decision.PASSED,
    behaviour=BehaviourAnswer.PROVED,
    refactoring=Extent.ONLY,
    refactorings=(),
    checks=(),
    findings=(),
)
WITHOUT_CODE = replace(UNIT, decision=Decision.NOTHING_TO_CHECK, behaviour=None, refactoring=None)


@pytest.mark.parametrize(
    ("detections", "decision", "levels"),
    [
        ({}, Decision.PASSED, []),
        ({WANTED: FOUND}, Decision.PASSED, []),
        ({WANTED: ABSENT}, Decision.FAILED, [FindingLevel.ERROR]),
        ({WANTED: UNREAD}, Decision.OPEN, [FindingLevel.WARNING]),
        ({WANTED: FOUND, OTHER: ABSENT}, Decision.FAILED, [FindingLevel.ERROR]),
        (
            {WANTED: UNREAD, OTHER: ABSENT},
            Decision.FAILED,
            [FindingLevel.WARNING, FindingLevel.ERROR],
        ),
        ({WANTED: None}, Decision.FAILED, [FindingLevel.ERROR]),
    ],
)
def test_every_wanted_refactoring_must_be_there(
    detections: dict[WantedRefactoring, CheckResult | None],
    decision: Decision,
    levels: list[FindingLevel],
) -> None:
    found = demand_wanted(detections).on(UNIT)

    assert found.decision is decision
    assert [each.level for each in found.findings] == levels
    assert {each.question for each in found.findings} <= {Question.REFACTORING}


def test_a_missing_refactoring_fails_a_change_without_code_and_is_named() -> None:
    found = demand_wanted({WANTED: None}).on(WITHOUT_CODE)

    assert found.decision is Decision.FAILED
    assert [each.message for each in found.findings] == [f"wanted {WANTED}: no code changed"]


def test_what_is_there_makes_no_bad_answer_good() -> None:
    failed = replace(UNIT, decision=Decision.FAILED)

    assert demand_wanted({WANTED: FOUND}).on(failed).decision is Decision.FAILED


@pytest.mark.parametrize(
    ("results", "foreign", "decision"),
    [
        ([check(CheckName.APPLICATION), check(CheckName.POLICY)], False, Decision.PASSED),
        ([check(CheckName.APPLICATION), check(CheckName.POLICY)], True, Decision.FAILED),
        ([check(CheckName.POLICY, Status.FAILED, Reason.POLICY)], False, Decision.FAILED),
        ([check(CheckName.APPLICATION, Status.FAILED, Reason.POLICY)], False, Decision.FAILED),
        # Only a comment changed: what was wanted decides about that.
        ([check(CheckName.APPLICATION, Status.FAILED, Reason.NO_CHANGE)], False, Decision.PASSED),
    ],
)
def test_a_change_that_answers_a_task_fails_by_a_broken_rule(
    results: list[CheckResult], foreign: bool, decision: Decision
) -> None:
    assert demand_rules(results, has_foreign_files=foreign).on(UNIT).decision is decision


def test_a_refactoring_changes_code() -> None:
    assert demand_code(has_code=True).on(UNIT) == UNIT
    found = demand_code(has_code=False).on(WITHOUT_CODE)

    assert found.decision is Decision.FAILED
    assert [each.rule_id for each in found.findings] == [Reason.NO_CHANGE]


def test_a_patch_that_does_not_apply_fails_with_its_reason() -> None:
    rejected = Rejection(reason=Reason.APPLY_FAILED, details="hunk 1 does not fit")
    found = describe_rejected(rejected, [WANTED])

    assert (found.decision, found.behaviour) == (Decision.FAILED, BehaviourAnswer.OPEN)
    assert [(each.rule_id, each.message) for each in found.findings] == [
        (Reason.APPLY_FAILED, "hunk 1 does not fit")
    ]
    assert [each.outcome for each in found.claims] == [ClaimOutcome.OPEN]


BOTH = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING))


@pytest.mark.parametrize(
    ("kind", "wanted", "demand", "task", "code"),
    [
        (SourceKind.WORKTREE, (WANTED,), BOTH, False, False),
        (SourceKind.PATCH, (), Demand(), False, False),
        (SourceKind.PATCH, (), BOTH, False, True),
        (SourceKind.PATCH, (WANTED,), Demand(), True, False),
        (SourceKind.ANSWER, (WANTED,), Demand(), True, False),
    ],
)
def test_what_answers_a_task_is_judged_by_the_rules_for_predictions(
    kind: SourceKind, wanted: tuple[WantedRefactoring, ...], demand: Demand, task: bool, code: bool
) -> None:
    request = CheckRequest(
        repository=Path(), source=Source(kind=kind), wanted=wanted, demand=demand
    )

    assert (request.answers_a_task, request.must_change_code) == (task, code)


def test_wishes_are_for_the_whole_change_and_claims_for_its_commits() -> None:
    with pytest.raises(UsageError, match="in the whole change, and claims in its commits"):
        CheckRequest(repository=Path(), claims=True, wanted=(WANTED,))
