"""Steps have an order: a demand needs all before it, and the first that did not pass is the loss."""

import pytest

from tests.support.validated import validation
from verifier.domain.outcome import Reason, Status
from verifier.domain.validation import Demand, Step, StepResult


def test_a_step_that_did_not_pass_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="failed needs a reason"):
        StepResult(status=Status.FAILED)


@pytest.mark.parametrize(
    ("lost", "met"),
    [
        (Step.BUILDS_BEFORE, []),
        (Step.BUILDS_AFTER, []),
        (Step.TESTS_PASS, [Demand.BUILT]),
        (Step.COVERED, [Demand.BUILT, Demand.TESTED]),
        (Step.GOLDEN, [Demand.BUILT, Demand.TESTED, Demand.COVERED]),
        (None, list(Demand)),
    ],
)
def test_a_demand_is_met_by_all_steps_up_to_its_own(lost: Step | None, met: list[Demand]) -> None:
    found = validation(lost)

    assert [demand for demand in Demand if found.meets(demand)] == met
    assert (None if (at := found.find_loss()) is None else at[0]) is lost


def test_what_nobody_asked_for_is_no_loss_and_meets_no_demand() -> None:
    found = validation(golden=False)

    assert found.find_loss() is None
    assert found.meets(Demand.COVERED)
    assert not found.meets(Demand.GOLDEN)


def test_the_first_loss_counts() -> None:
    at = validation(Step.COVERED, Reason.NOT_COVERED).find_loss()

    assert at is not None
    assert (at[0], at[1].reason) == (Step.COVERED, Reason.NOT_COVERED)
