"""The data of the check `application`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.prediction import PredictionForm


@dataclass(frozen=True, kw_only=True, slots=True)
class ApplicationFacts(Facts):
    """How the prediction was applied."""

    check: ClassVar[CheckName] = CheckName.APPLICATION

    form: PredictionForm
    """Whether the answer was a patch, raw text or whole files."""
    files: tuple[str, ...]
    """The paths that the candidate changes, sorted."""
    renames: Mapping[str, str]
    """Renamed files: old path to new path."""
    reading: str
    """How a raw answer was read; empty for patches and whole files."""
    alternatives: tuple[str, ...]
    """The readings of a raw answer that were not chosen."""
