"""The facts of an instance as plain values, each by its way in the record."""

import json
from collections.abc import Iterator, Mapping

from verifier.domain.instance import Instance
from verifier.domain.outcome import JsonValue
from verifier.tools.records import to_json

FACTS = "facts"
"""The record's field."""


def plain_facts(instance: Instance) -> JsonValue:
    """The facts as JSON has them; None where the record has none."""
    return json.loads(to_json(instance)).get(FACTS)


def leaves(value: JsonValue, name: str = "") -> Iterator[tuple[str, JsonValue]]:
    """`size.lines` and its value, and so on; a list is one value, nothing has none."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from leaves(each, f"{name}.{key}" if name else str(key))
    elif name:
        yield name, value
