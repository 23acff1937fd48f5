"""What differential fuzzing found: a verdict that never claims more than was executed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

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
class Witness:
    """One confirmed input on which the versions differ.

    `entry` is `pkg.Class#name(descriptor)`. `call` is the shrunk input as Java source on one line.
    `old` and `new` say in one line each what was observed. `test` is a JUnit test that passes on
    the old version and fails on the new one, named `test_class`; empty where the difference cannot
    be written as a test (resources). `replay` is what `refverify fuzz replay` reads.
    """

    entry: str
    tags: tuple[DifferenceTag, ...]
    call: str
    old: str
    new: str
    test_class: str = ""
    test: str = ""
    replay: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Survivor:
    """A mutant that no input noticed: where it is and what it changed, on one line.

    `ran` is false where no input executed the line; without line numbers nobody can tell: true.
    """

    mutant: str
    ran: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Sensitivity:
    """How many byte-code mutants of the changed lines the very same inputs kill.

    `mutants` were tried; for `unmeasured` more no time was left. `survivors` are those that were not
    noticed, the first hundred of them. `messages_only` more changed nothing but the messages of
    exceptions, which are not compared: they count as no mutants.
    """

    mutants: int
    killed: int
    messages_only: int = 0
    unmeasured: int = 0
    survivors: tuple[Survivor, ...] = ()

    @property
    def share(self) -> float | None:
        """In [0, 1]; None where no mutant could be made."""
        return self.killed / self.mutants if self.mutants else None

    @property
    def weak(self) -> bool:
        """Under half of the mutants were noticed, or there was none to notice."""
        return self.share is None or self.share < _HALF


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryCount:
    """What was done with one entry: inputs executed on both sides, discarded, changed lines hit."""

    entry: str
    executions: int
    discarded: int
    reached: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Behaviour:
    """The result of one campaign, as the engine writes it.

    `executions` counts inputs that ran on both versions, `discarded` those that one version could
    not build. `reached_old` and `reached_new` are the changed lines that were executed, of
    `changed_old` and `changed_new`. `reason` says in one line why there is no better verdict.
    `entries` are the methods that had their turn, of `all_entries` that can be called from both
    sides. `unsupported` names what could not be built or called.
    """

    verdict: BehaviourVerdict
    seed: int
    executions: int = 0
    discarded: int = 0
    changed_old: int = 0
    changed_new: int = 0
    reached_old: int = 0
    reached_new: int = 0
    reason: str = ""
    tags: tuple[DifferenceTag, ...] = ()
    notes: tuple[BehaviourNote, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    sensitivity: Sensitivity | None = None
    entries: tuple[EntryCount, ...] = ()
    all_entries: int = 0
    unsupported: tuple[str, ...] = ()
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)

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
