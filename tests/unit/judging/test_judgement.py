"""Which checks run, and what follows for the two figures."""

import pytest

from verifier.checks.registry import ALL_CHECKS
from verifier.checks.selection import with_needs
from verifier.domain.outcome import LASTING, CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import STRICT_CHECKS, SUCCESS_CHECKS, judge
from verifier.errors import AnalysisTimeout, BaseInvalidError, NotBuiltError, SandboxError
from verifier.judging.judgement import reason_of, skip
from verifier.judging.options import JudgeOptions

CHECKS = {check.name: check for check in ALL_CHECKS}


def make_passed(name: CheckName) -> CheckResult:
    return CheckResult(check=name, status=Status.PASSED)


def result(name: CheckName, status: Status, reason: Reason) -> CheckResult:
    return CheckResult(check=name, status=status, reason=reason)


def everything_passed() -> dict[CheckName, CheckResult]:
    return {name: make_passed(name) for name in CheckName}


def test_full_evidence_is_success() -> None:
    results = list(everything_passed().values())

    assert judge(results, SUCCESS_CHECKS) is Status.PASSED
    assert judge(results, STRICT_CHECKS) is Status.PASSED


@pytest.mark.parametrize("name", SUCCESS_CHECKS)
def test_one_failed_gate_is_no_success(name: CheckName) -> None:
    results = {**everything_passed(), name: result(name, Status.FAILED, Reason.TEST_FAILED)}

    assert judge(list(results.values()), SUCCESS_CHECKS) is Status.FAILED


@pytest.mark.parametrize("name", SUCCESS_CHECKS)
def test_a_gate_without_a_result_leaves_success_open(name: CheckName) -> None:
    results = everything_passed()
    del results[name]

    assert judge(list(results.values()), SUCCESS_CHECKS) is Status.INCONCLUSIVE


def test_no_result_at_all_is_inconclusive() -> None:
    assert judge([], SUCCESS_CHECKS) is Status.INCONCLUSIVE
    assert judge([], ()) is Status.INCONCLUSIVE


def test_a_failure_counts_although_something_else_is_inconclusive() -> None:
    results = everything_passed()
    results[CheckName.TESTS] = result(CheckName.TESTS, Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
    results[CheckName.DETECTION] = result(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED)

    assert judge(list(results.values()), SUCCESS_CHECKS) is Status.FAILED


def test_purity_that_does_not_cover_the_type_does_not_stand_in_the_way_of_strict_success() -> None:
    results = everything_passed()
    results[CheckName.PURITY] = result(
        CheckName.PURITY, Status.NOT_APPLICABLE, Reason.TYPE_NOT_COVERED
    )

    assert judge(list(results.values()), STRICT_CHECKS) is Status.PASSED


def test_purity_that_was_not_asked_for_leaves_strict_success_open() -> None:
    results = everything_passed()
    results[CheckName.PURITY] = result(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)

    assert judge(list(results.values()), STRICT_CHECKS) is Status.INCONCLUSIVE


def test_an_impure_refactoring_is_a_success_but_no_strict_one() -> None:
    results = everything_passed()
    results[CheckName.PURITY] = result(CheckName.PURITY, Status.FAILED, Reason.IMPURE)

    assert judge(list(results.values()), SUCCESS_CHECKS) is Status.PASSED
    assert judge(list(results.values()), STRICT_CHECKS) is Status.FAILED


def test_an_impure_refactoring_is_still_compiled_so_that_success_is_decided() -> None:
    earlier = {
        CheckName.APPLICATION: make_passed(CheckName.APPLICATION),
        CheckName.POLICY: make_passed(CheckName.POLICY),
        CheckName.DETECTION: make_passed(CheckName.DETECTION),
        CheckName.PURITY: result(CheckName.PURITY, Status.FAILED, Reason.IMPURE),
    }

    assert skip(CHECKS[CheckName.COMPILATION], earlier, JudgeOptions()) is None


def test_after_a_failed_gate_the_dearer_gates_are_not_reached() -> None:
    earlier = {
        CheckName.APPLICATION: make_passed(CheckName.APPLICATION),
        CheckName.POLICY: make_passed(CheckName.POLICY),
        CheckName.DETECTION: result(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED),
    }

    skipped = skip(CHECKS[CheckName.COMPILATION], earlier, JudgeOptions())

    assert skipped is not None
    assert (skipped.status, skipped.reason) == (Status.NOT_APPLICABLE, Reason.NOT_REACHED)
    assert skip(CHECKS[CheckName.COMPILATION], earlier, JudgeOptions(run_all=True)) is None


def test_similarity_is_measured_although_a_gate_failed() -> None:
    earlier = {
        CheckName.APPLICATION: make_passed(CheckName.APPLICATION),
        CheckName.DETECTION: result(CheckName.DETECTION, Status.FAILED, Reason.NOT_DETECTED),
    }

    assert skip(CHECKS[CheckName.SIMILARITY], earlier, JudgeOptions()) is None


def test_a_policy_failure_keeps_the_code_from_being_run_even_when_all_checks_are_asked_for() -> (
    None
):
    earlier = {
        CheckName.APPLICATION: make_passed(CheckName.APPLICATION),
        CheckName.POLICY: result(CheckName.POLICY, Status.FAILED, Reason.POLICY),
    }

    skipped = skip(CHECKS[CheckName.COMPILATION], earlier, JudgeOptions(run_all=True))

    assert skipped is not None
    assert skipped.reason is Reason.NOT_REACHED


def test_a_check_whose_need_is_inconclusive_is_inconclusive_for_the_same_reason() -> None:
    earlier = {
        CheckName.COMPILATION: result(
            CheckName.COMPILATION, Status.INCONCLUSIVE, Reason.BASE_INVALID
        )
    }

    skipped = skip(CHECKS[CheckName.TESTS], earlier, JudgeOptions())

    assert skipped is not None
    assert (skipped.check, skipped.status, skipped.reason) == (
        CheckName.TESTS,
        Status.INCONCLUSIVE,
        Reason.BASE_INVALID,
    )


def test_asking_for_the_tests_asks_for_what_they_need() -> None:
    assert with_needs([CheckName.TESTS]) == {
        CheckName.APPLICATION,
        CheckName.POLICY,
        CheckName.COMPILATION,
        CheckName.REFERENCES,
        CheckName.TESTS,
    }


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BaseInvalidError("no tests"), Reason.BASE_INVALID),
        (AnalysisTimeout("60 s"), Reason.ANALYSIS),
        (NotBuiltError("another module"), Reason.NOT_BUILT),
        (SandboxError("engine gone"), Reason.INFRASTRUCTURE),
        (ZeroDivisionError(), Reason.INTERNAL),
    ],
)
def test_trouble_is_blamed_on_whom_it_belongs_to(error: Exception, reason: Reason) -> None:
    assert reason_of(error) is reason


def test_a_change_that_the_options_leave_out_is_not_judged_again_in_the_same_run() -> None:
    assert reason_of(NotBuiltError("another module")) in LASTING
