"""What the check `policy` found."""

from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyFact(Described):
    """One broken rule."""

    rule: str
    """The rule's id."""
    path: str
    """The file that breaks it."""
    line: int
    """The line, from 1; 0 where the whole file does."""
    what: str
    """The construct that is not allowed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PolicyFacts(Facts):
    """The broken rules of a candidate that breaks some."""

    check: ClassVar[CheckName] = CheckName.POLICY

    findings: tuple[PolicyFact, ...]
    """The first fifty."""
    findings_count: int
    """How many there are."""
