"""What a value declares of itself: the fields that decide a verdict, and none that do not.

The key of a verdict is made from declared fields alone. A field counts unless its class declares it
neutral, so that a new option that nobody thought about makes another key, and never a stale verdict.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType

from verifier.domain.outcome import JsonValue

NEUTRAL: Mapping[str, bool] = MappingProxyType({"neutral": True})
"""`field(metadata=NEUTRAL)`: the field cannot change a verdict; the class says why."""


def declared(value: object) -> JsonValue:
    """A value as plain JSON: of a dataclass all fields but the neutral ones, sets in order, of bytes a hash.

    Raises:
        TypeError: the value holds something that has no form of its own (a path, an open tool);
            such a field is declared neutral, or does not belong there.
    """
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return f"sha256 {hashlib.sha256(value).hexdigest()}"
    if is_dataclass(value) and not isinstance(value, type):
        counted = (f.name for f in fields(value) if not f.metadata.get("neutral"))
        return {name: declared(getattr(value, name)) for name in counted}
    return _collection(value)


def _collection(value: object) -> JsonValue:
    if isinstance(value, Mapping):
        return {str(key): declared(value[key]) for key in sorted(value)}
    if isinstance(value, AbstractSet):
        return sorted(map(declared, value))
    if isinstance(value, Sequence):
        return list(map(declared, value))
    raise TypeError(f"{type(value).__name__} cannot be part of a key")


def declaration(*values: object) -> str:
    """The declared fields of several values as one line of JSON: equal for equal values only."""
    return json.dumps(list(map(declared, values)), sort_keys=True, separators=(",", ":"))
