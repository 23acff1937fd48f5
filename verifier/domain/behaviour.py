"""What differential fuzzing found: a verdict that never claims more than was executed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from verifier.domain.described import FORM, Described, Form

_HALF = 0.5


class BehaviourVerdict(StrEnum):
    """The five answers; a bare 'equivalent' does not exist.

    NON_EQUIVALENT: a difference, confirmed in clean JVMs. EQUIVALENT_UP_TO: none in so many inputs
    that reached the change. UNREACHED: no input executed a changed line, or there is no entry.
    NONDETERMINISTIC: the old code differs from itself in every method that reached the change.
    UNSUPPORTED: no input could be built.
    """

    NON_EQUIVALENT = "NON_EQUIVALENT"
    EQUIVALENT_UP_TO = "EQUIVALENT_UP_TO"
    UNREACHED = "UNREACHED"
    NONDETERMINISTIC = "NONDETERMINISTIC"
    UNSUPPORTED = "UNSUPPORTED"


class DifferenceTag(StrEnum):
    """In what the two versions differ."""

    RETURN = "return"
    EXCEPTION = "exception"
    STATE = "state"
    OUTPUT = "output"
    EXIT = "exit"
    FP_ROUNDING = "fp-rounding"
    ROBUSTNESS = "robustness"
    RESOURCE = "resource"


class BehaviourNote(StrEnum):
    """What was noticed and is no difference."""

    SLOWER = "SLOWER"
    POSSIBLE_NONTERMINATION = "POSSIBLE_NONTERMINATION"


@dataclass(frozen=True, kw_only=True, slots=True)
class Witness(Described):
    """One confirmed input on which the versions differ.

    `entry` is `pkg.Class#name(descriptor)`. `call` is the shrunk input as Java source on one line.
    `old` and `new` say in one line each what was observed. `test` is a JUnit test that passes on
    the old version and fails on the new one, named `test_class`; empty where the difference cannot
    be written as a test (resources). `replay` is what `refverify fuzz replay` reads.
    """

    entry: str
    """The method that was called, as `pkg.Class#name(descriptor)`."""
    tags: tuple[DifferenceTag, ...]
    """In what the two versions differ."""
    call: str
    """The shrunk input as Java source on one line."""
    old: str
    """What the old version did, in one line."""
    new: str
    """What the new version did, in one line."""
    test_class: str = ""
    """The name of the failing test's class; empty where there is no test."""
    test: str = ""
    """A JUnit test that passes on the old version and fails on the new one; empty where none
    can be written."""
    replay: Mapping[str, Any] = field(default_factory=dict)
    """The engine's own record of the input."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Survivor(Described):
    """A mutant that no input noticed: where it is and what it changed, on one line.

    `ran` is false where no input executed the line; without line numbers nobody can tell: true.
    """

    mutant: str
    """Where it is and what it changed, on one line."""
    ran: bool
    """Whether any input executed the line; true where nobody can tell."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensitivity(Described):
    """How many byte-code mutants of the changed lines the very same inputs kill.

    `mutants` were tried; for `unmeasured` more no time was left. `survivors` are those that were not
    noticed, the first hundred of them. `messages_only` more changed nothing but the messages of
    exceptions, which are not compared: they count as no mutants.
    """

    mutants: int
    """How many mutants of the changed lines were tried."""
    killed: int
    """How many of them the inputs noticed."""
    messages_only: int = 0
    """How many more changed nothing but the messages of exceptions, which are not compared."""
    unmeasured: int = 0
    """For how many more no time was left."""
    survivors: tuple[Survivor, ...] = ()
    """Those that were not noticed, the first hundred."""

    @property
    def share(self) -> float | None:
        """In [0, 1]; None where no mutant could be made."""
        return self.killed / self.mutants if self.mutants else None

    @property
    def weak(self) -> bool:
        """Under half of the mutants were noticed, or there was none to notice."""
        return self.share is None or self.share < _HALF


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryCount(Described):
    """What was done with one entry: inputs executed on both sides, discarded, changed lines hit."""

    entry: str
    """The method, as `pkg.Class#name(descriptor)`."""
    executions: int
    """Inputs that ran on both versions."""
    discarded: int
    """Inputs that one version could not build."""
    reached: bool
    """Whether a changed line was executed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Behaviour(Described):
    """The result of one campaign, as the engine writes it.

    `executions` counts inputs that ran on both versions, `discarded` those that one version could
    not build. `reached_old` and `reached_new` are the changed lines that were executed, of
    `changed_old` and `changed_new`. `reason` says in one line why there is no better verdict.
    `entries` are the methods that had their turn, of `all_entries` that can be called from both
    sides. `unsupported` names what could not be built or called.
    """

    verdict: BehaviourVerdict
    """The answer."""
    seed: int
    """The seed of the search."""
    executions: int = 0
    """Inputs that ran on both versions."""
    discarded: int = 0
    """Inputs that one version could not build."""
    changed_old: int = 0
    """Changed lines of the old version."""
    changed_new: int = 0
    """Changed lines of the new version."""
    reached_old: int = 0
    """How many of the old version's were executed."""
    reached_new: int = 0
    """How many of the new version's were executed."""
    reason: str = ""
    """Why there is no better verdict, in one line."""
    tags: tuple[DifferenceTag, ...] = ()
    """In what the versions differ."""
    notes: tuple[BehaviourNote, ...] = ()
    """What was noticed and is no difference."""
    witnesses: tuple[Witness, ...] = ()
    """The confirmed inputs on which the versions differ."""
    sensitivity: Sensitivity | None = None
    """How many mutants the same inputs notice; null where it was not measured."""
    entries: tuple[EntryCount, ...] = ()
    """The methods that had their turn."""
    all_entries: int = 0
    """How many methods can be called on both sides."""
    unsupported: tuple[str, ...] = ()
    """What could not be built or called."""
    seconds: float = 0.0
    """Wall time of the campaign."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """The versions of the engine and the JVM."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    @property
    def eq_at_dfuzz(self) -> int | None:
        """The paper's Eq@DFuzz (section 3): 1 no difference, 0 a difference, None not measured."""
        match self.verdict:
            case BehaviourVerdict.EQUIVALENT_UP_TO:
                return 1
            case BehaviourVerdict.NON_EQUIVALENT:
                return 0
            case _:
                return None
