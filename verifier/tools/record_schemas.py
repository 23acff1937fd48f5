"""The JSON Schemas of the records, and the tables of facts in the checks' pages, from the types."""

import json
from pathlib import Path
from typing import Any

from verifier.domain.facts.base import Facts
from verifier.domain.facts.registry import ALL_FACTS
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.tools.records import schema

RECORDS: dict[str, type] = {"instance": Instance, "prediction": Prediction, "verdict": Verdict}
"""Record types by the name of their schema file."""

TABLE_BEGINS = "<!-- facts: written by scripts/write-schemas -->"
TABLE_ENDS = "<!-- end of facts -->"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(record_type: type) -> str:
    """The schema of one JSONL line of this type, as it stands in its file."""
    content = {"$schema": DIALECT, **schema(record_type)}
    if record_type is Verdict:
        _add_facts(content)
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def _add_facts(content: dict[str, Any]) -> None:
    """A check's `data` is empty, or that check's facts."""
    definitions = content["$defs"]
    for name, facts in ALL_FACTS.items():
        own: Any = schema(facts)
        definitions |= own.pop("$defs", {}) | {facts.__name__: own}
        definitions["CheckResult"].setdefault("allOf", []).append(
            {
                "if": {"properties": {"check": {"const": str(name)}}},
                "then": {"properties": {"data": _empty_or(facts)}},
            }
        )


def _empty_or(facts: type[Facts]) -> dict[str, object]:
    return {"anyOf": [{"maxProperties": 0}, {"$ref": f"#/$defs/{facts.__name__}"}]}


def facts_table(facts: type[Facts]) -> str:
    """The `data` of a check as a Markdown table, for the check's page."""
    own: Any = schema(facts)
    optional = set(own["properties"]) - set(own.get("required", ()))
    rows = [
        f"| `{name}` | {' '.join(field['description'].split())}"
        f"{' Absent where it was not looked at.' if name in optional else ''} |"
        for name, field in own["properties"].items()
    ]
    return "\n".join(["| `data` | meaning |", "|---|---|", *rows])


def with_facts_table(page: str, facts: type[Facts]) -> str:
    """A check's page with the table between its two marks."""
    before, _, rest = page.partition(TABLE_BEGINS)
    _, _, after = rest.partition(TABLE_ENDS)
    return f"{before}{TABLE_BEGINS}\n{facts_table(facts)}\n{TABLE_ENDS}{after}"


def write_tables(folder: Path) -> list[Path]:
    """Bring the tables of all checks' pages (`docs/checks`) up to date; returns the pages."""
    pages = []
    for name, facts in ALL_FACTS.items():
        path = folder / f"{name}.md"
        page = with_facts_table(path.read_text(encoding="utf-8"), facts)
        path.write_text(page, encoding="utf-8")
        pages.append(path)
    return pages


def write_schemas(folder: Path) -> list[Path]:
    """Write `<name>.json` for every record type; returns the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, record_type in RECORDS.items():
        path = folder / f"{name}.json"
        path.write_text(schema_text(record_type), encoding="utf-8")
        paths.append(path)
    return paths
