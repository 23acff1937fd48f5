"""What a person reads of one verdict."""

from tests.support.verdicts import ORDER, check, passing, stopped_at, verdict
from verifier.cli.verdict_text import verdict_text
from verifier.domain.outcome import CheckName, Reason, Status


def figures(text: str) -> list[str]:
    return [line for line in text.splitlines() if "success:" in line]


def test_a_success_and_a_failure_are_said_in_a_word() -> None:
    assert figures(verdict_text(verdict(passing()))) == [
        "success:        yes",
        "strict success: yes",
    ]
    failed = stopped_at(CheckName.PURITY, Reason.IMPURE)
    assert figures(verdict_text(verdict(failed)))[1] == "strict success: no"


def test_checks_that_were_not_asked_for_are_named_where_they_leave_it_open() -> None:
    results = [
        check(n, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
        if n in {CheckName.PURITY, CheckName.COMPILATION, CheckName.TESTS}
        else check(n)
        for n in ORDER
    ]
    assert figures(verdict_text(verdict(results))) == [
        "success:        inconclusive: --checks left out compilation, tests",
        "strict success: inconclusive: --checks left out purity, compilation, tests",
    ]


def test_an_environment_that_failed_is_inconclusive_without_more() -> None:
    results = stopped_at(CheckName.TESTS, Reason.BASE_INVALID, Status.INCONCLUSIVE)
    assert figures(verdict_text(verdict(results)))[0] == "success:        inconclusive"
