"""The data of the check `references`."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.references import ReferenceKind


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceFact(Described):
    """One difference between the names that class files use."""

    kind: ReferenceKind
    """The kind of difference."""
    group: str
    """The power that a new reference gives; empty if it gives none, and for other kinds."""
    what: str
    """The class or member; for a test, the old and the new meaning."""
    path: str
    """The source file; empty if unknown."""
    line: int
    """The line, from 1; 0 if unknown."""
    class_name: str
    """The class whose class file uses the name."""
    method: str
    """The method that uses the name; empty outside methods."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferencesFacts(Facts):
    """The names that the candidate's class files use and the base's did not."""

    check: ClassVar[CheckName] = CheckName.REFERENCES

    refused: tuple[ReferenceFact, ...]
    """The differences that no refactoring needs; at most fifty."""
    refused_count: int
    """Number of refused differences."""
    listed: tuple[ReferenceFact, ...]
    """New references that give no power; at most fifty."""
    listed_count: int
    """Number of such references."""
    changed_classes: int
    """Number of class files of main and test code that are new or different."""
