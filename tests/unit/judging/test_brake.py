"""A run stops when its environment is broken, and not for the downloads of a few bases."""

import pytest

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.errors import SandboxError
from verifier.judging.brake import BASES, MOST, WINDOW, Brake

PASSED = CheckResult(check=CheckName.TESTS, status=Status.PASSED)
LOST = CheckResult(check=CheckName.TESTS, status=Status.INCONCLUSIVE, reason=Reason.INFRASTRUCTURE)
INVALID = CheckResult(check=CheckName.TESTS, status=Status.INCONCLUSIVE, reason=Reason.BASE_INVALID)


def test_failures_on_many_bases_stop_the_run() -> None:
    brake = Brake()
    for number in range(MOST):
        brake.add(f"base{number}", [PASSED, LOST])

    with pytest.raises(SandboxError, match="11 of the last 11 units failed") as caught:
        brake.add("another", [LOST])

    assert caught.value.exit_code == 8


def test_failures_on_few_bases_do_not() -> None:
    brake = Brake()
    for number in range(10 * WINDOW):
        brake.add(number % (BASES - 1), [LOST])


def test_what_is_rare_or_lasting_does_not() -> None:
    brake = Brake()
    for number in range(10 * WINDOW):
        brake.add(number, [LOST if number % 5 == 0 else PASSED])
        brake.add(number, [INVALID])
