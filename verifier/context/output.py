"""The files of the command: the instances with their context, and the journal."""

from dataclasses import dataclass
from pathlib import Path

from verifier.tools.storage.shard_file import name_shard_file


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextPaths:
    """Files in one folder, named after the file of the instances."""

    instances: Path

    @classmethod
    def next_to(cls, instances: Path) -> "ContextPaths":
        """The default output for `instances.jsonl`: `instances.context.jsonl` in the same folder."""
        name = f"{instances.name.removesuffix('.jsonl')}.context.jsonl"
        return cls(instances=instances.with_name(name))

    @property
    def journal(self) -> Path:
        """The state from which a run continues."""
        return self.instances.with_name(
            self.instances.name.removesuffix(".jsonl") + ".journal.jsonl"
        )

    @property
    def shard(self) -> Path:
        """The description of a shard, as JSONL."""
        return name_shard_file(self.instances)
