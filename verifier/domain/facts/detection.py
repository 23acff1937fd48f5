"""What the check `detection` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectionFacts(Facts):
    """What RefactoringMiner reported between the base and the candidate."""

    check: ClassVar[CheckName] = CheckName.DETECTION

    matched: tuple[str, ...]
    """Descriptions of the refactorings that are the wanted one."""
    delegate: bool
    """Whether all of these leave a delegating method behind."""
    detected: tuple[str, ...]
    """Descriptions of the first twenty refactorings of any type."""
    detected_count: int
    """How many were reported."""
    skipped_files: Mapping[str, str]
    """Files that RefactoringMiner did not read, with the reason."""
