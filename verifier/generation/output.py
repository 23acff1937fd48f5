"""The files of the command: the predictions, and what is kept beside them."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationPaths:
    """Files in one folder, named after the file of the predictions."""

    predictions: Path

    @property
    def journal(self) -> Path:
        """The state from which a run continues."""
        return self._beside(".journal.jsonl")

    @property
    def setting(self) -> Path:
        """The setting, and how many samples are missing."""
        return self._beside(".setting.json")

    @property
    def costs(self) -> Path:
        """The time, tokens and dollars of each call."""
        return self._beside(".costs.jsonl")

    @property
    def transcripts(self) -> Path:
        """The folder of whole prompts and raw answers."""
        return self._beside(".transcripts")

    def _beside(self, ending: str) -> Path:
        return self.predictions.with_name(self.predictions.name.removesuffix(".jsonl") + ending)
