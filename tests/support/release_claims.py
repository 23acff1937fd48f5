"""Records in the format of SWE-Refactor's release."""

import json
from pathlib import Path

SENTENCE = "Extract Method\tprivate g() : void extracted from public f(a int) : void in class p.A"


def claim(**more: object) -> dict[str, object]:
    """A record as the release writes it, including fields that are not read."""
    return {
        "uniqueId": "c0ffee_10_20",
        "commitId": "c0ffee",
        "type": "Extract Method",
        "description": SENTENCE,
        "methodNameBefore": "p.A#f",
        "diffLocations": [
            {"filePath": "A.java", "startLine": 10, "endLine": 20, "startColumn": 0},
            {"filePath": "A.java", "startLine": 10, "endLine": 14, "startColumn": 0},
            {"filePath": "A.java", "startLine": 16, "endLine": 22, "startColumn": 0},
        ],
        "compileJDK": 1.8,
        **more,
    }


def write_claims(folder: Path, *claims: object) -> Path:
    path = folder / "release.jsonl"
    path.write_text("".join(f"{json.dumps(c)}\n" for c in claims), encoding="utf-8")
    return path
