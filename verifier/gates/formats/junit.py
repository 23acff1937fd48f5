"""JUnit XML: one suite per unit, one case per check. An open result is an error, never skipped."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from verifier.domain.gate import Decision, GateFinding, GateReport, GateUnit
from verifier.domain.outcome import Status
from verifier.gates.formats.wording import message_lines, question_lines, unit_name


def junit(report: GateReport) -> str:
    """Write the report as one document. The last case of each suite is the answer itself."""
    suites = [_suite(unit) for unit in report.units]
    counts = _counts([case for unit in report.units for case in _cases(unit)])
    head = f"<testsuites{_attributes({'name': 'refverify check', **counts})}>"
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>", ""])


@dataclass(frozen=True, kw_only=True, slots=True)
class _Case:
    """One check, or the answer on a unit."""

    name: str
    status: Status
    reason: str
    text: str
    seconds: float


def _suite(unit: GateUnit) -> str:
    name, cases = unit_name(unit), _cases(unit)
    lines = [f"  <testsuite{_attributes({'name': name, **_counts(cases)})}>"]
    for case in cases:
        words = {"classname": name, "name": case.name, "time": f"{case.seconds:.3f}"}
        lines.append(f"    <testcase{_attributes(words)}>{_body(case)}</testcase>")
    return "\n".join([*lines, "  </testsuite>"])


def _cases(unit: GateUnit) -> list[_Case]:
    checks = [
        _Case(
            name=str(check.name),
            status=_within(check.status, unit.decision),
            reason=str(check.reason or ""),
            text=check.summary,
            seconds=check.seconds,
        )
        for check in unit.checks
    ]
    found = unit.findings[0] if unit.findings else None
    text = str(unit.decision) if found is None else _describe(found)
    answer = _Case(
        name="answer",
        status=_STATUSES[unit.decision],
        reason=str(unit.decision),
        text="\n".join([text, *question_lines(unit)]),
        seconds=0.0,
    )
    return [*checks, answer]


def _within(status: Status, decision: Decision) -> Status:
    """Return a check's status, but none worse than the decision: a failed check may not be
    required.
    """
    if status is Status.PASSED or decision is Decision.FAILED:
        return status
    if decision is Decision.OPEN and status is Status.FAILED:
        return Status.INCONCLUSIVE
    return status if decision is Decision.OPEN else Status.NOT_APPLICABLE


def _describe(finding: GateFinding) -> str:
    return "\n".join([f"{finding.rule_id}: {finding.message}", *message_lines(finding)[1:]])


_STATUSES: Mapping[Decision, Status] = {
    Decision.PASSED: Status.PASSED,
    Decision.FAILED: Status.FAILED,
    Decision.OPEN: Status.INCONCLUSIVE,
    Decision.NOTHING_TO_CHECK: Status.NOT_APPLICABLE,
}


def _counts(cases: Sequence[_Case]) -> Mapping[str, str]:
    statuses = [case.status for case in cases]
    return {
        "tests": str(len(cases)),
        "failures": str(statuses.count(Status.FAILED)),
        "errors": str(statuses.count(Status.INCONCLUSIVE)),
        "skipped": str(statuses.count(Status.NOT_APPLICABLE)),
        "time": f"{sum(case.seconds for case in cases):.3f}",
    }


def _body(case: _Case) -> str:
    words = {"type": case.reason, "message": case.text.partition("\n")[0] or case.reason}
    match case.status:
        case Status.PASSED:
            return ""
        case Status.FAILED:
            return f"<failure{_attributes(words)}>{_escape(case.text)}</failure>"
        case Status.INCONCLUSIVE:
            return f"<error{_attributes(words)}>{_escape(case.text)}</error>"
        case Status.NOT_APPLICABLE:
            return f"<skipped{_attributes({'message': words['message']})}/>"
        case _:
            assert_never(case.status)


def _attributes(words: Mapping[str, str]) -> str:
    pairs = (f'{key}="{_escape(value)}"' for key, value in words.items())
    return "".join(f" {pair}" for pair in pairs)


def _escape(text: str) -> str:
    """Escape a text, and replace characters that XML 1.0 cannot hold even escaped."""
    return html.escape(
        "".join(sign if _is_allowed(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)
    )


def _is_allowed(sign: str) -> bool:
    code = ord(sign)
    if sign in "\t\n":
        return True
    return 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000  # noqa: PLR2004
