"""The data of the check `behaviour`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.behaviour import BehaviourNote, BehaviourVerdict, DifferenceTag
from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class BothSides(Described):
    """A number for each version."""

    old: int
    """The base's number."""
    new: int
    """The candidate's number."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SurvivorFact(Described):
    """A mutant that no input detected."""

    mutant: str
    """Place and change of the mutant."""
    ran: bool
    """Whether an input executed its line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SensitivityFacts(Described):
    """How many mutants of the changed lines the same inputs detect."""

    mutants: int
    """Number of mutants that were tried."""
    killed: int
    """Number of mutants that were detected."""
    share: float | None
    """Share of detected mutants, in [0, 1]; null if no mutant could be made."""
    weak: bool
    """Whether fewer than half of the mutants were detected, or there were none."""
    messages_only: int
    """Number of mutants that change only the message of an exception. Messages are not compared, so
    these do not count."""
    unmeasured: int
    """Number of mutants that were not tried because the time ran out."""
    survivors: tuple[SurvivorFact, ...]
    """The mutants that were not detected; at most ten."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WitnessFact(Described):
    """An input on which the versions differ."""

    entry: str
    """The method, as `pkg.Class#name(descriptor)`."""
    call: str
    """The input as Java source."""
    old: str
    """What the base does with this input."""
    new: str
    """What the candidate does with this input."""
    test_class: str
    """The class of the failing test; empty if there is no test."""
    test: str
    """The source of the failing test; empty if the difference cannot be written as a test."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BehaviourFacts(Facts):
    """One fuzzing campaign."""

    check: ClassVar[CheckName] = CheckName.BEHAVIOUR

    verdict: BehaviourVerdict
    """The campaign's verdict."""
    eq_at_dfuzz: int | None
    """Eq@DFuzz: 1 for no difference, 0 for a difference, null if not measured."""
    reason: str
    """Why the verdict is not better, in one line."""
    executions: int
    """Number of inputs that ran on both versions."""
    discarded: int
    """Number of inputs that one version could not build."""
    changed_lines: BothSides
    """Number of changed lines."""
    reached_lines: BothSides
    """Number of changed lines that were executed."""
    sensitivity: SensitivityFacts | None
    """How many mutants the inputs detect; null if this was not measured."""
    tags: tuple[DifferenceTag, ...]
    """The kinds of difference that were found."""
    notes: tuple[BehaviourNote, ...]
    """Observations that do not count as a difference."""
    witness: WitnessFact | None
    """The first confirmed input on which the versions differ; null if there is none."""
    witnesses: int
    """Number of confirmed inputs."""
    entries: tuple[str, ...]
    """The methods that were called; at most fifty."""
    unsupported: tuple[str, ...]
    """Types and methods that could not be built or called; at most fifty."""
    seed: int
    """The random seed of the campaign."""
    engine_seconds: float
    """Duration of the campaign, in seconds."""
    versions: Mapping[str, str]
    """The versions of the engine and of the JVM."""
    corr_at_test: int | None
    """Corr@Test: 1 if every stable test passed in the first run, 0 if one did not, null without
    whole evidence."""
