"""What the check `coverage` found."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


class Part(StrEnum):
    """What a stretch of code is to the refactoring."""

    REFACTORED = "refactored"
    """The code that was extracted, inlined or moved, where it stands on this side."""
    CALL = "call"
    """A call of the extracted or inlined method, or the method that the code was taken from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CountFact(Described):
    """Lines or branches that have byte code."""

    covered: int
    """How many the tests executed."""
    total: int
    """How many there are; 0: nothing to execute, which is no share."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StretchFact(Described):
    """One stretch of source."""

    part: Part
    """What it is to the refactoring."""
    file: str
    """Path in the repository."""
    method: str
    """The method that it lies in; empty where it lies in none."""
    first_line: int
    """Its first line, from 1."""
    last_line: int
    """Its last line."""
    lines: CountFact
    """Its lines."""
    branches: CountFact
    """Its branches."""
    missed: tuple[int, ...]
    """The first fifty lines that were not executed, not even in part."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SideFact(Described):
    """One version."""

    lines: CountFact
    """Lines of the refactored code; of its calls none."""
    branches: CountFact
    """Branches of the refactored code."""
    stretches: tuple[StretchFact, ...]
    """The first fifty stretches."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageFacts(Facts):
    """What of the refactored code the tests executed that passed."""

    check: ClassVar[CheckName] = CheckName.COVERAGE

    measured: bool
    """Whether both versions were measured; where not, no figure stands here."""
    reason: str
    """Why not; empty where they were."""
    agent: str
    """The version of JaCoCo."""
    before: SideFact | None = None
    """The base."""
    after: SideFact | None = None
    """The candidate."""
    reached_by: tuple[str, ...] | None = None
    """The first fifty test classes of the base that execute the refactored code; left out where
    tests cannot be told apart."""
    reached_by_tests: tuple[str, ...] | None = None
    """The first fifty tests that do, by id."""
    reached_by_count: int | None = None
    """How many tests do."""
