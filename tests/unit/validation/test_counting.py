"""Every instance is counted at each step that it passed, and lost at one with its reason."""

from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.domain.funnel import Stage, ValidatedCounts, before_kept
from verifier.domain.outcome import Reason
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Demand, Step
from verifier.validation.counting import ValidationCounter

MOVE = RefactoringType.MOVE_METHOD


def count_steps(*, golden: bool = True, demand: Demand | None = Demand.TESTED) -> ValidationCounter:
    counter = ValidationCounter(read=7, left_out={"in test code": 1}, golden=golden, demand=demand)
    said = (
        (make_mined(id="1", repo="b"), validation(golden=golden)),
        (make_mined(id="2", repo="b"), validation(Step.COVERED, Reason.NOT_COVERED, golden=golden)),
        (make_mined(id="3", repo="b"), validation(Step.BUILDS_BEFORE, golden=golden)),
        (make_mined(id="4", repo="b", type=MOVE), validation(Step.BUILDS_AFTER, golden=golden)),
        (
            make_mined(id="5", repo="a"),
            validation(Step.TESTS_PASS, Reason.TEST_FAILED, golden=golden),
        ),
        (make_mined(id="6", repo="a", group="g2"), validation(golden=golden)),
    )
    for instance, found in said:
        counter.add(instance, found, kept=demand is None or found.meets(demand))
    return counter


def test_a_row_a_project_and_type_counts_what_all_steps_before_kept() -> None:
    assert count_steps().rows() == (
        ValidatedCounts(
            repo="a",
            type=RefactoringType.EXTRACT_METHOD,
            instances=2,
            builds_before=2,
            builds_after=2,
            tests_pass=1,
            covered=1,
            golden=1,
            kept=1,
            losses={"tests pass: TEST_FAILED": 1},
        ),
        ValidatedCounts(
            repo="b",
            type=RefactoringType.EXTRACT_METHOD,
            instances=3,
            builds_before=2,
            builds_after=2,
            tests_pass=2,
            covered=1,
            golden=1,
            kept=2,
            losses={"builds before: BASE_INVALID": 1, "covered: NOT_COVERED": 1},
        ),
        ValidatedCounts(
            repo="b",
            type=MOVE,
            instances=1,
            builds_before=1,
            golden=0,
            losses={"builds after: BASE_INVALID": 1},
        ),
    )


def test_stages_go_from_what_came_in_to_what_is_kept_and_lose_nothing_in_silence() -> None:
    assert list(count_steps().stages()) == [
        Stage(name="to validate", unit="instances", count=6, losses={"in test code": 1}),
        Stage(name="builds before", unit="instances", count=5, losses={"BASE_INVALID": 1}),
        Stage(name="builds after", unit="instances", count=4, losses={"BASE_INVALID": 1}),
        Stage(name="tests pass", unit="instances", count=3, losses={"TEST_FAILED": 1}),
        Stage(name="covered", unit="instances", count=2, losses={"NOT_COVERED": 1}),
        Stage(name="golden", unit="instances", count=2),
        Stage(name="kept", unit="instances", count=3, losses={"not tested": 3}),
        Stage(name="kept", unit="acts", count=2),
        Stage(name="kept", unit="commits", count=2),
    ]


def test_without_a_demand_all_are_kept_and_without_golden_nobody_counts_it() -> None:
    counter = count_steps(golden=False, demand=None)

    assert [s.name for s in counter.stages()][-4:] == ["covered", "kept", "kept", "kept"]
    assert [s.count for s in counter.stages()][-3] == 6
    assert {row.golden for row in counter.rows()} == {None}


def test_mining_s_own_stages_end_before_what_it_kept() -> None:
    stages = (
        Stage(name="pure", unit="instances", count=2),
        Stage(name="kept", unit="instances", count=2),
        Stage(name="kept", unit="acts", count=1),
    )

    assert before_kept(stages) == stages[:1]
