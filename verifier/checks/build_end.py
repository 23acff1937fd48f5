"""What it means for a check that a sandboxed run was ended before its time."""

from dataclasses import dataclass
from typing import assert_never

from verifier.domain.outcome import Reason
from verifier.domain.testrun import RunEnd


@dataclass(frozen=True, kw_only=True, slots=True)
class Breach:
    """The reason code, and words that follow a subject."""

    reason: Reason
    words: str


def breach(end: RunEnd) -> Breach | None:
    """The limit that a run went over; None where it ended by itself."""
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
