"""Does the prediction follow the instance's rules?

The check measures IFR and PREC; it has no threshold.
"""

from dataclasses import replace

from verifier.checks.case import Case
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.source import Rejection
from verifier.printable import pluralize
from verifier.rules.score import RuleScore, rule_facts


class RulesCheck:
    """Passes if every rule could be evaluated. The figures are in the data."""

    name = CheckName.RULES
    summary = "share of the instance's rules that the prediction follows"
    needs: tuple[CheckName, ...] = ()

    def run(self, case: Case) -> CheckResult:
        """Score the candidate. For a prediction that does not apply, the unchanged base is scored."""
        if case.score_rules is None:
            return CheckResult(
                check=self.name,
                status=Status.NOT_APPLICABLE,
                reason=Reason.NO_RULES,
                details="the instance has no rule set",
            )
        rejected = isinstance(case.application, Rejection)
        scored = case.score_rules(() if rejected else case.candidate.changes).score
        data = replace(rule_facts(scored), applied=not rejected).as_data()
        if scored.has_value:
            return CheckResult(check=self.name, status=Status.PASSED, data=data)
        return CheckResult(
            check=self.name,
            status=Status.INCONCLUSIVE,
            reason=Reason.UNSEEN,
            details=_describe_unknown(scored),
            data=data,
        )


def _describe_unknown(scored: RuleScore) -> str:
    unknown = scored.fulfilment.unknown
    first = unknown[0].blind[0]
    return f"{pluralize(len(unknown), 'rule')} cannot be decided, {unknown[0].rule}: {first.reason} in {first.path}"
