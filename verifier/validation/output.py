"""The files that validation leaves: the instances, the funnel, the journal, the golden run."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidatedPaths:
    """Files side by side, named after the first."""

    instances: Path

    @classmethod
    def beside(cls, instances: Path) -> "ValidatedPaths":
        """What `instances.jsonl` is validated into where nobody says: `instances.validated.jsonl`."""
        name = f"{instances.name.removesuffix('.jsonl')}.validated.jsonl"
        return cls(instances=instances.with_name(name))

    def _named(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def funnel(self) -> Path:
        """Counts of every stage, project and type, JSON."""
        return self._named(".funnel.json")

    @property
    def journal(self) -> Path:
        """What a run goes on from."""
        return self._named(".journal.jsonl")

    @property
    def golden(self) -> Path:
        """The run folder of the golden refactorings."""
        return self._named(".golden")
