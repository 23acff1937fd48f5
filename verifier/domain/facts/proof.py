"""The data of the check `proof`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.libraries import LibraryRecord
from verifier.domain.outcome import CheckName
from verifier.domain.proof import (
    CompileError,
    ConditionKind,
    DifferenceReason,
    MethodStatus,
    ProofOutcome,
)
from verifier.domain.purity import PurityTier


@dataclass(frozen=True, kw_only=True, slots=True)
class DifferenceFact(Described):
    """The obstacle to the proof of two methods."""

    reason: DifferenceReason
    """Why they were not proved equal."""
    line: str
    """The same for people, on one line with both places."""
    before: str | None
    """The place in the old code, as `path:line`; null if there is none."""
    after: str | None
    """The place in the new code, as `path:line`; null if there is none."""
    before_event: str
    """What the old code does at this place; empty if unknown."""
    after_event: str
    """What the new code does at this place; empty if unknown."""
    path: tuple[str, ...]
    """The conditions on the inputs that lead to this place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConditionFact(Described):
    """A side condition that does not hold."""

    kind: ConditionKind
    """The side condition."""
    where: str
    """The class or member that it concerns."""
    why: str
    """Why it does not hold, in one line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProofFacts(Facts):
    """The prover's answer about the whole change."""

    check: ClassVar[CheckName] = CheckName.PROOF

    outcome: ProofOutcome
    """The prover's outcome."""
    tier: PurityTier | None
    """`proved`, or null."""
    methods: Mapping[MethodStatus, int]
    """Number of methods that are identical, proved, added, removed, not proved, or unresolved."""
    difference: DifferenceFact | None
    """The first difference that the prover saw, or else the first place where it gave up; null
    without either."""
    refactored: DifferenceFact | None = None
    """The difference that the prover shows in the methods of the wanted refactoring; null if it
    shows none."""
    residue: tuple[str, ...]
    """The differences that are not code, in words; at most twenty."""
    residue_count: int
    """Number of such differences."""
    conditions: tuple[ConditionFact, ...]
    """The side conditions that do not hold; at most twenty."""
    assumptions: tuple[str, ...]
    """The assumptions behind the answer."""
    compared: str
    """What was compared: the class files of the build, or the sources; empty if nothing was
    compared."""
    compile_errors: tuple[CompileError, ...] | None = None
    """Errors of the prover's compiler in the new version alone; at most twenty. Only if sources
    were compared."""
    class_path: LibraryRecord | None = None
    """The jars that the sources were compiled against, and the missing ones; null if no jars were
    searched."""
