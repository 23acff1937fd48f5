"""GitHub annotations: workflow commands, one per line."""

from collections.abc import Iterator, Mapping

from verifier.domain.gate import FindingLevel, GateFinding, GateReport
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
    """
    return "\n".join([*_lines(report), *question_lines(report), headline(report)]) + "\n"


def _lines(report: GateReport) -> Iterator[str]:
    findings = by_gravity(report)
    for level in FindingLevel:
        own = [each for each in findings if each.level is level]
        yield from map(_command, own[:MOST_ANNOTATIONS])
    shown = sum(
        min(MOST_ANNOTATIONS, sum(f.level is each for f in findings)) for each in FindingLevel
    )
    if len(findings) > shown:
        more = pluralize(len(findings) - shown, "more finding is", "more findings are")
        yield f"{more} not annotated"


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
