"""The files that a run leaves: the instances, the funnel, how each commit ended, the journal, the costs."""

from dataclasses import dataclass
from pathlib import Path

from verifier.errors import InputError
from verifier.mining.funnel import INSTANCES, Funnel
from verifier.tools.records import from_json


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputPaths:
    """Five files side by side, named after the first."""

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
    def costs(self) -> Path:
        """What each call took, JSONL."""
        return self._beside(".costs.jsonl")

    @property
    def journal(self) -> Path:
        """What is needed to go on, or to retry commits later."""
        return self._beside(".journal.jsonl")


def funnel_beside(instances: Path, count: int) -> Funnel | None:
    """The funnel that lies beside a file of so many instances; None where there is none of them."""
    try:
        found = from_json(Funnel, OutputPaths(instances=instances).funnel.read_bytes())
    except (OSError, InputError):
        return None
    kept = (s.count for s in found.stages if (s.name, s.unit) == ("kept", INSTANCES))
    return found if next(kept, None) == count else None
