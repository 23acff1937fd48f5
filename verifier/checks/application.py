"""Can the prediction be applied to the base tree, and does it change any code?"""

from verifier.checks.case import Case
from verifier.domain.facts.application import ApplicationFacts
from verifier.domain.outcome import CheckName, CheckResult, Status
from verifier.domain.source import Candidate, Rejection


class ApplicationCheck:
    """Passes if the prediction became a candidate whose code differs from the base."""

    name = CheckName.APPLICATION
    summary = "the prediction applies exactly to the base tree and changes code"
    needs: tuple[CheckName, ...] = ()

    def run(self, case: Case) -> CheckResult:
        """Report the candidate, or the reason why there is none."""
        match case.application:
            case Rejection(reason=reason, details=details):
                return CheckResult(
                    check=self.name, status=Status.FAILED, reason=reason, details=details
                )
            case Candidate() as candidate:
                return CheckResult(
                    check=self.name,
                    status=Status.PASSED,
                    data=_facts(case, candidate).as_data(),
                )


def _facts(case: Case, candidate: Candidate) -> ApplicationFacts:
    return ApplicationFacts(
        form=case.form,
        files=tuple(sorted(change.path for change in candidate.changes)),
        renames=candidate.renames,
        reading=candidate.reading,
        alternatives=candidate.alternatives,
    )
