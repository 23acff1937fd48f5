"""The report as a Markdown summary for a pull request or a job's page."""

import re
from collections.abc import Iterator

from verifier.domain.gate import BehaviourAnswer, Decision, GateReport, GateUnit
from verifier.domain.review import Review
from verifier.gates.formats.review_words import describe_count, describe_folded
from verifier.gates.formats.wording import (
    advice_of,
    by_gravity,
    describe_unit,
    headline,
    place,
    question_lines,
    small_diff,
    split_lines,
    why_aside,
)
from verifier.printable import append_count, count_more, pluralize, printable

MOST_ROWS = 50
_MARKS = {
    Decision.PASSED: "✅",
    Decision.FAILED: "❌",
    Decision.OPEN: "❔",
    Decision.NOTHING_TO_CHECK: "⚪",
}
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")
_LINKING = re.compile(r"(@|://|www\.)", re.IGNORECASE)
_BREAK = "\N{ZERO WIDTH SPACE}"
"""Prevents a mention or a link after the preceding character."""


def markdown(report: GateReport) -> str:
    """Write the answer, the findings, each refactoring, the claims and what is left to read."""
    return "\n".join(
        [f"### {_MARKS[report.decision]} {with_code(headline(report))}", *_body(report), ""]
    )


def _body(report: GateReport) -> Iterator[str]:
    if report.decision is not Decision.NOTHING_TO_CHECK:
        yield from ("", *(f"- {with_code(line)}" for line in question_lines(report)))
    yield from _findings(report)
    if report.review is not None:
        yield from _review(report.review)
    for unit in report.units:
        yield from _unit(unit)
    if report.aside:
        names = ", ".join(f"{escape(a.path)}{why_aside(a)}" for a in report.aside[:MOST_ROWS])
        yield from ("", f"Not judged: {names}")
    if report.residual is not None:
        left = report.residual
        yield from (
            "",
            f"Left to read: {pluralize(len(left.files), 'file')}, +{left.added} -{left.removed}",
        )
    if report.split is not None:
        yield from ("", *(f"- {with_code(line)}" for line in split_lines(report.split)))
    if report.counterexample is not None:
        found = report.counterexample
        yield from ("", "Counterexample:", "", *fence(found.test_source or found.inputs))
    yield from (f"\n{with_code(note)}" for note in report.notes)


def _findings(report: GateReport) -> Iterator[str]:
    findings = by_gravity(report)
    if not findings:
        return
    yield from ("", "| | question | where | what | next |", "|---|---|---|---|---|")
    for each in findings[:MOST_ROWS]:
        said = with_code(f"{each.rule_id}: {each.message}")
        where, step = escape(place(each)), escape(each.next_step)
        yield f"| {each.level} | {each.question} | {where} | {said} | {step} |"
    if len(findings) > MOST_ROWS:
        more = pluralize(len(findings) - MOST_ROWS, "more finding is", "more findings are")
        yield from ("", f"{more} not shown.")
    for each in findings[:MOST_ROWS]:
        if lines := small_diff(each):
            yield from ("", f"{escape(place(each))}:", "", *fence("\n".join(lines), "diff"))
        yield from (f"\n{with_code(line)}" for line in advice_of(each))


def _review(review: Review) -> Iterator[str]:
    """Write the hunks that need eyes, and fold the others."""
    if not review.folded + review.unfolded:
        return
    eyes, folded_hunks = review.rest[:MOST_ROWS], review.folded_hunks[:MOST_ROWS]
    yield from ("", f"**{escape(describe_count(review))}**", "")
    for hunk in eyes:
        yield f"- {escape(hunk.place)}: {with_code(append_count(hunk.why[0], len(hunk.why) - 1))}"
    if review.unfolded > len(eyes):
        yield f"- {count_more(review.unfolded - len(eyes))}"
    if not review.folded:
        return
    folded = pluralize(review.folded, "hunk")
    said = escape(f"Folded: {folded}, {describe_folded(review)}")
    yield from ("", f"<details><summary>{said}</summary>", "")
    for hunk in folded_hunks:
        yield f"- {escape(hunk.place)}: {with_code('; '.join(hunk.why))}"
    if review.folded > len(folded_hunks):
        yield f"- {count_more(review.folded - len(folded_hunks))}"
    yield from ("", "</details>")


def _unit(unit: GateUnit) -> Iterator[str]:
    if not unit.refactorings and not unit.claims and unit.commit is None:
        return
    yield from ("", f"**{_MARKS[unit.decision]} {escape(describe_unit(unit))}**", "")
    for each in unit.refactorings[:MOST_ROWS]:
        left_open = each.behaviour is BehaviourAnswer.OPEN
        mark = _MARKS[Decision.OPEN if left_open else Decision.PASSED]
        reason = f" ({with_code(each.reason)})" if left_open else ""
        yield f"- {mark} {escape(each.description)}{reason}"
    for claim in unit.claims:
        words = f"claim {claim.outcome}: {claim.text} ({claim.reason})"
        yield f"- {with_code(words)}"


def escape(text: str) -> str:
    """Return the text on one line without markup, mentions or references."""
    plain = _LINKING.sub(lambda found: f"{found[0][0]}{_BREAK}{found[0][1:]}", printable(text))
    return _SPECIAL.sub(r"\\\1", plain)


def with_code(text: str) -> str:
    """Escape a text, and format the parts between back-ticks as code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(
        f"<code>{escape(piece)}</code>" if at % 2 and piece else escape(piece)
        for at, piece in enumerate(pieces)
    )


def fence(text: str, language: str = "") -> list[str]:
    """Return the text as a code block whose fence is longer than any run of back-ticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + language, *map(printable, text.rstrip().split("\n")), fence]
