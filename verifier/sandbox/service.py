"""A process in a container that answers requests one after another, and the pool of idle ones.

Request and answer have the same format: a random number, the length of the rest, and named pieces
preceded by their lengths. An answer that is late, too long, or has another number or format is
invalid: the container is killed, and the caller gets None.
"""

import secrets
import selectors
import socket
import struct
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from verifier.errors import SandboxError
from verifier.sandbox.base import Job, Pieces, Service
from verifier.sandbox.channel import FRAME_HEADER, STDERR

NUMBER_BYTES = 16
MOST_IDLE = 4
"""How many idle services are kept; the least recently used one is closed first."""
MOST_QUESTIONS = 200
"""A process is replaced after this many requests."""
_CHUNK = 1 << 18
_HEAD = struct.Struct(f">{NUMBER_BYTES}sI")
_PIECE = struct.Struct(">II")


class ContainerService:
    """See Service; the streams of a started container, and what ends it."""

    def __init__(self, link: socket.socket, end: ExitStack) -> None:
        link.setblocking(False)
        self._link, self._end = link, end
        self._questions = 0
        self._frames, self._said = bytearray(), bytearray()
        self._lost = False

    def ask(self, question: Pieces, *, seconds: float, most: int) -> Pieces | None:
        """See Service."""
        self._questions += 1
        number = secrets.token_bytes(NUMBER_BYTES)
        answer = None
        # Unrequested output is not an answer.
        if not self._lost and not self._said:
            with suppress(OSError):
                answer = self._answer(pack(number, question), number, seconds, most)
        if answer is None:
            self.close()
        return answer

    @property
    def worn(self) -> bool:
        """Whether it must not be used again."""
        return self._lost or self._questions >= MOST_QUESTIONS

    def close(self) -> None:
        """Kill it and remove its container, unless the closing sandbox does so too."""
        self._lost = True
        with suppress(SandboxError):
            self._end.close()

    def _answer(self, data: bytes, number: bytes, seconds: float, most: int) -> Pieces | None:
        deadline = time.monotonic() + seconds
        unsent = memoryview(data)
        with selectors.DefaultSelector() as selector:
            selector.register(self._link, selectors.EVENT_READ | selectors.EVENT_WRITE)
            while (left := deadline - time.monotonic()) > 0:
                for _, ready in selector.select(left):
                    if ready & selectors.EVENT_WRITE and unsent:
                        unsent = unsent[self._link.send(unsent[:_CHUNK]) :]
                    if ready & selectors.EVENT_READ and not self._receive():
                        return None
                if not unsent:
                    selector.modify(self._link, selectors.EVENT_READ)
                if len(self._said) >= _HEAD.size:
                    known, length = _HEAD.unpack_from(self._said)
                    whole = _HEAD.size + length
                    # It must not answer before it received the whole request, nor send more than
                    # its answer.
                    if unsent or known != number or length > most or len(self._said) > whole:
                        return None
                    if len(self._said) == whole:
                        body = bytes(self._said[_HEAD.size :])
                        self._said.clear()
                        return unpack(body)
        return None

    def _receive(self) -> bool:
        """Read available bytes frame by frame; return False at the end of the stream."""
        data = self._link.recv(_CHUNK)
        self._frames += data
        while len(self._frames) >= FRAME_HEADER:
            stream, length = struct.unpack_from(">BxxxL", self._frames)
            if len(self._frames) < FRAME_HEADER + length:
                break
            if stream != STDERR:
                self._said += memoryview(self._frames)[FRAME_HEADER : FRAME_HEADER + length]
            del self._frames[: FRAME_HEADER + length]
        return bool(data)


def pack(number: bytes, pieces: Mapping[str, bytes]) -> bytes:
    """Encode a message for the wire."""
    body = bytearray()
    for name, content in pieces.items():
        raw = name.encode()
        body += _PIECE.pack(len(raw), len(content)) + raw + content
    return _HEAD.pack(number, len(body)) + body


def unpack(body: bytes) -> Pieces | None:
    """Decode the pieces of a message; None if its lengths do not add up, or a name occurs twice."""
    found: dict[str, bytes] = {}
    at = 0
    while at < len(body):
        if len(body) - at < _PIECE.size:
            return None
        name, content = _PIECE.unpack_from(body, at)
        start = at + _PIECE.size
        at = start + name + content
        if at > len(body):
            return None
        try:
            key = body[start : start + name].decode()
        except UnicodeDecodeError:
            return None
        if key in found:
            return None
        found[key] = body[start + name : at]
    return found


@dataclass(kw_only=True)
class Services:
    """The services of one sandbox: each serves all callers with the same job, one at a time."""

    start: Callable[[Job], ContainerService]
    _idle: list[tuple[Job, ContainerService]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closed: bool = False

    @contextmanager
    def lend(self, job: Job) -> Iterator[Service]:
        """Yield an idle service for this job, or a new one.

        Raises:
            SandboxError: it cannot be started.
        """
        service = self._take(job) or self.start(job)
        try:
            yield service
        except BaseException:
            service.close()
            raise
        self._give_back(job, service)

    def close(self) -> None:
        """Stop all idle services; those in use stop when they are returned."""
        with self._lock:
            idle, self._idle, self._closed = self._idle, [], True
        for _, service in idle:
            service.close()

    def close_reading(self, folders: Collection[Path]) -> None:
        """Stop the idle services whose mounts are in one of these folders."""
        with self._lock:
            gone = [(job, each) for job, each in self._idle if _reads(job, folders)]
            self._idle = [each for each in self._idle if each not in gone]
        for _, service in gone:
            service.close()

    def _take(self, job: Job) -> ContainerService | None:
        with self._lock:
            for place, (known, service) in enumerate(self._idle):
                if known == job:
                    del self._idle[place]
                    return service
        return None

    def _give_back(self, job: Job, service: ContainerService) -> None:
        gone = [service]
        with self._lock:
            if not self._closed and not service.worn:
                self._idle.append((job, service))
                over = max(0, len(self._idle) - MOST_IDLE)
                gone = [old for _, old in self._idle[:over]]
                del self._idle[:over]
        for each in gone:
            each.close()


def _reads(job: Job, folders: Collection[Path]) -> bool:
    return any(mount.source.is_relative_to(each) for mount in job.mounts for each in folders)
