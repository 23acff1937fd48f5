"""The files of a run: the instances, the funnel, the outcome of each commit, the journal, the
costs.
"""

from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError
from verifier.mining.funnel import INSTANCES, Funnel
from verifier.tools.records import from_json
from verifier.tools.storage.shard_file import name_shard_file


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputPaths:
    """Five files in one folder, named after the file of the instances."""

    instances: Path

    def _beside(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def funnel(self) -> Path:
        """Counts of every stage and type, as JSON."""
        return self._beside(".funnel.json")

    @property
    def commits(self) -> Path:
        """Every listed commit with its status and reason, as JSONL."""
        return self._beside(".commits.jsonl")

    @property
    def costs(self) -> Path:
        """The time and memory of each call, as JSONL."""
        return self._beside(".costs.jsonl")

    @property
    def journal(self) -> Path:
        """The state for continuing the run and retrying commits."""
        return self._beside(".journal.jsonl")

    @property
    def shard(self) -> Path:
        """The description of a shard, as JSONL."""
        return name_shard_file(self.instances)


def funnel_beside(instances: Path, count: int) -> Funnel | None:
    """The funnel in the folder of an instances file. None unless it accounts for `count` instances."""
    try:
        found = from_json(Funnel, OutputPaths(instances=instances).funnel.read_bytes())
    except (OSError, InputError):
        return None
    kept = (s.count for s in found.stages if (s.name, s.unit) == ("kept", INSTANCES))
    return found if next(kept, None) == count else None
