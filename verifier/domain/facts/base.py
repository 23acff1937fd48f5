"""What the facts of all checks have in common, and how they become a verdict's `data`."""

from dataclasses import dataclass, fields
from typing import ClassVar

from verifier.domain.declared import declared
from verifier.domain.described import Described
from verifier.domain.outcome import CheckName, JsonValue


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts(Described):
    """The findings of one check. A field with a default that is None was not looked at."""

    check: ClassVar[CheckName]

    def as_data(self) -> dict[str, JsonValue]:
        """The `data` of a check's result; what was not looked at is left out."""
        optional = {f.name for f in fields(self) if f.default is None}
        plain = declared(self)
        return {k: v for k, v in plain.items() if v is not None or k not in optional}
