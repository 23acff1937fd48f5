"""What the check `behaviour` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.behaviour import BehaviourNote, BehaviourVerdict, DifferenceTag
from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class BothSides(Described):
    """A number of each version."""

    old: int
    """Of the base."""
    new: int
    """Of the candidate."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SurvivorFact(Described):
    """A mutant that no input noticed."""

    mutant: str
    """Where it is, and what it changed."""
    ran: bool
    """Whether an input executed its line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SensitivityFacts(Described):
    """How many mutants of the changed lines the same inputs notice."""

    mutants: int
    """How many were tried."""
    killed: int
    """How many were noticed."""
    share: float | None
    """In [0, 1]; null where no mutant could be made."""
    weak: bool
    """Under half were noticed, or there was none to notice."""
    messages_only: int
    """Mutants of messages of exceptions, which are not compared and do not count."""
    unmeasured: int
    """Mutants for which no time was left."""
    survivors: tuple[SurvivorFact, ...]
    """The first ten that were not noticed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WitnessFact(Described):
    """An input on which the versions differ."""

    entry: str
    """The method: `pkg.Class#name(descriptor)`."""
    call: str
    """The input as Java source."""
    old: str
    """What the base does."""
    new: str
    """What the candidate does."""
    test_class: str
    """The failing test's class; empty without a test."""
    test: str
    """The failing test's source; empty where the difference cannot be written as a test."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BehaviourFacts(Facts):
    """One fuzzing campaign."""

    check: ClassVar[CheckName] = CheckName.BEHAVIOUR

    verdict: BehaviourVerdict
    """The campaign's own verdict."""
    eq_at_dfuzz: int | None
    """Eq@DFuzz: 1 no difference, 0 a difference, null not measured."""
    reason: str
    """Why there is no better verdict, in a line."""
    executions: int
    """Inputs that ran on both versions."""
    discarded: int
    """Inputs that one version could not build."""
    changed_lines: BothSides
    """Changed lines."""
    reached_lines: BothSides
    """Changed lines that were executed."""
    sensitivity: SensitivityFacts | None
    """What the inputs would notice; null where it was not measured."""
    tags: tuple[DifferenceTag, ...]
    """In what the versions differ."""
    notes: tuple[BehaviourNote, ...]
    """What was noticed and is no difference."""
    witness: WitnessFact | None
    """The first confirmed input on which they differ."""
    witnesses: int
    """How many there are."""
    entries: tuple[str, ...]
    """The first fifty methods that were called."""
    unsupported: tuple[str, ...]
    """The first fifty things that could not be built or called."""
    seed: int
    """The campaign's seed."""
    engine_seconds: float
    """Seconds of the campaign."""
    versions: Mapping[str, str]
    """The engine's versions."""
    corr_at_test: int | None
    """Corr@Test: 1 every stable test passed at once, 0 one did not, null without whole evidence."""
