"""What the check `detection` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.facts.purity import EditFact
from verifier.domain.outcome import CheckName
from verifier.domain.purity import PurityVerdict


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceFact(Described):
    """One side of a refactoring."""

    file: str
    """The file."""
    line: int
    """The first line of the method, from 1; 0 where none is known."""
    method: str
    """The method as `pkg.Class#name(types)`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringFact(Described):
    """One refactoring of a type that can be asked for."""

    type: str
    """The type by RefactoringMiner's display name."""
    description: str
    """RefactoringMiner's sentence."""
    before: PlaceFact | None
    """The method that it acts on, in the base."""
    after: PlaceFact | None
    """The same in the candidate."""
    purity: PurityVerdict | None
    """PurityChecker's verdict; null where it was not asked."""
    comment: str
    """PurityChecker's comment."""


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
    found: tuple[RefactoringFact, ...] | None = None
    """The first fifty that match, each with its places and its purity."""
    edits: tuple[EditFact, ...] = ()
    """Where any refactoring would do and none was found: the first twenty edits."""
