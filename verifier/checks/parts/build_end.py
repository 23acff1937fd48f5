"""The meaning of a sandboxed run that ended early."""

from dataclasses import dataclass
from typing import assert_never

from verifier.domain.outcome import Reason
from verifier.domain.testrun import RunEnd


@dataclass(frozen=True, kw_only=True, slots=True)
class Breach:
    """The reason, and a predicate for a sentence about it."""

    reason: Reason
    words: str


def breach(end: RunEnd) -> Breach | None:
    """Return the limit that a run exceeded; None if it ended normally."""
    match end:
        case RunEnd.EXITED:
            return None
        case RunEnd.TIMEOUT:
            return Breach(reason=Reason.TIMEOUT, words="ran into the time limit")
        case RunEnd.OUT_OF_MEMORY:
            return Breach(reason=Reason.RESOURCE, words="ran out of memory")
        case RunEnd.OUT_OF_DISK:
            return Breach(reason=Reason.RESOURCE, words="filled its disk")
        case RunEnd.OUT_OF_PROCESSES:
            return Breach(reason=Reason.RESOURCE, words="started too many processes or threads")
        case _:
            assert_never(end)
