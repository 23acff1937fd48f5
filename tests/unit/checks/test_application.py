"""The application check reports the candidate or the reason for which there is none."""

import pytest

from tests.support.answers import MemoryTree, a_case, with_changes
from verifier.checks.application import ApplicationCheck
from verifier.domain.outcome import Reason, Status
from verifier.domain.source import Rejection

BASE = MemoryTree.of({"A.java": "class A {}\n"})


def test_a_candidate_passes_and_its_files_are_named() -> None:
    result = ApplicationCheck().run(a_case(with_changes({"A.java": "class A { int a; }"}), BASE))

    assert result.status is Status.PASSED
    assert result.data == {
        "form": "patch",
        "files": ["A.java"],
        "renames": {},
        "reading": "",
        "alternatives": [],
    }


@pytest.mark.parametrize(
    "reason",
    [
        Reason.APPLY_FAILED,
        Reason.NO_CHANGE,
        Reason.UNPARSABLE_ANSWER,
        Reason.UNKNOWN_TARGET,
        Reason.POLICY,
    ],
)
def test_a_rejection_fails_with_its_own_reason(reason: Reason) -> None:
    result = ApplicationCheck().run(a_case(Rejection(reason=reason, details="why"), BASE))

    assert (result.status, result.reason, result.details) == (Status.FAILED, reason, "why")
