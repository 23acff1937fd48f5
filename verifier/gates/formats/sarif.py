"""SARIF 2.1.0 in the form that GitHub's code scanning reads."""

import json
from collections.abc import Mapping
from urllib.parse import quote

from verifier import __version__
from verifier.domain.gate import FindingLevel, GateFinding, GateReport
from verifier.domain.outcome import JsonValue
from verifier.gates.formats.wording import headline, message_lines, rule_sentence
from verifier.printable import printable_lines

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 5000
MOST_SIGNS = 1024
WHOLE_CHANGE = "."
_ROOT = "%SRCROOT%"
_LEVELS: Mapping[FindingLevel, str] = {
    FindingLevel.ERROR: "error",
    FindingLevel.WARNING: "warning",
    FindingLevel.NOTE: "note",
}


def sarif(report: GateReport) -> str:
    """Write one run. Without findings the run is empty, so that GitHub closes earlier alerts."""
    findings = report.findings[:MOST_RESULTS]
    rules = sorted({finding.rule_id for finding in findings})
    run = {
        "tool": {"driver": _driver(rules)},
        "invocations": [{"executionSuccessful": True}],
        "automationDetails": {"id": "refverify/"},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The repository's top."}}},
        "properties": _answers(report),
        "results": [_result(finding, rules.index(finding.rule_id), report) for finding in findings],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=True) + "\n"


def _answers(report: GateReport) -> dict[str, JsonValue]:
    return {
        "decision": str(report.decision),
        "behaviour": report.behaviour,
        "refactoring": report.refactoring,
        "answer": headline(report),
    }


def rule_id(name: str) -> str:
    """Return a rule's id as the file has it."""
    return f"refverify/{name}"


def _driver(rules: list[str]) -> dict[str, JsonValue]:
    return {
        "name": "refverify",
        "semanticVersion": __version__,
        "rules": [_rule(name) for name in rules],
    }


def _rule(name: str) -> dict[str, JsonValue]:
    sentence = rule_sentence(name)
    return {
        "id": rule_id(name),
        "name": "".join(word.capitalize() for word in name.replace("-", "_").split("_")),
        "shortDescription": {"text": _cut(sentence)},
        "fullDescription": {"text": _cut(sentence)},
        "help": {"text": f"{sentence} See docs/check.md of refverify."},
        "properties": {"tags": ["refactoring"], "precision": "high"},
    }


def _result(finding: GateFinding, index: int, report: GateReport) -> dict[str, JsonValue]:
    message = "\n".join(message_lines(finding))
    if finding.side == "base" and finding.line:
        message = f"{message} (line {finding.line} of the base)"
    return {
        "ruleId": rule_id(finding.rule_id),
        "ruleIndex": index,
        "level": _LEVELS[finding.level],
        "message": {"text": _cut(printable_lines(message) or finding.rule_id)},
        "locations": [{"physicalLocation": _location(finding, report)}],
        "properties": _properties(finding),
    }


def _properties(finding: GateFinding) -> dict[str, JsonValue]:
    cause: dict[str, JsonValue] = {"cause": str(finding.cause)} if finding.cause else {}
    return {
        "question": str(finding.question),
        "nextStep": str(finding.next_step),
        **cause,
    }


def _location(finding: GateFinding, report: GateReport) -> dict[str, JsonValue]:
    # GitHub requires a file: findings on the whole change get the first changed file.
    file = finding.file or next(iter(report.files), WHOLE_CHANGE)
    name = file.encode("utf-8", "surrogateescape")
    # A line number of the base does not fit the changed file.
    here = bool(finding.file and finding.line and finding.side == "head")
    first, last = (finding.line, finding.end_line or finding.line) if here else (1, 1)
    return {
        "artifactLocation": {"uri": quote(name), "uriBaseId": _ROOT},
        "region": {"startLine": first, "endLine": last},
    }


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SIGNS else text[: MOST_SIGNS - 1] + "…"
