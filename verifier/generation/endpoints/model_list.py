"""What an endpoint's model list says about a model: whether it is there, and when it ends."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from verifier.generation.endpoints.response import Response, word

_END_KEYS = (
    "shutdown_date", "shutoff_date", "retirement_date", "expiration_date", "deprecation_date",
    "deprecation",
)  # fmt: skip
"""The names that endpoints give to the date; Azure puts dates by kind of use below `deprecation`."""
_SHOWN = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelList:
    """The names of an endpoint's models, and the day (ISO 8601) on which a model ends, if known."""

    names: tuple[str, ...] = ()
    ends: Mapping[str, str] = field(default_factory=dict)

    def near(self, model: str) -> tuple[str, ...]:
        """Return a few other names, the most similar first."""
        others = [name for name in self.names if name != model]
        close = difflib.get_close_matches(model, others, _SHOWN, 0.3)
        return tuple(dict.fromkeys([*close, *others]))[:_SHOWN]


def model_list_of(response: Response) -> ModelList:
    """Read a model list; empty if the response is none."""
    record = response.record() if response.status == 200 else None  # noqa: PLR2004
    entries = (record or {}).get("data")
    found = {
        name: _end_of(entry)
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and (name := word(entry.get("id")))
    }
    return ModelList(
        names=tuple(sorted(found)), ends={name: end for name, end in found.items() if end}
    )


def _end_of(entry: Mapping[str, Any]) -> str:
    return next((day for key in _END_KEYS if (day := _day(entry.get(key)))), "")


def _day(value: object) -> str:
    if isinstance(value, dict):
        return _day(value.get("inference"))
    try:
        if isinstance(value, str):
            return date.fromisoformat(value[:10]).isoformat()
        if type(value) is int and value > 0:
            return datetime.fromtimestamp(value, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        pass
    return ""
