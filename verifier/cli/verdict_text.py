"""What `verify` prints for a person."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from verifier.domain.evidence import VERDICTS
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.verdict import STRICT_CHECKS, SUCCESS_CHECKS, Verdict

EXIT_STATUS = {
    Status.PASSED: 0,
    Status.FAILED: 1,
    Status.INCONCLUSIVE: 3,
    Status.NOT_APPLICABLE: 3,
}

_MARKS = {
    Status.PASSED: "✓",
    Status.FAILED: "✗",
    Status.NOT_APPLICABLE: "-",
    Status.INCONCLUSIVE: "?",
}

_WORDS = {Status.PASSED: "yes", Status.FAILED: "no"}


def verdict_text(verdict: Verdict) -> str:
    """One verdict: a line a check, then the two figures and where it ran."""
    lines = [_check_line(c) for c in verdict.checks]
    provenance = verdict.provenance
    where = provenance.sandbox if provenance.isolated else f"{provenance.sandbox} (not isolated)"
    return "\n".join(
        [
            *lines,
            "",
            f"success:        {_figure(verdict, verdict.success, SUCCESS_CHECKS)}",
            f"strict success: {_figure(verdict, verdict.strict_success, STRICT_CHECKS)}",
            f"sandbox: {where}; build: {provenance.strategy or 'not run'}",
        ]
    )


def _figure(verdict: Verdict, figure: Status, needed: Sequence[CheckName]) -> str:
    if figure in _WORDS:
        return _WORDS[figure]
    left_out = [
        str(c.check)
        for c in verdict.checks
        if c.check in needed and c.reason is Reason.NOT_SELECTED
    ]
    return "inconclusive" + (f": --checks left out {', '.join(left_out)}" if left_out else "")


def _check_line(check: CheckResult) -> str:
    reason = f"{check.reason}: " if check.reason else ""
    text = f"{reason}{check.details}".strip().rstrip(":")
    first, *rest = text.splitlines() or [""]
    line = f"{_MARKS[check.status]} {check.check:<12} {check.seconds:6.1f} s  {first}".rstrip()
    return "\n".join([line, *(f"{'':25}{more}" for more in rest[:10])])


def summary_text(verdicts: Sequence[Verdict], folder: Path) -> str:
    """What a run came to, in three lines."""
    figures = Counter(v.success for v in verdicts)
    strict = sum(v.strict_success is Status.PASSED for v in verdicts)
    return (
        f"{len(verdicts)} predictions: {figures[Status.PASSED]} success ({strict} strict),"
        f" {figures[Status.FAILED]} not, {figures[Status.INCONCLUSIVE]} inconclusive\n"
        f"ledger: {folder / VERDICTS}\n"
        f"report: refverify report {folder}"
    )
