"""Does the prediction change only allowed paths, and does it add no forbidden construct?"""

from collections.abc import Sequence

from verifier.checks.case import Case
from verifier.domain.facts.policy import PolicyFact, PolicyFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.predictions.policy.changes import Inspection
from verifier.predictions.policy.rules import PolicyFinding
from verifier.printable import list_first

MOST_LISTED = 50


class PolicyCheck:
    """Passes if no rule of the closed list is broken."""

    name = CheckName.POLICY
    summary = "only allowed paths change, and no forbidden construct is added"
    needs = (CheckName.APPLICATION,)

    def run(self, case: Case) -> CheckResult:
        """Inspect every change of the candidate."""
        inspection = Inspection(
            base=case.base,
            candidate=case.candidate,
            editable=case.editable,
            copied=_find_inlined_source(case),
        )
        findings = inspection.findings()
        if not findings:
            return CheckResult(check=self.name, status=Status.PASSED)
        return CheckResult(
            check=self.name,
            status=Status.FAILED,
            reason=Reason.POLICY,
            details=f"{findings[0].rule.sentence} {_list_findings(findings)}{case.unknown_method()}",
            data=_facts(findings).as_data(),
        )


def _find_inlined_source(case: Case) -> str:
    if case.instance is None or not case.instance.type.traits.inlines_method:
        return ""
    return case.instance.before_sources.method


def _list_findings(findings: Sequence[PolicyFinding]) -> str:
    return list_first([*map(str, findings)], 3, "; ")


def _facts(findings: Sequence[PolicyFinding]) -> PolicyFacts:
    return PolicyFacts(
        findings=tuple(
            PolicyFact(rule=str(f.rule), path=f.path, line=f.line, what=f.what)
            for f in findings[:MOST_LISTED]
        ),
        findings_count=len(findings),
    )
