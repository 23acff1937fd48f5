"""GitHub annotations: workflow commands, one per line."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from verifier.domain.gate import FindingLevel, GateFinding, GateReport, Question
from verifier.domain.outcome import Reason
from verifier.domain.review import HunkState
from verifier.gates.formats.wording import by_gravity, headline, message_lines, question_lines
from verifier.printable import pluralize, printable_lines

MOST_ANNOTATIONS = 10
"""GitHub shows at most this many annotations of one level per step."""
_COMMANDS: Mapping[FindingLevel, str] = {
    FindingLevel.ERROR: "error",
    FindingLevel.WARNING: "warning",
    FindingLevel.NOTE: "notice",
}


def github(report: GateReport) -> str:
    """Write the most severe findings as commands, the number of others, both answers and the
    decision.

    Only what needs eyes is marked: folded hunks have no annotation, and other hunks without a
    finding have a note.
    """
    return "\n".join([*_lines(report), *question_lines(report), headline(report)]) + "\n"


def _lines(report: GateReport) -> Iterator[str]:
    findings = [*_marked(report), *_unproven(report)]
    for level in FindingLevel:
        own = [each for each in findings if each.level is level]
        yield from map(_command, own[:MOST_ANNOTATIONS])
    shown = sum(
        min(MOST_ANNOTATIONS, sum(f.level is each for f in findings)) for each in FindingLevel
    )
    if len(findings) > shown:
        more = pluralize(len(findings) - shown, "more finding is", "more findings are")
        yield f"{more} not annotated"


def _marked(report: GateReport) -> Iterator[GateFinding]:
    """Yield the findings at the lines that need eyes.

    A finding about moved code may be at a folded line; it goes to the edit of that code. A note
    there says nothing that needs eyes.
    """
    review = report.review
    for each in by_gravity(report):
        placed = each.side == "head" and each.file and each.line
        if review is None or not placed or not review.folds(each.file, each.line):
            yield each
        elif each.level is not FindingLevel.NOTE:
            near = review.find_nearest(each.file, each.line)
            line = each.line if near is None else near.after.line
            said = f"{each.message} (at line {each.line})"
            yield replace(each, line=line, end_line=line, message=said)


def _unproven(report: GateReport) -> Iterator[GateFinding]:
    """Yield a note for each hunk that needs eyes and has no finding, if others are folded."""
    review = report.review
    for hunk in () if review is None or not review.folded else review.rest:
        if hunk.state is HunkState.UNPROVEN and hunk.after.file:
            yield GateFinding(
                rule_id=str(Reason.NOT_PROVED),
                level=FindingLevel.NOTE,
                question=Question.REFACTORING,
                message=f"needs eyes: {'; '.join(hunk.why)}",
                file=hunk.after.file,
                line=hunk.after.line,
                end_line=max(hunk.after.line, hunk.after.end_line),
            )


def _command(finding: GateFinding) -> str:
    words = {"title": f"refverify {finding.rule_id} ({finding.question})"}
    if finding.file:
        name = finding.file.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        words = {"file": name, **words}
        if finding.line and finding.side == "head":
            words["line"] = str(finding.line)
            words["endLine"] = str(finding.end_line or finding.line)
    text = printable_lines("\n".join(message_lines(finding)))
    properties = ",".join(f"{key}={_property(value)}" for key, value in words.items())
    return f"::{_COMMANDS[finding.level]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
