"""The files of a command that asks a model: its result, and the files next to it."""

from dataclasses import dataclass
from pathlib import Path

from verifier.domain.generation import next_to, summary_path
from verifier.tools.storage.shard_file import name_shard_file


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationPaths:
    """The files of `refverify generate`, named after the file of the predictions."""

    predictions: Path

    @property
    def journal(self) -> Path:
        """The state from which a run continues."""
        return next_to(self.predictions, ".journal.jsonl")

    @property
    def setting(self) -> Path:
        """The setting, and how many samples are missing."""
        return summary_path(self.predictions)

    @property
    def costs(self) -> Path:
        """The time, tokens and dollars of each call."""
        return next_to(self.predictions, ".costs.jsonl")

    @property
    def shard(self) -> Path:
        """The description of a shard, as JSONL."""
        return name_shard_file(self.predictions)

    @property
    def transcripts(self) -> Path:
        """The folder of whole prompts and raw answers."""
        return next_to(self.predictions, ".transcripts")


@dataclass(frozen=True, kw_only=True, slots=True)
class TextPaths:
    """The files of `refverify describe`, named after the file of the texts."""

    texts: Path

    @property
    def journal(self) -> Path:
        """The state from which a run continues."""
        return next_to(self.texts, ".journal.jsonl")

    @property
    def costs(self) -> Path:
        """The time, tokens and dollars of each call."""
        return next_to(self.texts, ".costs.jsonl")
