"""The files that the command leaves: the instances with their context, and the journal."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextPaths:
    """Files side by side, named after the first."""

    instances: Path

    @classmethod
    def beside(cls, instances: Path) -> "ContextPaths":
        """Where nobody says: `instances.context.jsonl` beside `instances.jsonl`."""
        name = f"{instances.name.removesuffix('.jsonl')}.context.jsonl"
        return cls(instances=instances.with_name(name))

    @property
    def journal(self) -> Path:
        """What a run goes on from."""
        return self.instances.with_name(
            self.instances.name.removesuffix(".jsonl") + ".journal.jsonl"
        )
