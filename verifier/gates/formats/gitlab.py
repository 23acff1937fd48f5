"""GitLab's code quality report: one JSON array."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping

from verifier.domain.gate import FindingLevel, GateFinding, GateReport
from verifier.domain.outcome import JsonValue, Reason
from verifier.gates.formats.wording import message_lines
from verifier.printable import printable

_SEVERITIES: Mapping[FindingLevel, str] = {
    FindingLevel.ERROR: "major",
    FindingLevel.WARNING: "minor",
    FindingLevel.NOTE: "info",
}
WHOLE_CHANGE = "."
"""The path for a finding if no changed file is known. The format requires a path."""


def gitlab(report: GateReport) -> str:
    """Write the findings; an empty array if there are none."""
    return json.dumps(list(_entries(report)), indent=2, ensure_ascii=True) + "\n"


def _entries(report: GateReport) -> Iterator[JsonValue]:
    seen = Counter[str]()
    for finding in report.findings:
        facts = "\0".join([finding.rule_id, finding.file, " ".join(finding.message.split())])
        seen[facts] += 1
        text = f"{facts}\0{seen[facts]}".encode("utf-8", "surrogateescape")
        yield {
            "description": printable(f"{'; '.join(message_lines(finding))} ({finding.question})"),
            "check_name": f"refverify/{finding.rule_id}",
            "fingerprint": hashlib.sha256(text).hexdigest(),
            "severity": _severity(finding),
            "location": {
                "path": _name(finding.file or next(iter(report.files), WHOLE_CHANGE)),
                # A line number of the base does not fit the changed file.
                "lines": {"begin": finding.line if finding.side == "head" and finding.line else 1},
            },
        }


def _severity(finding: GateFinding) -> str:
    if finding.rule_id == Reason.BEHAVIOUR_CHANGED and finding.level is FindingLevel.ERROR:
        return "critical"
    return _SEVERITIES[finding.level]


def _name(path: str) -> str:
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
