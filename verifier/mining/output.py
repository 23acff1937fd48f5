"""The files that a run leaves: the instances, the funnel, how each commit ended, the journal."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputPaths:
    """Four files side by side, named after the first."""

    instances: Path

    def _beside(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def funnel(self) -> Path:
        """Counts of every stage and type, JSON."""
        return self._beside(".funnel.json")

    @property
    def commits(self) -> Path:
        """Every listed commit with its status and reason, JSONL."""
        return self._beside(".commits.jsonl")

    @property
    def journal(self) -> Path:
        """What is needed to go on, or to retry commits later."""
        return self._beside(".journal.jsonl")
