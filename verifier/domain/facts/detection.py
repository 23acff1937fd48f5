"""The data of the check `detection`."""

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
    """The first line of the refactoring's code in that file, from 1; 0 if unknown."""
    method: str
    """The method, as `pkg.Class#name(types)`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringFact(Described):
    """One refactoring of a type that a task can ask for."""

    type: str
    """RefactoringMiner's display name of the type."""
    description: str
    """RefactoringMiner's description."""
    before: PlaceFact | None
    """The method that it acts on, in the base."""
    after: PlaceFact | None
    """The method in the candidate."""
    purity: PurityVerdict | None
    """PurityChecker's verdict; null if it was not asked."""
    comment: str
    """PurityChecker's comment."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectionFacts(Facts):
    """The refactorings that RefactoringMiner found between base and candidate."""

    check: ClassVar[CheckName] = CheckName.DETECTION

    matched: tuple[str, ...]
    """Descriptions of the refactorings that match the wanted one."""
    delegate: bool
    """Whether all of them leave a delegating method behind."""
    detected: tuple[str, ...]
    """Descriptions of the refactorings of any type; at most twenty."""
    detected_count: int
    """Number of refactorings that were found."""
    skipped_files: Mapping[str, str]
    """Files that RefactoringMiner did not read, each with the reason."""
    found: tuple[RefactoringFact, ...] | None = None
    """The matching refactorings with their places and their purity; at most fifty."""
    edits: tuple[EditFact, ...] = ()
    """The edits of the change, at most twenty, if any refactoring was accepted and none was found."""
