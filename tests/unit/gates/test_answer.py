"""When a change is proved, tested, refuted or open, and when it is only refactoring."""

from collections.abc import Mapping
from dataclasses import asdict, replace

import pytest

from tests.support.verdicts import check
from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.facts.purity import EditFact
from verifier.domain.gate import (
    BehaviourAnswer,
    ClaimOutcome,
    Decision,
    Extent,
    GateUnit,
    Level,
)
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import Proof, ProofOutcome
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import (
    LEVEL_CHECKS,
    about_behaviour,
    answers_of,
    claim_of,
    refactorings_of,
)

PROVED, TESTED = BehaviourAnswer.PROVED, BehaviourAnswer.TESTED
OPEN, REFUTED = BehaviourAnswer.OPEN, BehaviourAnswer.REFUTED
PASSING = {name: check(name) for name in LEVEL_CHECKS[Level.BEHAVIOUR]}
RUNNING = [Level.TESTS, Level.BEHAVIOUR]


def checks(*others: CheckResult, level: Level = Level.BEHAVIOUR) -> list[CheckResult]:
    """All checks of a level as passed but these."""
    passing = {name: PASSING[name] for name in LEVEL_CHECKS[level]}
    return list({**passing, **{other.check: other for other in others}}.values())


def make_failed(
    name: CheckName, reason: Reason, data: Mapping[str, object] | None = None
) -> CheckResult:
    return check(name, Status.FAILED, reason, details="why", data=data)


def behaviour(found: list[CheckResult], level: Level, doubt: str = "") -> BehaviourAnswer | None:
    return answers_of(found, level, doubt).behaviour


PROOF = check(CheckName.PROOF)
IMPURE = make_failed(CheckName.PURITY, Reason.IMPURE)
NOT_DETECTED = make_failed(CheckName.DETECTION, Reason.NOT_DETECTED)
NOT_COMPARED = check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.NOT_COMPARED, details="why")


@pytest.mark.parametrize("level", RUNNING)
def test_tested_needs_all_that_the_level_asks_of_behaviour(level: Level) -> None:
    assert behaviour(checks(level=level), level) is TESTED
    for name in (*about_behaviour(level), CheckName.COVERAGE):
        without = [each for each in checks(level=level) if each.check is not name]
        assert behaviour(without, level) is OPEN


@pytest.mark.parametrize("reason", [Reason.NOT_COVERED, Reason.NOT_MEASURED])
def test_tests_that_are_not_seen_to_run_the_changed_code_leave_it_open(reason: Reason) -> None:
    unseen = check(CheckName.COVERAGE, Status.INCONCLUSIVE, reason, details="never ran")
    found = answers_of(checks(unseen, level=Level.TESTS), Level.TESTS)

    assert (found.behaviour, found.behaviour_by) == (OPEN, ("coverage: never ran",))
    assert behaviour(checks(unseen, PROOF), Level.TESTS) is PROVED


@pytest.mark.parametrize("level", [Level.STATIC, Level.BUILD])
def test_where_nothing_is_run_only_a_proof_can_show_it(level: Level) -> None:
    assert behaviour(checks(level=level), level) is OPEN
    assert behaviour(checks(PROOF, level=level), level) is PROVED
    for missing in about_behaviour(level):
        without = [each for each in checks(PROOF, level=level) if each.check is not missing]
        assert behaviour(without, level) is OPEN


@pytest.mark.parametrize("outcome", ProofOutcome)
def test_of_the_weaker_proofs_that_of_a_closed_world_counts(outcome: ProofOutcome) -> None:
    counts = outcome in {ProofOutcome.PROVED, ProofOutcome.CLOSED_WORLD}
    proof = proof_result(Proof(outcome=outcome), READ)
    found = answers_of(checks(proof, level=Level.STATIC), Level.STATIC)

    assert found.behaviour is (PROVED if counts else OPEN)
    assumed = [each for each in found.behaviour_by if "no class outside of the repository" in each]
    assert bool(assumed) is (outcome is ProofOutcome.CLOSED_WORLD)


@pytest.mark.parametrize("level", Level)
def test_a_doubt_leaves_open_what_nothing_refutes(level: Level) -> None:
    found = answers_of(checks(PROOF), level, "a text names it")

    assert (found.behaviour, found.behaviour_by) == (OPEN, ("a text names it",))


@pytest.mark.parametrize(
    ("name", "reason", "expected"),
    [
        (CheckName.COMPILATION, Reason.COMPILE_ERROR, REFUTED),
        (CheckName.TESTS, Reason.TEST_FAILED, REFUTED),
        (CheckName.BEHAVIOUR, Reason.BEHAVIOUR_CHANGED, REFUTED),
        (CheckName.PURITY, Reason.IMPURE, TESTED),
        (CheckName.DETECTION, Reason.NOT_DETECTED, TESTED),
        (CheckName.TESTS, Reason.TAMPER, OPEN),
        (CheckName.TESTS, Reason.TEST_MISSING, OPEN),
        (CheckName.TESTS, Reason.FLAKY, OPEN),
        (CheckName.TESTS, Reason.TIMEOUT, OPEN),
        (CheckName.POLICY, Reason.POLICY, OPEN),
        (CheckName.REFERENCES, Reason.POLICY, OPEN),
        (CheckName.APPLICATION, Reason.APPLY_FAILED, OPEN),
        (CheckName.COMPILATION, Reason.NOT_BUILT, OPEN),
    ],
)
def test_only_a_compiler_or_a_run_refutes(
    name: CheckName, reason: Reason, expected: BehaviourAnswer
) -> None:
    found = answers_of(checks(make_failed(name, reason)), Level.BEHAVIOUR)

    assert found.behaviour is expected
    assert expected is TESTED or found.behaviour_by == (f"{name}: why",)


@pytest.mark.parametrize("name", [*about_behaviour(Level.BEHAVIOUR), CheckName.COVERAGE])
def test_what_is_inconclusive_shows_and_refutes_nothing(name: CheckName) -> None:
    broken = check(name, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
    assert behaviour(checks(broken), Level.BEHAVIOUR) is OPEN


def test_a_failure_above_the_level_is_not_asked_about() -> None:
    broken = make_failed(CheckName.TESTS, Reason.TEST_FAILED)
    assert behaviour(checks(broken, PROOF), Level.BUILD) is PROVED


@pytest.mark.parametrize("open_", [IMPURE, NOT_DETECTED, NOT_COMPARED])
def test_no_text_stands_against_a_proof(open_: CheckResult) -> None:
    assert behaviour(checks(open_, PROOF), Level.TESTS) is PROVED


@pytest.mark.parametrize("proof", [PROOF, check(CheckName.PROOF, Status.NOT_APPLICABLE, Reason.NOT_PROVED)])  # fmt: skip
def test_a_proof_outweighs_no_test_and_no_counterexample(proof: CheckResult) -> None:
    for broken in (
        make_failed(CheckName.TESTS, Reason.TEST_FAILED),
        make_failed(CheckName.BEHAVIOUR, Reason.BEHAVIOUR_CHANGED),
    ):
        assert behaviour(checks(broken, proof), Level.BEHAVIOUR) is REFUTED


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], Extent.ONLY),
        ([PROOF], Extent.ONLY),
        ([check(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED)], Extent.ONLY),
        ([IMPURE], Extent.MORE),
        ([IMPURE, PROOF], Extent.MORE),
        ([NOT_COMPARED], Extent.OPEN),
        ([NOT_DETECTED], Extent.OPEN),
        ([check(CheckName.PURITY, Status.INCONCLUSIVE, Reason.ANALYSIS)], Extent.OPEN),
        ([make_failed(CheckName.APPLICATION, Reason.APPLY_FAILED)], Extent.OPEN),
        ([make_failed(CheckName.TESTS, Reason.TEST_FAILED)], Extent.ONLY),
    ],
)
@pytest.mark.parametrize("level", Level)
def test_the_extent_is_answered_by_what_was_detected_and_compared(
    found: list[CheckResult], expected: Extent, level: Level
) -> None:
    assert answers_of(checks(*found, level=level), level).refactoring is expected


def test_more_names_the_places_of_the_edits() -> None:
    edits = [
        EditFact(what="x", file="A.java", line=line, before="a", after="b") for line in (3, 3, 9)
    ]
    data = {"edits": [asdict(each) for each in edits], "residue_count": 7}
    found = answers_of(
        checks(make_failed(CheckName.PURITY, Reason.IMPURE, data=data)), Level.STATIC
    )

    assert found.refactoring_by == ("7 edits beyond: A.java:3, A.java:9",)


def make_detected(purity: PurityVerdict) -> CheckResult:
    place = PlaceFact(file="A.java", line=3, method="p.A#f()")
    fact = RefactoringFact(
        type="Extract Method",
        description="Extract Method f",
        before=place,
        after=place,
        purity=purity,
        comment="",
    )
    facts = DetectionFacts(
        matched=(), delegate=False, detected=(), detected_count=1, skipped_files={}, found=(fact,)
    )
    return replace(PASSING[CheckName.DETECTION], data=facts.as_data())


@pytest.mark.parametrize(
    ("found", "purity", "expected", "reason"),
    [
        ([PROOF], PurityVerdict.PURE, PROVED, "the whole change is proved"),
        ([], PurityVerdict.PURE, TESTED, "the whole change is tested"),
        ([], PurityVerdict.IMPURE, TESTED, "the whole change is tested"),
        (
            [make_failed(CheckName.TESTS, Reason.TEST_FAILED)],
            PurityVerdict.PURE,
            OPEN,
            "the change is refuted, by which part of it is not known",
        ),
        (
            [check(CheckName.TESTS, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)],
            PurityVerdict.PURE,
            OPEN,
            "PurityChecker calls its text pure; the change is not proved",
        ),
    ],
)
def test_a_refactoring_has_no_better_answer_than_the_whole_change(
    found: list[CheckResult], purity: PurityVerdict, expected: BehaviourAnswer, reason: str
) -> None:
    results = checks(make_detected(purity), *found)
    (answer,) = refactorings_of(results, answers_of(results, Level.TESTS))

    assert (answer.behaviour, answer.reason) == (expected, reason)


def test_comments_alone_are_nothing_to_check() -> None:
    found = answers_of([make_failed(CheckName.APPLICATION, Reason.NO_CHANGE)], Level.TESTS)

    assert (found.behaviour, found.refactoring) == (None, None)
    assert found.behaviour_by == ("no code changed",)


@pytest.mark.parametrize(
    ("answer", "extent", "decision", "expected"),
    [
        (PROVED, Extent.ONLY, Decision.PASSED, ClaimOutcome.UPHELD),
        (PROVED, Extent.MORE, Decision.PASSED, ClaimOutcome.UPHELD),
        (TESTED, Extent.OPEN, Decision.PASSED, ClaimOutcome.UPHELD),
        (TESTED, Extent.MORE, Decision.PASSED, ClaimOutcome.REFUTED),
        (OPEN, Extent.MORE, Decision.OPEN, ClaimOutcome.REFUTED),
        (OPEN, Extent.ONLY, Decision.OPEN, ClaimOutcome.OPEN),
        (REFUTED, Extent.ONLY, Decision.FAILED, ClaimOutcome.REFUTED),
        (None, None, Decision.NOTHING_TO_CHECK, ClaimOutcome.UPHELD),
    ],
)
def test_an_edit_beyond_breaks_the_claim_to_be_a_refactoring_unless_all_is_proved(
    answer: BehaviourAnswer | None,
    extent: Extent | None,
    decision: Decision,
    expected: ClaimOutcome,
) -> None:
    unit = GateUnit(
        decision=decision,
        behaviour=answer,
        refactoring=extent,
        refactorings=(),
        checks=(),
        findings=(),
    )

    assert claim_of("refactor: x", unit).outcome is expected
