"""Why there is no answer is said once a reason; the environment alone decides the exit status."""

import pytest

from verifier.cli.validate import nothing_was_judged
from verifier.domain.funnel import ValidatedCounts
from verifier.domain.outcome import Reason, Status
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.validation import Step, StepResult
from verifier.mining.funnel import Funnel
from verifier.validation.troubles import Troubles


def make_stop(
    reason: Reason, details: str, status: Status = Status.INCONCLUSIVE
) -> tuple[Step, StepResult]:
    return Step.BUILDS_BEFORE, StepResult(status=status, reason=reason, details=details)


def test_each_reason_is_one_line_with_its_first_detail() -> None:
    troubles = Troubles()
    for each in (
        make_stop(Reason.INFRASTRUCTURE, "the content of A.java is missing\nmore"),
        make_stop(Reason.BASE_INVALID, "no test"),
        make_stop(Reason.INFRASTRUCTURE, "other"),
        make_stop(Reason.COMPILE_ERROR, "no wonder", Status.FAILED),
        None,
    ):
        troubles.add(each)

    assert list(troubles.texts()) == [
        "2 without an answer: INFRASTRUCTURE (builds before: the content of A.java is missing)",
        "1 without an answer: BASE_INVALID (builds before: no test)",
    ]


@pytest.mark.parametrize(
    ("losses", "nothing"),
    [
        ({"builds before: INFRASTRUCTURE": 2, "golden: INFRASTRUCTURE": 1}, True),
        ({"builds before: INFRASTRUCTURE": 2, "builds after: BASE_INVALID": 1}, False),
        ({"builds before: INFRASTRUCTURE": 2}, False),
        ({}, False),
    ],
)
def test_only_where_the_environment_stopped_every_instance_was_nothing_judged(
    losses: dict[str, int], nothing: bool
) -> None:
    row = ValidatedCounts(repo="r", type=RefactoringType.MOVE_METHOD, instances=3, losses=losses)
    funnel = Funnel(repo="r", types={}, endings=(), stages=(), skipped_files={}, validated=(row,))

    assert nothing_was_judged(funnel) is nothing
