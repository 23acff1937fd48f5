"""The change as a reviewer reads it: one page without a script."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.domain.gate import Decision, FindingLevel, GateFinding, GateReport
from verifier.domain.review import CodeLines, HunkState, MovedCode, Review, ReviewHunk
from verifier.gates.formats.marked_code import mark_code
from verifier.gates.formats.review_words import STATES, describe_count, describe_folded
from verifier.gates.formats.wording import (
    by_gravity,
    headline,
    message_lines,
    place,
    question_lines,
    split_lines,
    unit_name,
    why_aside,
)
from verifier.printable import pluralize
from verifier.reports.rendering.page import render_still_page

_COLOURS = {
    Decision.PASSED: "passed",
    Decision.FAILED: "failed",
    Decision.OPEN: "inconclusive",
    Decision.NOTHING_TO_CHECK: "not_applicable",
}
_MOST_ASIDE = 200

Pieces = Sequence[tuple[str, bool]]
"""A sentence in pieces, and whether each is code."""


def html(report: GateReport) -> str:
    """Write what needs eyes, then the folded hunks with their refactorings and where code went."""
    review = report.review
    return render_still_page(
        "review.html.j2",
        "review.css",
        title=_title(report),
        headline=_with_code(headline(report)),
        colour=_COLOURS[report.decision],
        answers=[_with_code(line) for line in question_lines(report)],
        notices=list(_notices(report)),
        count="" if review is None else describe_count(review),
        rest=[] if review is None else [_hunk(each, review) for each in review.rest],
        elsewhere=[_with_code(each) for each in _elsewhere(report)],
        nothing=review is not None and not (review.unfolded or review.elsewhere),
        folded_said="" if review is None else describe_folded(review),
        moved=[] if review is None else [_moved(each) for each in review.moved],
        folded=[] if review is None else [_hunk(each, review) for each in review.folded_hunks],
        aside=[f"{each.path}{why_aside(each)}" for each in report.aside[:_MOST_ASIDE]],
        more_aside=max(0, len(report.aside) - _MOST_ASIDE),
    )


def _title(report: GateReport) -> str:
    named = [unit_name(unit) for unit in report.units[:1] if unit.commit]
    return f"Review: {named[0] if named else report.head}"


def _notices(report: GateReport) -> Iterator[str]:
    review = report.review
    if review is None:
        yield "single commits were judged, or nothing applied, so there are no hunks"
    elif review.left_out:
        hunks = pluralize(review.left_out, "hunk is", "hunks are")
        yield f"the change is too large for one page: {hunks} counted but not shown"
    if report.split is not None:
        yield from split_lines(report.split)
    yield from report.notes


def _elsewhere(report: GateReport) -> Sequence[str]:
    """Return the findings that are in no hunk."""
    if report.review is not None:
        return report.review.elsewhere
    found = [each for each in by_gravity(report) if each.level is not FindingLevel.NOTE]
    return [_describe(each) for each in found]


def _describe(finding: GateFinding) -> str:
    said = [place(finding), finding.rule_id, *message_lines(finding)]
    return f"{': '.join(filter(None, said))}; next: {finding.next_step}"


def _hunk(hunk: ReviewHunk, review: Review) -> Mapping[str, Any]:
    refactored = review.folded and hunk.state is not HunkState.FOLDED
    before = "Before, with the refactorings" if refactored else "Before"
    return {
        "place": hunk.place,
        "state": STATES[hunk.state],
        "is_finding": hunk.state is HunkState.FINDING,
        "why": [_with_code(each) for each in hunk.why],
        "sides": _sides(hunk.before, hunk.after, before),
    }


def _with_code(text: str) -> Pieces:
    """Cut a text at its back-ticks; each piece says whether it is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return [(text, False)]
    return [(piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece]


def _moved(moved: MovedCode) -> Mapping[str, Any]:
    return {
        "description": moved.description,
        "before": moved.before.place,
        "after": moved.after.place,
        "edited": moved.edited,
        "sides": _sides(moved.before, moved.after),
    }


def _sides(
    before: CodeLines, after: CodeLines, title_before: str = "Before"
) -> list[Mapping[str, Any]]:
    marked = mark_code(before, after)
    return [
        {
            "title": title,
            "place": lines.place if lines.file else "does not exist",
            "lines": rows,
            "tag": tag,
            "left_out": lines.left_out,
        }
        for title, tag, lines, rows in zip(
            (title_before, "After"), ("del", "ins"), (before, after), marked, strict=True
        )
    ]
