"""What the check `references` found."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName
from verifier.domain.references import ReferenceKind


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferenceFact(Described):
    """One difference in what class files name."""

    kind: ReferenceKind
    """What differs."""
    group: str
    """Which power a new reference gives; empty for none, and for other kinds."""
    what: str
    """The class or member; for a test what was meant and what is meant now."""
    path: str
    """The source file; empty where it is not known."""
    line: int
    """The line, from 1; 0 where none is known."""
    class_name: str
    """The class whose file names it."""
    method: str
    """The method that names it; empty outside of methods."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReferencesFacts(Facts):
    """What the candidate's class files name and the base's did not."""

    check: ClassVar[CheckName] = CheckName.REFERENCES

    refused: tuple[ReferenceFact, ...]
    """The first fifty differences that no refactoring needs."""
    refused_count: int
    """How many there are."""
    listed: tuple[ReferenceFact, ...]
    """The first fifty new references that give no power."""
    listed_count: int
    """How many there are."""
    changed_classes: int
    """Class files of main and test code that are new or differ."""
