"""The exit statuses of commands that answered, and which answer gets which status.

The codes of errors are in `verifier.errors`; docs/exit-codes.md explains both.
"""

from enum import IntEnum
from typing import TYPE_CHECKING, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterable

    from verifier.domain.behaviour import BehaviourVerdict
    from verifier.domain.gate import Decision
    from verifier.domain.outcome import Status
    from verifier.domain.proof import ProofOutcome


class Exit(IntEnum):
    """A status that is not an error of ours. A command returns it."""

    YES = 0
    """Done, or the answer is yes."""
    NO = 1
    OPEN = 3
    """There is no answer: something is inconclusive."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


def of_run(statuses: "Iterable[Status]") -> Exit:
    """Return the exit status for a run over files: open if some prediction is inconclusive."""
    from verifier.domain.outcome import Status

    return Exit.OPEN if Status.INCONCLUSIVE in set(statuses) else Exit.YES


def of_decision(decision: "Decision") -> Exit:
    """Return the exit status for the gate's decision."""
    from verifier.domain.gate import Decision

    match decision:
        case Decision.PASSED | Decision.NOTHING_TO_CHECK:
            return Exit.YES
        case Decision.FAILED:
            return Exit.NO
        case Decision.OPEN:
            return Exit.OPEN
        case _:
            assert_never(decision)


def of_behaviour(verdict: "BehaviourVerdict") -> Exit:
    """Return the exit status for a fuzzing verdict: no if a difference is confirmed."""
    from verifier.domain.behaviour import BehaviourVerdict

    match verdict:
        case BehaviourVerdict.EQUIVALENT_UP_TO:
            return Exit.YES
        case BehaviourVerdict.NON_EQUIVALENT:
            return Exit.NO
        case (
            BehaviourVerdict.UNREACHED
            | BehaviourVerdict.NONDETERMINISTIC
            | BehaviourVerdict.UNSUPPORTED
        ):
            return Exit.OPEN
        case _:
            assert_never(verdict)


def of_proof(outcome: "ProofOutcome") -> Exit:
    """Return the exit status for a proof. A proof under an additional assumption is not a yes."""
    from verifier.domain.proof import ProofOutcome

    match outcome:
        case ProofOutcome.PROVED:
            return Exit.YES
        case (
            ProofOutcome.ASSUMING_NAMES
            | ProofOutcome.CLOSED_WORLD
            | ProofOutcome.REFACTORING_PROVED
            | ProofOutcome.NOT_PROVED
        ):
            return Exit.NO
        case ProofOutcome.UNRESOLVED | ProofOutcome.NOT_SUPPORTED:
            return Exit.OPEN
        case _:
            assert_never(outcome)
