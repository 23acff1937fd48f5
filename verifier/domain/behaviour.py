"""The result of differential fuzzing. It claims no more than what was executed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.domain.described import FORM, Described, Form

_HALF = 0.5


class BehaviourVerdict(StrEnum):
    """The five answers. There is no plain 'equivalent'.

    NON_EQUIVALENT: the versions differ, confirmed in clean JVMs. EQUIVALENT_UP_TO: many inputs
    reached the change and none showed a difference. UNREACHED: no input executed a changed line, or
    there is no entry. NONDETERMINISTIC: in every method that reached the change, two runs of the
    old code differ. UNSUPPORTED: no input could be built.
    """

    NON_EQUIVALENT = "NON_EQUIVALENT"
    EQUIVALENT_UP_TO = "EQUIVALENT_UP_TO"
    UNREACHED = "UNREACHED"
    NONDETERMINISTIC = "NONDETERMINISTIC"
    UNSUPPORTED = "UNSUPPORTED"


class DifferenceTag(StrEnum):
    """The kinds of difference between two versions."""

    RETURN = "return"
    EXCEPTION = "exception"
    STATE = "state"
    OUTPUT = "output"
    EXIT = "exit"
    FP_ROUNDING = "fp-rounding"
    ROBUSTNESS = "robustness"
    RESOURCE = "resource"


class BehaviourNote(StrEnum):
    """Observations that do not count as a difference."""

    SLOWER = "SLOWER"
    POSSIBLE_NONTERMINATION = "POSSIBLE_NONTERMINATION"


@dataclass(frozen=True, kw_only=True, slots=True)
class Witness(Described):
    """One confirmed input on which the versions differ.

    If the difference cannot be written as a test (resources, for example), `test` and `test_class`
    are empty. `refverify fuzz replay` reads `replay`.
    """

    entry: str
    """The called method, as `pkg.Class#name(descriptor)`."""
    tags: tuple[DifferenceTag, ...]
    """The kinds of difference."""
    call: str
    """The shrunk input as Java source, on one line."""
    old: str
    """What the old version did, in one line."""
    new: str
    """What the new version did, in one line."""
    test_class: str = ""
    """The class name of the failing test; empty if there is no test."""
    test: str = ""
    """A JUnit test that passes on the old version and fails on the new one; empty if none can be
    written."""
    replay: Mapping[str, Any] = field(default_factory=dict)
    """The engine's own record of the input."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Survivor(Described):
    """A mutant that no input detected.

    `ran` is false if no input executed the line. Without line numbers this is unknown, and `ran` is
    true.
    """

    mutant: str
    """Place and change of the mutant, on one line."""
    ran: bool
    """Whether an input executed the line; true if this is unknown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensitivity(Described):
    """How many byte-code mutants of the changed lines the same inputs detect.

    Mutants that change only the message of an exception are counted in `messages_only`, not in
    `mutants`: messages are not compared.
    """

    mutants: int
    """Number of mutants of the changed lines that were tried."""
    killed: int
    """Number of these mutants that the inputs detected."""
    messages_only: int = 0
    """Number of further mutants that change only the message of an exception. Messages are not
    compared."""
    unmeasured: int = 0
    """Number of further mutants that were not tried because the time ran out."""
    survivors: tuple[Survivor, ...] = ()
    """The mutants that were not detected; at most a hundred."""

    @property
    def share(self) -> float | None:
        """Share of mutants that were detected, in [0, 1]; None if no mutant could be made."""
        return self.killed / self.mutants if self.mutants else None

    @property
    def weak(self) -> bool:
        """Whether fewer than half of the mutants were detected, or there were none."""
        return self.share is None or self.share < _HALF


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryCount(Described):
    """The fuzzing figures of one entry."""

    entry: str
    """The method, as `pkg.Class#name(descriptor)`."""
    executions: int
    """Number of inputs that ran on both versions."""
    discarded: int
    """Number of inputs that one version could not build."""
    reached: bool
    """Whether an input executed a changed line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Behaviour(Described):
    """The result of one fuzzing campaign, as the engine writes it.

    `reached_old` and `reached_new` count executed lines out of `changed_old` and `changed_new`.
    `entries` are the methods that were tried, out of `all_entries`.
    """

    verdict: BehaviourVerdict
    """The campaign's answer."""
    seed: int
    """The random seed of the search."""
    executions: int = 0
    """Number of inputs that ran on both versions."""
    discarded: int = 0
    """Number of inputs that one version could not build."""
    changed_old: int = 0
    """Number of changed lines in the old version."""
    changed_new: int = 0
    """Number of changed lines in the new version."""
    reached_old: int = 0
    """Number of changed lines of the old version that were executed."""
    reached_new: int = 0
    """Number of changed lines of the new version that were executed."""
    reason: str = ""
    """Why the verdict is not better, in one line."""
    tags: tuple[DifferenceTag, ...] = ()
    """The kinds of difference that were found."""
    notes: tuple[BehaviourNote, ...] = ()
    """Observations that do not count as a difference."""
    witnesses: tuple[Witness, ...] = ()
    """The confirmed inputs on which the versions differ."""
    sensitivity: Sensitivity | None = None
    """How many mutants the same inputs detect; null if this was not measured."""
    entries: tuple[EntryCount, ...] = ()
    """The methods that were tried."""
    all_entries: int = 0
    """Number of methods that can be called in both versions."""
    unsupported: tuple[str, ...] = ()
    """Types and methods that could not be built or called."""
    seconds: float = 0.0
    """Wall time of the campaign, in seconds."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """The versions of the engine and of the JVM."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def eq_at_dfuzz(self) -> int | None:
        """The paper's Eq@DFuzz (section 3).

        1 means no difference, 0 a difference, and None that it was not measured.
        """
        match self.verdict:
            case BehaviourVerdict.EQUIVALENT_UP_TO:
                return 1
            case BehaviourVerdict.NON_EQUIVALENT:
                return 0
            case _:
                return None
