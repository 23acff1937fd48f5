"""The files of validation: the instances, the funnel, the journal, the golden run."""

from dataclasses import dataclass
from pathlib import Path

from verifier.tools.storage.shard_file import name_shard_file


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidatedPaths:
    """Files in one folder, named after the file of the instances."""

    instances: Path

    @classmethod
    def next_to(cls, instances: Path) -> "ValidatedPaths":
        """The default output for `instances.jsonl`: `instances.validated.jsonl` in the same folder."""
        name = f"{instances.name.removesuffix('.jsonl')}.validated.jsonl"
        return cls(instances=instances.with_name(name))

    def _path_with(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def funnel(self) -> Path:
        """Counts of every stage, project and type, as JSON."""
        return self._path_with(".funnel.json")

    @property
    def journal(self) -> Path:
        """The state from which a run continues."""
        return self._path_with(".journal.jsonl")

    @property
    def attempts(self) -> Path:
        """The file with the started units, while a run works and after it was killed."""
        return self._path_with(".attempts")

    @property
    def shard(self) -> Path:
        """The description of a shard, as JSONL."""
        return name_shard_file(self.instances)

    @property
    def golden(self) -> Path:
        """The run folder of the golden refactorings."""
        return self._path_with(".golden")
