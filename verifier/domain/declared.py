"""The fields of a value that decide a verdict.

The key of a verdict is made only from these declared fields. A field counts unless its class marks
it neutral. So a new option that was not considered causes a new key, never a stale verdict.
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
"""Marks a field that cannot change a verdict: `field(metadata=NEUTRAL)`. The class explains why."""


def to_plain(value: object) -> JsonValue:
    """Convert a value to plain JSON.

    Neutral fields of dataclasses are left out, sets are sorted, and bytes become a hash.

    Raises:
        TypeError: the value contains something without a canonical form (a path, an open tool). Mark
            such a field as neutral, or move it elsewhere.
    """
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return f"sha256 {hashlib.sha256(value).hexdigest()}"
    if is_dataclass(value) and not isinstance(value, type):
        counted = (f.name for f in fields(value) if not f.metadata.get("neutral"))
        return {name: to_plain(getattr(value, name)) for name in counted}
    return _collection(value)


def _collection(value: object) -> JsonValue:
    if isinstance(value, Mapping):
        return {str(key): to_plain(value[key]) for key in sorted(value)}
    if isinstance(value, AbstractSet):
        return sorted(map(to_plain, value))
    if isinstance(value, Sequence):
        return list(map(to_plain, value))
    raise TypeError(f"{type(value).__name__} cannot be part of a key")


def declaration(*values: object) -> str:
    """Return the declared fields of several values as one line of JSON.

    Only equal values give equal lines.
    """
    return json.dumps(list(map(to_plain, values)), sort_keys=True, separators=(",", ":"))
