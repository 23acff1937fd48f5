"""The data of the check `coverage`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


class Part(StrEnum):
    """The role of a code range in the refactoring."""

    REFACTORED = "refactored"
    """Code that was extracted, inlined or moved, at its place on this side."""
    CALL = "call"
    """A call of the extracted or inlined method, or the method that the code was taken from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CountFact(Described):
    """The number of lines or branches with byte code."""

    covered: int
    """Number that the tests executed."""
    total: int
    """Total number. If it is 0, nothing can be executed and there is no share."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StretchFact(Described):
    """One range of source lines."""

    part: Part
    """The role of the range in the refactoring."""
    file: str
    """The path, relative to the repository."""
    method: str
    """The method that contains it; empty if none does."""
    first_line: int
    """Its first line, from 1."""
    last_line: int
    """Its last line."""
    lines: CountFact
    """Counts of its lines."""
    branches: CountFact
    """Counts of its branches."""
    missed: tuple[int, ...]
    """Lines that were not executed at all; at most fifty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SideFact(Described):
    """One version."""

    lines: CountFact
    """Counts of the refactored code's lines, without its calls."""
    branches: CountFact
    """Counts of the refactored code's branches."""
    stretches: tuple[StretchFact, ...]
    """The ranges; at most fifty."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CoverageFacts(Facts):
    """The refactored code that the passing tests executed."""

    check: ClassVar[CheckName] = CheckName.COVERAGE

    measured: bool
    """Whether both versions were measured. If not, there are no figures."""
    reason: str
    """Why they were not measured; empty if they were."""
    agent: str
    """The version of JaCoCo."""
    before: SideFact | None = None
    """The base."""
    after: SideFact | None = None
    """The candidate."""
    reached_by: tuple[str, ...] | None = None
    """Test classes of the base that execute the refactored code; at most fifty. Absent if tests
    cannot be distinguished."""
    reached_by_tests: tuple[str, ...] | None = None
    """Ids of the tests that execute the refactored code; at most fifty."""
    reached_by_count: int | None = None
    """Number of tests that execute the refactored code."""
