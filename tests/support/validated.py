"""Prepared validation results of instances, for tests of their readers."""

from typing import Any

from verifier.domain.outcome import Reason, Status
from verifier.domain.validation import (
    GoldenResult,
    InstanceBuild,
    InstanceCoverage,
    Step,
    SuiteComparison,
    TreeBuild,
    Validation,
)


def validation(
    lost: Step | None = None, reason: Reason = Reason.BASE_INVALID, *, golden: bool = True
) -> Validation:
    """A validation that passes every step except the named one."""

    def how(step: Step) -> dict[str, Any]:
        if step is not lost:
            return {"status": Status.PASSED}
        return {"status": Status.INCONCLUSIVE, "reason": reason, "details": "as it was written"}

    return Validation(
        build=InstanceBuild(
            before=TreeBuild(commit="2" * 40, **how(Step.BUILDS_BEFORE)),
            after=TreeBuild(commit="1" * 40, **how(Step.BUILDS_AFTER)),
            tests=SuiteComparison(**how(Step.TESTS_PASS)),
            sandbox="docker",
            isolated=True,
            image=None,
        ),
        coverage=InstanceCoverage(**how(Step.COVERED)),
        golden=GoldenResult(**how(Step.GOLDEN)) if golden else None,
    )
