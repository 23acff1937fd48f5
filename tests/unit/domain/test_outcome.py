import pytest

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status


@pytest.mark.parametrize("status", [Status.FAILED, Status.NOT_APPLICABLE, Status.INCONCLUSIVE])
def test_whatever_did_not_pass_has_a_reason(status: Status) -> None:
    with pytest.raises(ValueError, match=f"tests {status} needs a reason"):
        CheckResult(check=CheckName.TESTS, status=status)
    with_reason = CheckResult(check=CheckName.TESTS, status=status, reason=Reason.NOT_REACHED)
    assert with_reason.reason is Reason.NOT_REACHED


def test_a_pass_needs_none() -> None:
    assert CheckResult(check=CheckName.TESTS, status=Status.PASSED).reason is None


def test_the_checks_stand_in_the_order_of_their_cost() -> None:
    assert list(CheckName) == [
        "application",
        "policy",
        "detection",
        "purity",
        "compilation",
        "references",
        "proof",
        "tests",
        "coverage",
        "behaviour",
        "similarity",
        "rules",
    ]
