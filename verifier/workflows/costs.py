"""What calls of mining and validation cost: one line a call beside what they write.

The only file of a run but its journals that holds a time. A call with nothing to do leaves no line, and neither does
one that was killed, which shows: its work is in the journal and in no line.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.domain.described import FORM, Described, Form
from verifier.tools.files import storage_errors
from verifier.tools.peak_memory import PeakMemory
from verifier.tools.records import load_jsonl, to_line


class CostStage(StrEnum):
    """What was done."""

    MINING = "mining"
    VALIDATION = "validation"


@dataclass(frozen=True, kw_only=True, slots=True)
class CostLine(Described):
    """One call of one stage."""

    stage: CostStage
    """The stage that was called."""
    done: int
    """How many commits were analysed, or instances validated, in this call."""
    seconds: float
    """Wall time."""
    peak_memory: int | None = None
    """The most bytes of resident memory of refverify and its workers together, looked at each second; null where
    the system does not tell. What runs in containers is not in it."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """All calls of one stage; no value where there was none."""

    done: int
    seconds: float | None
    peak_memory: int | None

    @property
    def rate(self) -> float | None:
        """How many a second; None where nothing was done."""
        return self.done / self.seconds if self.done and self.seconds else None


@contextmanager
def measured(path: Path, stage: CostStage, journal: Path, *, fresh: bool = False) -> Iterator[None]:
    """Add a line for what happens inside, however it ends; a `fresh` journal is begun anew.

    Raises:
        StorageError: the line cannot be written.
    """
    before, content = 0 if fresh else _done(journal, stage), _content(journal)
    started = time.monotonic()
    peak = PeakMemory()
    try:
        with peak:
            yield
    finally:
        # What failed before it came to its journal has thrown nothing away, and done nothing.
        untouched = _content(journal) == content
        line = CostLine(
            stage=stage,
            done=0 if untouched else _done(journal, stage) - before,
            seconds=round(time.monotonic() - started, 3),
            peak_memory=peak.bytes,
        )
        if line.done > 0:
            with storage_errors(path), path.open("ab") as stream:
                stream.write(to_line(line))


_HEADERS = {CostStage.MINING: 1, CostStage.VALIDATION: 0}
"""How many lines of its journal are no work."""


def _content(journal: Path) -> tuple[int, int] | None:
    """What changes with each write; None where there is no journal."""
    try:
        found = journal.stat()
    except FileNotFoundError:
        return None
    return found.st_size, found.st_mtime_ns


def _done(journal: Path, stage: CostStage) -> int:
    """What a journal holds; 0 where there is none."""
    try:
        with journal.open("rb") as stream:
            return max(0, sum(1 for _ in stream) - _HEADERS[stage])
    except FileNotFoundError:
        return 0


def read_costs(path: Path) -> list[CostLine]:
    """Every call; none where there is no file.

    Raises:
        InputError: it, or a line of it, cannot be read.
    """
    return load_jsonl(CostLine, path)[0] if path.is_file() else []


def cost_of(lines: Sequence[CostLine], stage: CostStage) -> Cost:
    """The calls of one stage, summed up."""
    own = [line for line in lines if line.stage is stage]
    peaks = [line.peak_memory for line in own if line.peak_memory is not None]
    return Cost(
        done=sum(line.done for line in own),
        seconds=sum(line.seconds for line in own) if own else None,
        peak_memory=max(peaks, default=None),
    )
