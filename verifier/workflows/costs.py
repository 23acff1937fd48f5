"""The costs of mining, validation and generation: one line per call, in a file next to the output.

Besides the journals, this is the only file of a run that contains a time. A call with nothing to do
leaves no line. A killed call leaves none either, which shows: the journal has its work, but no line
accounts for it.
"""

import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from verifier.domain.described import FORM, Described, Form
from verifier.tools.peak_memory import PeakMemory
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import require_plain, storage_errors


class CostStage(StrEnum):
    """The stage of work."""

    MINING = "mining"
    VALIDATION = "validation"
    GENERATION = "generation"


@dataclass(frozen=True, kw_only=True, slots=True)
class CostLine(Described):
    """One call of one stage."""

    stage: CostStage
    """The stage that was called."""
    done: int
    """Number of commits analysed, instances validated or samples asked in this call."""
    seconds: float
    """Wall-clock seconds."""
    processor_seconds: float | None = None
    """Processor seconds of refverify and its workers together, which other work on the machine
    hardly changes; null if they are not known. Containers are not included."""
    peak_memory: int | None = None
    """Peak resident memory of refverify and its workers together, in bytes, sampled every second;
    null if the system does not report it. Containers are not included.
    """
    cost_usd: float | None = None
    """The known price of this call's model requests, in US dollars; null for other stages, and if
    no price is known."""
    tokens: int | None = None
    """Tokens of this call's prompts and answers; null for other stages, and if none are known."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cost:
    """All calls of one stage. `seconds` is None if there were none.

    `processor_seconds` is None if it is not known for a call.
    """

    done: int
    seconds: float | None
    peak_memory: int | None
    processor_seconds: float | None = None

    @property
    def rate(self) -> float | None:
        """Items per second. None if nothing was done."""
        return self.done / self.seconds if self.done and self.seconds else None


@dataclass(kw_only=True)
class CallSpending:
    """The dollars and tokens that a call spends; None if they are not known."""

    usd: float | None = None
    tokens: int | None = None


@contextmanager
def measure(
    path: Path, stage: CostStage, journal: Path, *, fresh: bool = False
) -> Iterator[CallSpending]:
    """Add a line for the work inside the block, however it ends. A `fresh` journal starts empty.

    The block may add to the yielded spending.

    Raises:
        StorageError: the line cannot be written, or a path is not a plain file.
    """
    require_plain(path)
    require_plain(journal)
    before, content = 0 if fresh else _count_done(journal, stage), _content(journal)
    started, worked = time.monotonic(), _processor_seconds()
    peak, spending = PeakMemory(), CallSpending()
    try:
        with peak:
            yield spending
    finally:
        # A call that failed before it wrote its journal neither discarded nor added work.
        untouched = _content(journal) == content
        line = CostLine(
            stage=stage,
            done=0 if untouched else _count_done(journal, stage) - before,
            seconds=round(time.monotonic() - started, 3),
            processor_seconds=round(_processor_seconds() - worked, 3),
            peak_memory=peak.bytes,
            cost_usd=spending.usd,
            tokens=spending.tokens,
        )
        if line.done > 0:
            with storage_errors(path), path.open("ab") as stream:
                stream.write(to_line(line))


def _processor_seconds() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    # os.times() counts in hundredths of a second, so a short call would take none.
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)


_HEADERS = {CostStage.MINING: 1, CostStage.VALIDATION: 0, CostStage.GENERATION: 0}
"""Number of header lines of a journal."""


def _content(journal: Path) -> tuple[int, int] | None:
    """Size and time of the last change, which differ after each write. None without a journal."""
    try:
        found = journal.stat()
    except FileNotFoundError:
        return None
    return found.st_size, found.st_mtime_ns


def _count_done(journal: Path, stage: CostStage) -> int:
    """Count the items in a journal; 0 without a journal."""
    try:
        with journal.open("rb") as stream:
            return max(0, sum(1 for _ in stream) - _HEADERS[stage])
    except FileNotFoundError:
        return 0


def read_costs(path: Path) -> list[CostLine]:
    """Read all calls. Empty if there is no file.

    Raises:
        InputError: the file, or a line of it, cannot be read.
    """
    return load_jsonl(CostLine, path)[0] if path.is_file() else []


def cost_of(lines: Sequence[CostLine], stage: CostStage) -> Cost:
    """Sum up the calls of one stage."""
    own = [line for line in lines if line.stage is stage]
    peaks = [line.peak_memory for line in own if line.peak_memory is not None]
    worked = [line.processor_seconds for line in own if line.processor_seconds is not None]
    return Cost(
        done=sum(line.done for line in own),
        seconds=sum(line.seconds for line in own) if own else None,
        peak_memory=max(peaks, default=None),
        processor_seconds=sum(worked) if own and len(worked) == len(own) else None,
    )
