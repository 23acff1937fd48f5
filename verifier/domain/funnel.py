"""The mining funnel's stages: what every step kept and lost (SWE-Refactor, table 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.described import Described


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage(Described):
    """One stage: how many it kept (`unit` says of what), and how many it lost, by reason."""

    name: str
    """The stage."""
    unit: str
    """What is counted."""
    count: int
    """How many it kept."""
    losses: Mapping[str, int] = field(default_factory=dict)
    """How many it lost, by reason."""

    @property
    def lost(self) -> int:
        """How many were lost here."""
        return sum(self.losses.values())
