import pytest

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import STRICT_CHECKS, SUCCESS_CHECKS, judge, judge_proved

OTHERS = {
    Status.FAILED: Reason.TEST_FAILED,
    Status.NOT_APPLICABLE: Reason.NOT_REACHED,
    Status.INCONCLUSIVE: Reason.INFRASTRUCTURE,
}


def results(**changed: Status | Reason) -> list[CheckResult]:
    """Every check passed, but those that are named."""
    made = []
    for name in CheckName:
        what = changed.get(name, Status.PASSED)
        if isinstance(what, Reason):
            made.append(CheckResult(check=name, status=Status.NOT_APPLICABLE, reason=what))
        else:
            made.append(CheckResult(check=name, status=what, reason=OTHERS.get(what)))
    return made


def test_all_passed_is_a_success() -> None:
    assert judge(results(), SUCCESS_CHECKS) is Status.PASSED
    assert judge(results(), STRICT_CHECKS) is Status.PASSED


@pytest.mark.parametrize("name", SUCCESS_CHECKS)
def test_one_failure_fails_the_whole(name: CheckName) -> None:
    assert judge(results(**{name: Status.FAILED}), SUCCESS_CHECKS) is Status.FAILED


@pytest.mark.parametrize("name", SUCCESS_CHECKS)
@pytest.mark.parametrize("status", [Status.INCONCLUSIVE, Status.NOT_APPLICABLE])
def test_without_full_evidence_it_is_inconclusive(name: CheckName, status: Status) -> None:
    assert judge(results(**{name: status}), SUCCESS_CHECKS) is Status.INCONCLUSIVE


def test_a_failure_weighs_more_than_missing_evidence() -> None:
    mixed = results(compilation=Status.INCONCLUSIVE, tests=Status.FAILED)
    assert judge(mixed, SUCCESS_CHECKS) is Status.FAILED


def test_impurity_counts_for_the_strict_figure_alone() -> None:
    impure = results(purity=Status.FAILED)
    assert judge(impure, SUCCESS_CHECKS) is Status.PASSED
    assert judge(impure, STRICT_CHECKS) is Status.FAILED


def test_a_type_that_purity_does_not_cover_stands_not_in_the_way() -> None:
    uncovered = results(purity=Reason.TYPE_NOT_COVERED)
    assert judge(uncovered, STRICT_CHECKS) is Status.PASSED


def test_only_what_does_not_apply_stands_not_in_the_way() -> None:
    unsure = CheckResult(
        check=CheckName.PURITY, status=Status.INCONCLUSIVE, reason=Reason.TYPE_NOT_COVERED
    )
    others = [r for r in results() if r.check is not CheckName.PURITY]
    assert judge([*others, unsure], STRICT_CHECKS) is Status.INCONCLUSIVE


def test_a_check_that_was_not_asked_for_leaves_it_open() -> None:
    assert judge(results(tests=Reason.NOT_SELECTED), SUCCESS_CHECKS) is Status.INCONCLUSIVE


def test_similarity_never_counts() -> None:
    assert judge(results(similarity=Reason.NO_REFERENCE), STRICT_CHECKS) is Status.PASSED


def test_no_results_decide_nothing() -> None:
    assert judge([], SUCCESS_CHECKS) is Status.INCONCLUSIVE
    assert judge(results(), ()) is Status.INCONCLUSIVE


def test_a_proof_needs_no_tests_but_none_may_fail() -> None:
    assert judge_proved(results()) is Status.PASSED
    assert judge_proved(results(tests=Reason.NOT_SELECTED)) is Status.PASSED
    assert judge_proved(results(tests=Status.FAILED)) is Status.FAILED
    assert judge_proved(results(detection=Status.FAILED)) is Status.FAILED


def test_no_proof_says_nothing_and_an_open_one_is_open() -> None:
    assert judge_proved(results(proof=Reason.NOT_PROVED)) is Status.NOT_APPLICABLE
    assert judge_proved(results(proof=Reason.NOT_SELECTED)) is Status.INCONCLUSIVE
    assert judge_proved(results(proof=Status.INCONCLUSIVE)) is Status.INCONCLUSIVE
    both = results(proof=Reason.NOT_PROVED, compilation=Status.FAILED)
    assert judge_proved(both) is Status.FAILED
    assert judge(results(proof=Reason.NOT_PROVED), STRICT_CHECKS) is Status.PASSED
