"""Read the engine's result without trust, because hostile code ran in the same process.

A result that cannot be read, or that contradicts itself, is an error and never a verdict.
"""

import math

from verifier.domain.behaviour import Behaviour, BehaviourVerdict, Sensitivity, Witness
from verifier.errors import FuzzingError, InputError
from verifier.tools.records import from_json

MOST_BYTES = 16 * 1024**2
MOST_WITNESSES = 100
MOST_LISTED = 1_000
MOST_SURVIVORS = 100
LONGEST_LINE = 2_000
LONGEST_TEST = 256 * 1024


def read_behaviour(raw: bytes, *, seed: int) -> Behaviour:
    """Read the engine's result, and check its consistency and its seed.

    Raises:
        FuzzingError: the result is too large, malformed or contradictory.
    """
    if len(raw) > MOST_BYTES:
        raise _refusal(f"it has {len(raw)} bytes")
    try:
        found = from_json(Behaviour, raw)
    except InputError as error:
        raise _refusal(error.message) from error
    contradiction = _contradiction(found, seed)
    if contradiction:
        raise _refusal(contradiction)
    return found


def _refusal(why: str) -> FuzzingError:
    return FuzzingError(
        f"the fuzzing engine's result cannot be used: {why}",
        hint="Run it again; what the code under test did may have got in the way.",
    )


def _contradiction(found: Behaviour, seed: int) -> str:
    """Describe a contradiction within the result. Empty if there is none."""
    counts = (
        found.executions, found.discarded, found.changed_old, found.changed_new,
        found.reached_old, found.reached_new, found.all_entries,
    )  # fmt: skip
    if any(count < 0 for count in counts):
        return "a count is negative"
    if not 0 <= found.seconds < math.inf:
        return f"it took {found.seconds} seconds"
    if found.reached_old > found.changed_old or found.reached_new > found.changed_new:
        return "more lines were reached than were changed"
    if found.seed != seed:
        return f"it is of seed {found.seed}, not {seed}"
    return _check_counts(found.sensitivity) or _too_long(found) or _check_verdict(found)


def _check_counts(found: Sensitivity | None) -> str:
    if found is None:
        return ""
    if not 0 <= found.killed <= found.mutants or min(found.unmeasured, found.messages_only) < 0:
        return "more mutants were killed than made"
    if len(found.survivors) > found.mutants - found.killed:
        return "more mutants survived than were not killed"
    return ""


def _check_verdict(found: Behaviour) -> str:
    """Describe a verdict that its own figures do not support. Empty if they do."""
    match found.verdict:
        case BehaviourVerdict.NON_EQUIVALENT:
            return "" if found.witnesses else "a difference without a witness"
        case BehaviourVerdict.EQUIVALENT_UP_TO:
            return _check_equivalence(found)
        case _:
            return "witnesses without a difference" if found.witnesses else ""


def _check_equivalence(found: Behaviour) -> str:
    if found.witnesses or found.tags:
        return "witnesses without a difference"
    if not found.executions:
        return "no difference in no executions"
    changed = found.changed_old + found.changed_new
    reached = found.reached_old + found.reached_new
    return "no difference although no changed line was reached" if changed and not reached else ""


def _too_long(found: Behaviour) -> str:
    if len(found.witnesses) > MOST_WITNESSES:
        return f"it has {len(found.witnesses)} witnesses"
    lists = (found.entries, found.unsupported, found.tags, found.notes)
    if any(len(each) > MOST_LISTED for each in lists):
        return "its lists are too long"
    if any(len(line) > LONGEST_LINE for line in (found.reason, *found.unsupported)):
        return "a reason is too long"
    survivors = found.sensitivity.survivors if found.sensitivity else ()
    if len(survivors) > MOST_SURVIVORS or any(len(s.mutant) > LONGEST_LINE for s in survivors):
        return "its survivors are too many or too long"
    if any(_is_too_long(witness) for witness in found.witnesses):
        return "a witness is too long"
    return ""


def _is_too_long(witness: Witness) -> bool:
    lines = (witness.entry, witness.old, witness.new, witness.test_class)
    tests = (witness.test, witness.call)
    return any(len(t) > LONGEST_LINE for t in lines) or any(len(t) > LONGEST_TEST for t in tests)
