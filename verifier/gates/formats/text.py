"""The report as text for a terminal."""

from collections.abc import Iterator

from verifier.domain.gate import BehaviourAnswer, Decision, GateReport, GateUnit
from verifier.gates.formats.wording import (
    advice_of,
    describe_unit,
    headline,
    place,
    question_lines,
    small_diff,
    split_lines,
    why_aside,
)
from verifier.printable import list_first, pluralize, printable

_MARKS = {
    Decision.PASSED: "✓",
    Decision.FAILED: "✗",
    Decision.OPEN: "?",
    Decision.NOTHING_TO_CHECK: "-",
}


def text(report: GateReport) -> str:
    """Write the units with refactorings, claims and findings; last both answers and the decision."""
    lines = [line for unit in report.units for line in _unit(unit)]
    return "\n".join([*lines, *_rest(report), *question_lines(report), headline(report)])


def _unit(unit: GateUnit) -> Iterator[str]:
    yield printable(f"{_MARKS[unit.decision]} {describe_unit(unit)}")
    for each in unit.refactorings:
        left_open = each.behaviour is BehaviourAnswer.OPEN
        yield printable(f"  {'?' if left_open else '✓'} {each.description}")
        if left_open:
            yield printable(f"      {each.reason}")
    for claim in unit.claims:
        yield printable(f"  claim {claim.outcome}: {claim.text} ({claim.reason})")
    for finding in unit.findings:
        where = f"{place(finding)}: " if finding.file else ""
        first, *more = finding.message.split("\n")
        yield printable(
            f"  {finding.level} ({finding.question}): {where}{finding.rule_id}: {first}"
        )
        lines = [*more, *small_diff(finding), *advice_of(finding)]
        yield from (f"      {printable(line)}" for line in lines)
        yield f"      next: {finding.next_step}"


def _rest(report: GateReport) -> Iterator[str]:
    if report.aside:
        names = [f"{each.path}{why_aside(each)}" for each in report.aside]
        yield printable(f"not judged: {list_first(names, 5)}")
    if report.residual is not None:
        left = report.residual
        yield f"left to read: {pluralize(len(left.files), 'file')}, +{left.added} -{left.removed}"
    if report.split is not None:
        yield from (printable(line) for line in split_lines(report.split))
    if report.counterexample is not None:
        found = report.counterexample
        yield printable(f"counterexample: {found.inputs}: {found.expected}, now {found.actual}")
    yield from (printable(f"note: {note}") for note in report.notes)
    if report.cached:
        yield "note: these trees were judged before; --force judges them again"
