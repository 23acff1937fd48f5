"""Of the golden refactoring's verdict the record keeps what the check purity says."""

from dataclasses import replace

import pytest

from tests.support.verdicts import checks_until, passing, verdict
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.validation import NOT_STRICT, GoldenPurity
from verifier.validation.golden import JUDGED, golden_purity


def test_a_proof_is_asked_for_too() -> None:
    assert {CheckName.PURITY, CheckName.PROOF} <= JUDGED.checks


def test_a_pure_one_is_kept_and_can_be_a_strict_success() -> None:
    found = golden_purity(verdict(passing()))

    assert found == GoldenPurity(status=Status.PASSED)
    assert found.status not in NOT_STRICT


@pytest.mark.parametrize("reason", [Reason.IMPURE, Reason.DIFFERENCE_SHOWN])
def test_one_that_is_not_pure_is_kept_with_the_reason(reason: Reason) -> None:
    status = Status.FAILED if reason is Reason.IMPURE else Status.INCONCLUSIVE
    checks = [
        replace(c, status=status, reason=reason, details="why")
        if c.check is CheckName.PURITY
        else c
        for c in passing()
    ]
    found = golden_purity(verdict(checks))

    assert found == GoldenPurity(status=status, reason=reason, details="why")
    assert found.status in NOT_STRICT


def test_nothing_is_kept_of_one_that_was_not_reached() -> None:
    assert golden_purity(verdict(checks_until(CheckName.DETECTION, Reason.NOT_DETECTED))) is None
