"""Whether a verdict passes a bar, and which check keeps it from passing."""

from collections.abc import Sequence

from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import (
    PROVED_CHECKS,
    STRICT_CHECKS,
    SUCCESS_CHECKS,
    Bar,
    Verdict,
    judge,
    strict_checks,
)


def decide(verdict: Verdict, bar: Bar) -> Status:
    """Return the outcome for a bar: success, strict success, proved success, or the selected checks.

    For the last, only selected checks count, and `rules` if the instance has rules.
    """
    match bar:
        case Bar.SUCCESS:
            return verdict.success
        case Bar.STRICT:
            return verdict.strict_success
        case Bar.PROVED:
            return verdict.proved_success
        case Bar.SELECTED:
            return judge(verdict.checks, _list_selected(verdict))


def deciding(verdict: Verdict, bar: Bar) -> CheckResult | None:
    """The first check that keeps a verdict from its bar. None if the verdict passes.

    A failed check comes before an inconclusive one.
    """
    results = [check for name in list_needed(verdict, bar) if (check := verdict.check(name))]
    match decide(verdict, bar):
        case Status.PASSED:
            return None
        case Status.FAILED:
            return next((c for c in results if c.status is Status.FAILED), None)
        case _:
            return next((c for c in results if judge([c], [c.check]) is not Status.PASSED), None)


def list_needed(verdict: Verdict, bar: Bar) -> Sequence[CheckName]:
    """List the checks that a bar needs of this verdict, in the order of their execution."""
    match bar:
        case Bar.SUCCESS:
            wanted: Sequence[CheckName] = SUCCESS_CHECKS
        case Bar.STRICT:
            wanted = strict_checks(verdict.checks)
        case Bar.PROVED:
            wanted = PROVED_CHECKS
        case Bar.SELECTED:
            wanted = _list_selected(verdict)
    order = {check.check: place for place, check in enumerate(verdict.checks)}
    return sorted(wanted, key=lambda name: order.get(name, len(order)))


def _list_selected(verdict: Verdict) -> list[CheckName]:
    left_out = {c.check for c in verdict.checks if c.reason is Reason.NOT_SELECTED}
    recorded = {c.check for c in verdict.checks}
    scored = {c.check for c in verdict.checks if c.status is not Status.NOT_APPLICABLE}
    more = ({CheckName.PROOF, CheckName.BEHAVIOUR} & recorded) | ({CheckName.RULES} & scored)
    return [name for name in (*STRICT_CHECKS, *more) if name not in left_out]
