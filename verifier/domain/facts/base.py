"""The common base of all checks' facts, and their conversion to a verdict's `data`."""

from dataclasses import dataclass, fields
from typing import ClassVar

from verifier.domain.declared import to_plain
from verifier.domain.described import Described
from verifier.domain.outcome import CheckName, JsonValue


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts(Described):
    """The data of one check. A field whose default is None was not examined if it is None."""

    check: ClassVar[CheckName]

    def as_data(self) -> dict[str, JsonValue]:
        """Return the `data` of a check's result, without the fields that were not examined."""
        optional = {f.name for f in fields(self) if f.default is None}
        plain = to_plain(self)
        return {k: v for k, v in plain.items() if v is not None or k not in optional}
