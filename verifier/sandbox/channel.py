"""Parse the two streams of a container's main process as they arrive.

Standard output contains: any text, the start marker, the job's own output, the end marker with its
facts, a tar. The job could write the markers itself, but all it would gain is to end its run
earlier with results of its own, which it can produce anyway. So nothing here is evidence; the
results must authenticate themselves.
"""

import struct
import tempfile
import time
from dataclasses import dataclass
from enum import Enum, auto
from typing import IO

from verifier.sandbox.base import JobLimits
from verifier.sandbox.capped import CappedBuffer
from verifier.sandbox.results import archive_bound

FRAME_HEADER = 8
STDERR = 2
LONGEST_END_LINE = 400
SPOOL_BYTES = 4 * 1024**2
FULL_BELOW = 64 * 1024
"""A folder with fewer free bytes than this, or without a free inode, counts as full."""


class Phase(Enum):
    """How far the main process has come."""

    LAYING = auto()
    RUNNING = auto()
    RETURNING = auto()


@dataclass(frozen=True, kw_only=True, slots=True)
class EndFacts:
    """The end line: exit status, microseconds, out-of-memory kills, refused forks, full folders.

    `foreign_kills` counts kills by a kernel that was out of memory although this container was not.
    """

    status: int
    seconds: float
    oom_kills: int
    foreign_kills: int
    refused_forks: int
    full: bool


class Channel:
    """Parses the engine's frames; provides the phase, the outputs and the archive."""

    def __init__(self, nonce: str, limits: JobLimits) -> None:
        self.nonce = nonce
        self._start = f"\n{nonce} start\n".encode()
        self._end = f"\n{nonce} end ".encode()
        self._frames = bytearray()
        self._pending = bytearray()
        self._left_in_archive = archive_bound(limits)
        self.phase = Phase.LAYING
        self.started_at: float | None = None
        self.ended_at: float | None = None
        self.closed_at = 0.0
        self.facts: EndFacts | None = None
        self.output = CappedBuffer(limits.output_bytes)
        self.log = CappedBuffer(limits.output_bytes)
        self.archive: IO[bytes] = tempfile.SpooledTemporaryFile(SPOOL_BYTES)  # noqa: SIM115 - the reader of the results closes it
        self.archive_cut = False

    def feed(self, data: bytes) -> None:
        """Append bytes of the attached stream: frames of stream number, length and payload."""
        self._frames += data
        while len(self._frames) >= FRAME_HEADER:
            stream, length = struct.unpack_from(">BxxxL", self._frames)
            if len(self._frames) < FRAME_HEADER + length:
                return
            payload = bytes(memoryview(self._frames)[FRAME_HEADER : FRAME_HEADER + length])
            del self._frames[: FRAME_HEADER + length]
            if stream == STDERR:
                self.log.feed(payload)
            else:
                self._stdout(payload)

    def close(self) -> None:
        """Handle the end of the stream: pending bytes become output, the archive is rewound."""
        if self.phase is Phase.RUNNING:
            self.output.feed(self._pending)
            self._pending.clear()
        self.archive.seek(0)
        self.closed_at = time.monotonic()

    def _stdout(self, payload: bytes) -> None:
        if self.phase is Phase.RETURNING:
            self._archive(payload)
            return
        self._pending += payload
        if self.phase is Phase.LAYING and self._cut(self._start, keep=False):
            self.phase, self.started_at = Phase.RUNNING, time.monotonic()
        if self.phase is Phase.RUNNING and self._cut(self._end, keep=True):
            self._end_line()

    def _cut(self, marker: bytes, *, keep: bool) -> bool:
        """Consume pending bytes up to and including the marker, or all that cannot belong to one."""
        at = self._pending.find(marker)
        # A marker may arrive in two frames, so bytes that could begin one are kept pending.
        done = at if at >= 0 else max(0, len(self._pending) - len(marker) + 1)
        if keep:
            self.output.feed(self._pending[:done])
        del self._pending[: done + (len(marker) if at >= 0 else 0)]
        if at >= 0 and keep:
            self._pending[:0] = marker
        return at >= 0

    def _end_line(self) -> None:
        body = bytes(self._pending[len(self._end) :])
        line, newline, rest = body.partition(b"\n")
        if not newline and len(body) <= LONGEST_END_LINE:
            return
        self.facts = _end_facts(line)
        self.phase, self.ended_at = Phase.RETURNING, time.monotonic()
        self._pending.clear()
        self._archive(rest)

    def _archive(self, payload: bytes) -> None:
        part = payload[: self._left_in_archive]
        self._left_in_archive -= len(part)
        self.archive_cut = self.archive_cut or len(part) < len(payload)
        self.archive.write(part)


def _end_facts(line: bytes) -> EndFacts | None:
    words = line.split()
    if len(words) < 5 or not all(word.isdigit() for word in words):  # noqa: PLR2004 - the five that are always there
        return None
    # Python refuses to parse very long numbers, which a forged line may contain.
    status, micros, oom, foreign, forks, *free = (int(word[:18]) for word in words)
    triples = zip(free[0::3], free[1::3], free[2::3], strict=False)
    return EndFacts(
        status=status,
        seconds=micros / 1e6,
        oom_kills=oom,
        foreign_kills=foreign,
        refused_forks=forks,
        full=any(blocks * size < FULL_BELOW or not nodes for blocks, size, nodes in triples),
    )
