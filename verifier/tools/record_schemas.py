"""Generate the JSON Schemas of the records, and the property tables in the documentation, from the types."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from verifier.domain.described import FORM
from verifier.domain.facts.base import Facts
from verifier.domain.facts.registry import ALL_FACTS
from verifier.domain.verdict import Verdict
from verifier.tools.records import schema

TABLE_BEGINS = "<!-- facts: written by scripts/write-schemas -->"
TABLE_ENDS = "<!-- end of facts -->"
KINDS_BEGIN = "<!-- kinds: written by scripts/write-schemas -->"
KINDS_END = "<!-- end of kinds -->"
PYTHON_WORDS = {"pass_": "pass"}
"""Fields that cannot have their property's name because it is a Python keyword."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(name: str, record_type: Any) -> str:
    """Return the schema of one kind of record, as its file contains it."""
    return json.dumps(_schema_of(name, record_type), indent=2, sort_keys=True) + "\n"


def _schema_of(name: str, record_type: Any) -> dict[str, Any]:
    made = schema(record_type)
    number = f"urn:refverify:schema:{name}:{_number(made)}"
    content: dict[str, Any] = {"$schema": DIALECT, "$id": number, **made}
    if record_type is Verdict:
        _add_facts(content)
    properties = content.get("properties", {})
    _describe_inherited(record_type, properties)
    definitions = content.get("$defs", {})
    for nested in _records_in(record_type):
        _describe_inherited(nested, definitions.get(nested.__name__, {}).get("properties", {}))
    for field, word in PYTHON_WORDS.items():
        if field in properties:
            properties[word] = properties.pop(field)
    return content


def _number(made: Any) -> int:
    """The number of a record's form; of a union that of all others."""
    number: int = made.get("properties", {}).get("schema", {}).get("const", FORM)
    return number


def _describe_inherited(record_type: Any, properties: dict[str, Any]) -> None:
    """Describe inherited properties by the description in the declaring class."""
    for base in getattr(record_type, "__mro__", ())[1:]:
        if is_dataclass(base):
            own: Any = schema(base)
            for name, field in own.get("properties", {}).items():
                if "description" in field and name in properties:
                    properties[name].setdefault("description", field["description"])


def _records_in(record_type: Any) -> set[type]:
    """Return the record types inside a record type, at any depth."""
    found: set[type] = set()
    left = [record_type]
    while left:
        each = left.pop()
        left += get_args(each)
        if is_dataclass(each) and isinstance(each, type) and each not in found:
            found.add(each)
            left += get_type_hints(each).values()
    return found


def _add_facts(content: dict[str, Any]) -> None:
    """Allow a check's `data` to be empty or that check's facts."""
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
    """Return the `data` of a check as a Markdown table, for the check's page."""
    own: Any = schema(facts)
    optional = set(own["properties"]) - set(own.get("required", ()))
    rows = [
        f"| `{name}` | {' '.join(field['description'].split())}"
        f"{' Absent if it was not examined.' if name in optional else ''} |"
        for name, field in own["properties"].items()
    ]
    return "\n".join(["| `data` | meaning |", "|---|---|", *rows])


def with_facts_table(page: str, facts: type[Facts]) -> str:
    """Return a check's page with the table between its two marks."""
    before, _, rest = page.partition(TABLE_BEGINS)
    _, _, after = rest.partition(TABLE_ENDS)
    return f"{before}{TABLE_BEGINS}\n{facts_table(facts)}\n{TABLE_ENDS}{after}"


def write_tables(folder: Path) -> list[Path]:
    """Update the tables in the pages of all checks (`docs/checks`); return the pages."""
    pages = []
    for name, facts in ALL_FACTS.items():
        path = folder / f"{name}.md"
        page = with_facts_table(path.read_text(encoding="utf-8"), facts)
        path.write_text(page, encoding="utf-8")
        pages.append(path)
    return pages


def kind_section(name: str, where: str, record_type: Any) -> str:
    """Return one section of docs/json.md: where the kind comes from, its schema, and its properties."""
    content = _schema_of(name, record_type)
    records = [content["$defs"][r["$ref"].rpartition("/")[2]] for r in content.get("anyOf", ())]
    rows = {
        key: " ".join(field["description"].split())
        for record in records or [content]
        for key, field in record["properties"].items()
    }
    return "\n".join(
        [
            f"### {name}",
            "",
            f"{where} [Schema](../datasets/schema/{name}.json).",
            "",
            "| property | meaning |",
            "|---|---|",
            *(f"| `{key}` | {text} |" for key, text in rows.items()),
            "",
        ]
    )


def with_kinds(page: str, sections: Iterable[str]) -> str:
    """Return docs/json.md with the sections between its two marks."""
    before, _, rest = page.partition(KINDS_BEGIN)
    _, _, after = rest.partition(KINDS_END)
    return f"{before}{KINDS_BEGIN}\n\n{chr(10).join(sections)}\n{KINDS_END}{after}"


def write_schemas(folder: Path, records: Mapping[str, Any]) -> list[Path]:
    """Write `<name>.json` for every kind of record; return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, record_type in records.items():
        path = folder / f"{name}.json"
        path.write_text(schema_text(name, record_type), encoding="utf-8")
        paths.append(path)
    return paths
