"""What both answers come to, by what is required and accepted."""

from collections.abc import Sequence

import pytest

from verifier.domain.gate import Answers, BehaviourAnswer, Decision, Demand, Extent, Question

PROVED, TESTED = BehaviourAnswer.PROVED, BehaviourAnswer.TESTED
OPEN, REFUTED = BehaviourAnswer.OPEN, BehaviourAnswer.REFUTED
BEHAVIOUR, REFACTORING = Question.BEHAVIOUR, Question.REFACTORING


def decision(
    behaviour: BehaviourAnswer | None,
    extent: Extent | None,
    *,
    require: Sequence[Question] = (BEHAVIOUR,),
    accept: BehaviourAnswer = TESTED,
) -> Decision:
    demand = Demand(require=tuple(require), accept=accept)
    return demand.decision(Answers(behaviour=behaviour, refactoring=extent))


@pytest.mark.parametrize("extent", Extent)
@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (PROVED, ["passed", "open", "open", "failed"]),
        (TESTED, ["passed", "passed", "open", "failed"]),
        (OPEN, ["passed", "passed", "passed", "failed"]),
    ],
)
def test_behaviour_alone_decides_by_what_is_accepted(
    accept: BehaviourAnswer, expected: list[str], extent: Extent
) -> None:
    answers = (PROVED, TESTED, OPEN, REFUTED)

    assert [decision(each, extent, accept=accept) for each in answers] == expected


@pytest.mark.parametrize("behaviour", [PROVED, TESTED, OPEN])
@pytest.mark.parametrize(
    ("accept", "expected"),
    [(TESTED, ["passed", "open", "failed"]), (OPEN, ["passed", "passed", "failed"])],
)
def test_where_refactoring_alone_is_required_more_fails(
    behaviour: BehaviourAnswer, accept: BehaviourAnswer, expected: list[str]
) -> None:
    found = [
        decision(behaviour, extent, require=(REFACTORING,), accept=accept)
        for extent in (Extent.ONLY, Extent.OPEN, Extent.MORE)
    ]

    assert found == expected


def test_what_is_refuted_never_passes() -> None:
    assert decision(REFUTED, Extent.ONLY, require=(REFACTORING,)) is Decision.FAILED


def test_both_questions_need_a_good_answer_where_both_are_required() -> None:
    both = (BEHAVIOUR, REFACTORING)

    assert decision(TESTED, Extent.ONLY, require=both) is Decision.PASSED
    assert decision(OPEN, Extent.ONLY, require=both) is Decision.OPEN
    assert decision(PROVED, Extent.OPEN, require=both) is Decision.OPEN
    assert decision(PROVED, Extent.MORE, require=both) is Decision.FAILED


@pytest.mark.parametrize("require", [(BEHAVIOUR,), (REFACTORING,)])
def test_without_changed_code_there_is_nothing_to_check(require: tuple[Question, ...]) -> None:
    assert decision(None, None, require=require) is Decision.NOTHING_TO_CHECK


def test_a_failed_or_open_change_does_not_pass() -> None:
    passing = {Decision.PASSED, Decision.NOTHING_TO_CHECK}
    assert {each for each in Decision if each.passes} == passing
