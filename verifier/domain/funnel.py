"""The mining funnel's stages: what every step kept and lost (SWE-Refactor, table 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """One stage: how many it kept (`unit` says of what), and how many it lost, by reason."""

    name: str
    unit: str
    count: int
    losses: Mapping[str, int] = field(default_factory=dict)

    @property
    def lost(self) -> int:
        """How many were lost here."""
        return sum(self.losses.values())
