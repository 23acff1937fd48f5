"""What the check `proof` found."""

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
    """What stands against the proof of two methods."""

    reason: DifferenceReason
    """Why they were not proved alike."""
    line: str
    """The same for people, with both places, on one line."""
    before: str | None
    """Where the old code stands then, as `path:line`; null where it stands nowhere."""
    after: str | None
    """Where the new code stands then."""
    before_event: str
    """What the old code does there; empty if not known."""
    after_event: str
    """What the new code does there; empty if not known."""
    path: tuple[str, ...]
    """What must hold of the inputs to come there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConditionFact(Described):
    """A side condition that does not hold."""

    kind: ConditionKind
    """Which one."""
    where: str
    """The class or member that it is about."""
    why: str
    """One line for people."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProofFacts(Facts):
    """The prover's answer on the whole change."""

    check: ClassVar[CheckName] = CheckName.PROOF

    outcome: ProofOutcome
    """The prover's own word."""
    tier: PurityTier | None
    """`proved`, or none."""
    methods: Mapping[MethodStatus, int]
    """How many methods are identical, proved, added, removed, not proved, unresolved."""
    difference: DifferenceFact | None
    """What the prover saw differ first; where it saw nothing, where it gave up first."""
    residue: tuple[str, ...]
    """The first twenty things that differ and are no code, in words."""
    residue_count: int
    """How many there are."""
    conditions: tuple[ConditionFact, ...]
    """The first twenty side conditions that do not hold."""
    assumptions: tuple[str, ...]
    """What the answer rests on."""
    compared: str
    """What was compared: the class files of the build, or the sources; empty for neither."""
    compile_errors: tuple[CompileError, ...] | None = None
    """The first twenty errors of the prover's compiler that the new version alone has; where sources were compared."""
    class_path: LibraryRecord | None = None
    """The jars that the sources were compiled against, and what is missing; null where none were looked for."""
