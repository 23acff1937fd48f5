"""A new error of the prover's compiler decides where the project's own compiler was not asked."""

from dataclasses import replace

import pytest

from tests.support.verdicts import check
from verifier.checks.proof import READ, proof_result
from verifier.domain.facts.detection import DetectionFacts, PlaceFact, RefactoringFact
from verifier.domain.gate import BehaviourAnswer, Demand, FindingLevel, Level, NextStep
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import CompileError, ErrorSide, Proof, ProofOutcome
from verifier.domain.purity import PurityVerdict
from verifier.gates.answer import LEVEL_CHECKS, answers_of, refactorings_of
from verifier.gates.doubts import further_level
from verifier.gates.findings import findings_of

DOUBT = "a class that is absent here could explain it"


def error(side: ErrorSide = ErrorSide.NEW, doubt: str = "") -> CompileError:
    certain = side is ErrorSide.NEW and not doubt
    return CompileError(
        side=side, message="no value", file="p/A.java", line=4, certain=certain, doubt=doubt
    )


def checks(level: Level, *errors: CompileError) -> list[CheckResult]:
    """All that the level asks for as passed, and a proof with errors."""
    proof = Proof(outcome=ProofOutcome.UNRESOLVED, compile_errors=errors)
    return [*map(check, LEVEL_CHECKS[level]), proof_result(proof, READ)]


@pytest.mark.parametrize(
    ("errors", "outcome"),
    [
        ((), BehaviourAnswer.OPEN),
        ((error(ErrorSide.BOTH), error(ErrorSide.OLD)), BehaviourAnswer.OPEN),
        ((error(doubt=DOUBT),), BehaviourAnswer.OPEN),
        ((error(),), BehaviourAnswer.REFUTED),
        ((error(doubt=DOUBT), error()), BehaviourAnswer.REFUTED),
    ],
)
def test_a_certain_new_error_refutes_and_another_new_one_leaves_it_open(
    errors: tuple[CompileError, ...], outcome: BehaviourAnswer
) -> None:
    found = answers_of(checks(Level.STATIC, *errors), Level.STATIC)

    assert found.behaviour is outcome
    assert outcome is BehaviourAnswer.OPEN or "does not compile" in found.behaviour_by[-1]


@pytest.mark.parametrize("level", [each for each in Level if each is not Level.STATIC])
def test_the_projects_own_compiler_has_the_last_word(level: Level) -> None:
    accepted = checks(level, error(), error(doubt=DOUBT))

    without_proof = BehaviourAnswer.OPEN if level is Level.BUILD else BehaviourAnswer.TESTED
    assert answers_of(accepted, level).behaviour is without_proof
    assert findings_of(accepted, level, answers_of(accepted, level), Demand()) == ()

    for status, reason in [
        (Status.INCONCLUSIVE, Reason.BASE_INVALID),
        (Status.FAILED, Reason.COMPILE_ERROR),
    ]:
        broken = check(CheckName.COMPILATION, status, reason)
        open_ = [broken if c.check is CheckName.COMPILATION else c for c in accepted]
        assert answers_of(open_, level).behaviour is BehaviourAnswer.REFUTED


def test_a_finding_names_the_error_its_place_and_what_settles_it() -> None:
    found = checks(Level.STATIC, error(), error(doubt=DOUBT))
    answers = answers_of(found, Level.STATIC)
    certain, doubted = findings_of(found, Level.STATIC, answers, Demand())

    assert (certain.level, certain.rule_id) == (FindingLevel.ERROR, "COMPILE_ERROR")
    assert (certain.file, certain.line, certain.side) == ("p/A.java", 4, "head")
    assert certain.message == "does not compile: no value"
    assert certain.next_step is NextStep.FIX_COMPILE
    assert doubted.level is FindingLevel.WARNING
    assert doubted.message == (
        f"may not compile: no value; {DOUBT}; --level build asks the project's own compiler"
    )


def test_the_next_level_is_that_of_the_projects_own_compiler() -> None:
    assert further_level(checks(Level.STATIC, error(doubt=DOUBT)), Level.STATIC, "") is Level.BUILD


def test_no_refactoring_of_a_change_that_may_not_compile_is_proved() -> None:
    place = PlaceFact(file="p/A.java", line=3, method="p.A#a()")
    found = RefactoringFact(
        type="Extract Method",
        description="",
        purity=PurityVerdict.PURE,
        comment="",
        before=place,
        after=place,
    )
    facts = DetectionFacts(
        matched=(), delegate=False, detected=(), detected_count=1, skipped_files={}, found=(found,)
    )
    detection = replace(check(CheckName.DETECTION), data=facts.as_data())
    for errors in [(error(),), (error(doubt=DOUBT),)]:
        results = [*checks(Level.STATIC, *errors), detection]
        results = list({c.check: c for c in results}.values())

        (answer,) = refactorings_of(results, answers_of(results, Level.STATIC))
        assert answer.behaviour is BehaviourAnswer.OPEN
