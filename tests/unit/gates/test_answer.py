"""When a change is proved, refuted or unproven."""

from dataclasses import replace

import pytest

from tests.support.verdicts import check
from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.gate import FindingLevel, GateOutcome, Level
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import Proof, ProofOutcome
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import (
    LEVEL_CHECKS,
    beside_purity,
    outcome_of,
    proved_by,
    refactorings_of,
)
from verifier.gates.findings import findings_of

PASSING = {name: check(name) for name in LEVEL_CHECKS[Level.BEHAVIOUR]}


def checks(*others: CheckResult) -> list[CheckResult]:
    """All checks as passed but these."""
    return list({**PASSING, **{other.check: other for other in others}}.values())


def failed(name: CheckName, reason: Reason, **more: object) -> CheckResult:
    return check(name, Status.FAILED, reason, details="why", **more)  # type: ignore[arg-type]


PROOF = check(CheckName.PROOF)
IMPURE = failed(CheckName.PURITY, Reason.IMPURE)


RUNNING = [Level.TESTS, Level.BEHAVIOUR]


@pytest.mark.parametrize("level", RUNNING)
def test_all_that_the_level_asks_for_must_have_passed(level: Level) -> None:
    asked = LEVEL_CHECKS[level]
    assert outcome_of(checks(), level) is GateOutcome.PROVED
    assert outcome_of([PASSING[name] for name in asked], level) is GateOutcome.PROVED
    for name in asked:
        without = [PASSING[other] for other in asked if other is not name]
        assert outcome_of(without, level) is GateOutcome.UNPROVEN


@pytest.mark.parametrize("level", [Level.STATIC, Level.BUILD])
def test_where_nothing_is_run_only_a_proof_can_prove(level: Level) -> None:
    asked = [PASSING[name] for name in LEVEL_CHECKS[level]]
    assert outcome_of(asked, level) is GateOutcome.UNPROVEN
    assert outcome_of([*asked, PROOF], level) is GateOutcome.PROVED
    for missing in beside_purity(level):
        without = [check for check in asked if check.check is not missing]
        assert outcome_of([*without, PROOF], level) is GateOutcome.UNPROVEN


@pytest.mark.parametrize("outcome", ProofOutcome)
def test_of_the_weaker_proofs_that_of_a_closed_world_counts(outcome: ProofOutcome) -> None:
    counts = outcome is ProofOutcome.CLOSED_WORLD
    found = proof_result(Proof(outcome=outcome), READ)
    asked = [PASSING[name] for name in LEVEL_CHECKS[Level.STATIC]]
    if outcome is ProofOutcome.PROVED:
        return
    expected = GateOutcome.PROVED if counts else GateOutcome.UNPROVEN

    assert outcome_of([*asked, found], Level.STATIC) is expected
    said = proved_by([*asked, found], Level.STATIC)
    assert any("no class outside of the repository" in each for each in said) is counts


def test_a_refactoring_is_proved_with_the_whole_change_alone() -> None:
    place = PlaceFact(file="A.java", line=3, method="p.A#f()")
    pure = RefactoringFact(
        type="Extract Method",
        description="Extract Method f",
        before=place,
        after=place,
        purity=PurityVerdict.PURE,
        comment="",
    )
    facts = DetectionFacts(
        matched=(), delegate=False, detected=(), detected_count=1, skipped_files={}, found=(pure,)
    )
    found = replace(PASSING[CheckName.DETECTION], data=facts.as_data())

    (whole,) = refactorings_of(checks(found, PROOF), GateOutcome.PROVED)
    (unproven,) = refactorings_of(checks(found), GateOutcome.UNPROVEN)
    (refuted,) = refactorings_of(checks(found, IMPURE), GateOutcome.REFUTED)

    assert whole.outcome is GateOutcome.PROVED
    assert unproven.outcome is refuted.outcome is GateOutcome.UNPROVEN
    assert unproven.reason == "PurityChecker calls its text pure; the change is not proved"


@pytest.mark.parametrize(
    ("name", "reason", "outcome"),
    [
        (CheckName.PURITY, Reason.IMPURE, GateOutcome.REFUTED),
        (CheckName.COMPILATION, Reason.COMPILE_ERROR, GateOutcome.REFUTED),
        (CheckName.TESTS, Reason.TEST_FAILED, GateOutcome.REFUTED),
        (CheckName.TESTS, Reason.TAMPER, GateOutcome.REFUTED),
        (CheckName.BEHAVIOUR, Reason.BEHAVIOUR_CHANGED, GateOutcome.REFUTED),
        (CheckName.POLICY, Reason.POLICY, GateOutcome.UNPROVEN),
        (CheckName.REFERENCES, Reason.POLICY, GateOutcome.UNPROVEN),
        (CheckName.APPLICATION, Reason.APPLY_FAILED, GateOutcome.UNPROVEN),
        (CheckName.COMPILATION, Reason.NOT_BUILT, GateOutcome.UNPROVEN),
    ],
)
def test_a_failure_refutes_where_its_reason_speaks_against_the_change(
    name: CheckName, reason: Reason, outcome: GateOutcome
) -> None:
    assert outcome_of(checks(failed(name, reason)), Level.BEHAVIOUR) is outcome


@pytest.mark.parametrize("name", LEVEL_CHECKS[Level.BEHAVIOUR])
def test_what_is_inconclusive_proves_and_refutes_nothing(name: CheckName) -> None:
    broken = check(name, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
    assert outcome_of(checks(broken), Level.BEHAVIOUR) is GateOutcome.UNPROVEN


def test_a_failure_above_the_level_is_not_asked_about() -> None:
    broken = failed(CheckName.TESTS, Reason.TEST_FAILED)
    assert outcome_of(checks(broken, PROOF), Level.BUILD) is GateOutcome.PROVED


@pytest.mark.parametrize(
    "open_",
    [
        IMPURE,
        failed(CheckName.DETECTION, Reason.NOT_DETECTED),
        check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED),
    ],
)
def test_a_proof_stands_for_detection_and_purity(open_: CheckResult) -> None:
    assert outcome_of(checks(open_, PROOF), Level.TESTS) is GateOutcome.PROVED


def test_a_proof_outweighs_no_test_and_no_counterexample() -> None:
    for broken in (
        failed(CheckName.TESTS, Reason.TEST_FAILED),
        failed(CheckName.BEHAVIOUR, Reason.BEHAVIOUR_CHANGED),
    ):
        assert outcome_of(checks(broken, PROOF), Level.BEHAVIOUR) is GateOutcome.REFUTED


def test_no_proof_is_no_evidence() -> None:
    unproved = check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED)
    assert outcome_of(checks(unproved), Level.TESTS) is GateOutcome.PROVED
    assert outcome_of(checks(IMPURE, unproved), Level.TESTS) is GateOutcome.REFUTED


def test_that_nothing_was_detected_is_no_evidence_against_a_change() -> None:
    none = failed(CheckName.DETECTION, Reason.NOT_DETECTED)

    assert outcome_of(checks(none), Level.STATIC) is GateOutcome.UNPROVEN


def test_comments_alone_are_nothing_to_check() -> None:
    same = failed(CheckName.APPLICATION, Reason.NO_CHANGE)
    assert outcome_of([same], Level.TESTS) is GateOutcome.NOTHING_TO_CHECK
    assert findings_of([same], Level.TESTS) == ()


def test_what_a_proof_answers_is_told_as_a_note_only() -> None:
    (noted,) = findings_of(checks(IMPURE, PROOF), Level.TESTS)
    (said,) = findings_of(checks(IMPURE), Level.TESTS)

    assert (noted.level, said.level) == (FindingLevel.NOTE, FindingLevel.ERROR)
