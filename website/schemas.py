"""The page of the JSON schemas: the kinds, then the records and closed sets that they share."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).resolve().parent.parent / "datasets" / "schema"
Schema = Mapping[str, Any]


def write_schemas(folder: Path = SCHEMAS) -> str:
    """Return the page of all schemas of a folder.

    Raises:
        ValueError: two schemas define one name differently, so one page cannot show both.
    """
    kinds = {path.stem: _read(path) for path in sorted(folder.glob("*.json"))}
    shared = _merge_definitions(kinds)
    lines = ["## Kinds", ""]
    for name, kind in kinds.items():
        lines += [f"(kind-{name})=", f"### {name}", "", _link_file(folder / f"{name}.json"), ""]
        lines += _describe(kind)
    lines += ["## Records and closed sets", ""]
    for name, definition in sorted(shared.items()):
        lines += [f"(record-{name.lower()})=", f"### {name}", "", *_describe(definition)]
    return "\n".join(lines)


def _link_file(path: Path) -> str:
    return f"File: {{download}}`{path.name} <../datasets/schema/{path.name}>`"


def _read(path: Path) -> Schema:
    content: Schema = json.loads(path.read_text(encoding="utf-8"))
    return content


def _merge_definitions(kinds: Mapping[str, Schema]) -> dict[str, Schema]:
    shared: dict[str, Schema] = {}
    for kind in kinds.values():
        for name, definition in kind.get("$defs", {}).items():
            if shared.setdefault(name, definition) != definition:
                raise ValueError(f"the schemas define {name} in two ways")
    return shared


def _describe(schema: Schema) -> Iterator[str]:
    yield from (_paragraphs(schema.get("description", "")), "")
    if "enum" in schema:
        yield from ("Values: " + ", ".join(f"`{value}`" for value in schema["enum"]), "")
    elif "properties" in schema:
        yield from ("| property | type | meaning |", "|---|---|---|")
        required = schema.get("required", ())
        yield from (_row(n, field, n in required) for n, field in schema["properties"].items())
        yield ""
    else:
        yield from (f"Type: {name_type(schema)}", "")


def _paragraphs(text: str) -> str:
    return "\n\n".join(_words(part) for part in text.split("\n\n"))


def _words(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def _row(name: str, field: Schema, required: bool) -> str:
    optional = "" if required else ", optional"
    return f"| `{name}` | {name_type(field)}{optional} | {_words(field.get('description', ''))} |"


def name_type(schema: Schema) -> str:
    """Return the type that a schema allows, in words, with links to shared records."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#record-{name.lower()})"
    if values := schema.get("enum", [schema["const"]] if "const" in schema else []):
        return _join(f"`{json.dumps(value)}`" for value in values)
    if choices := schema.get("anyOf", schema.get("oneOf")):
        return _join(map(name_type, choices))
    kinds = schema.get("type", "any")
    return _join(
        _name_kind(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)
    )


def _name_kind(kind: str, schema: Schema) -> str:
    """Return a kind of value with the type of its parts, if the schema says it."""
    if kind == "array" and (parts := schema.get("prefixItems")):
        return f"list: {', '.join(map(name_type, parts))}"
    if kind == "array":
        return f"list of {name_type(schema.get('items', {}))}"
    if kind == "object" and (values := schema.get("additionalProperties")) and values is not True:
        return f"object of {name_type(values)}"
    return kind


def _join(names: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(names))
