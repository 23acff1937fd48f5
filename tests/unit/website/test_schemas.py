"""A JSON schema as a page: its properties with their types, and each shared record once."""

import json
from pathlib import Path
from typing import Any

import pytest

from website.schemas import name_type, write_schemas

COLOUR = {"description": "A colour.", "enum": ["red", "blue"], "type": "string"}


def write_schema(folder: Path, name: str, definitions: dict[str, Any]) -> None:
    properties = {
        "colour": {"$ref": "#/$defs/Colour", "description": "Its colour: a | b."},
        "size": {"type": "integer", "description": "Its\nsize."},
    }
    content = {"$defs": definitions, "properties": properties, "required": ["colour"]}
    (folder / f"{name}.json").write_text(json.dumps(content))


def test_a_page_has_the_properties_of_a_kind_and_each_shared_record_once(tmp_path: Path) -> None:
    write_schema(tmp_path, "apple", {"Colour": COLOUR})
    write_schema(tmp_path, "pear", {"Colour": COLOUR})

    page = write_schemas(tmp_path)

    assert r"| `colour` | [Colour](#record-colour) | Its colour: a \| b. |" in page
    assert "| `size` | integer, optional | Its size. |" in page
    assert [line for line in page.splitlines() if line.startswith("### ")] == [
        "### apple",
        "### pear",
        "### Colour",
    ]
    assert "A colour.\n\nValues: `red`, `blue`" in page


def test_two_meanings_of_one_name_are_refused(tmp_path: Path) -> None:
    write_schema(tmp_path, "apple", {"Colour": COLOUR})
    write_schema(tmp_path, "pear", {"Colour": {"type": "string"}})

    with pytest.raises(ValueError, match="define Colour in two ways"):
        write_schemas(tmp_path)


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({}, "any"),
        ({"type": "string"}, "string"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"const": 1, "type": "integer"}, "`1`"),
        ({"enum": ["a", "b"]}, '`"a"` or `"b"`'),
        ({"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}]}, "[Kind](#record-kind) or null"),
        ({"type": "array", "items": {"type": "number"}}, "list of number"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {}]}, "list: string, any"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "object of string"),
        ({"type": "object", "additionalProperties": False}, "object"),
    ],
)
def test_a_type_is_named_in_words(schema: dict[str, Any], name: str) -> None:
    assert name_type(schema) == name
