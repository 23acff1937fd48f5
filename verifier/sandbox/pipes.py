"""Move bytes between this process and the three pipes of another one, in one thread."""

import os
import selectors
import time
from typing import IO

from verifier.sandbox.capped import CappedBuffer

CHUNK = 1 << 16


class Pipes:
    """Feeds standard input, keeps both outputs up to a limit, and notices when the process ends."""

    def __init__(self, pid: int, stdin: IO[bytes], outputs: dict[IO[bytes], CappedBuffer]) -> None:
        self._stdin, self._outputs = stdin, outputs
        self._selector = selectors.DefaultSelector()
        self._process = os.pidfd_open(pid)
        self._selector.register(self._process, selectors.EVENT_READ)
        for stream in outputs:
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)

    def run(self, data: bytes, seconds: float) -> bool:
        """Move bytes until the process ends or the time is over; return whether it ended."""
        unsent = memoryview(data)
        os.set_blocking(self._stdin.fileno(), False)
        if unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        else:
            self._stdin.close()
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if key.fileobj == self._process:
                    self._drain()
                    return True
                if key.fileobj is self._stdin:
                    unsent = self._send(unsent)
                else:
                    self._receive(key.fileobj)
        return False

    def close(self) -> None:
        """Close everything without waiting for the process to end."""
        self._selector.close()
        os.close(self._process)
        for stream in (self._stdin, *self._outputs):
            try:
                stream.close()
            except BrokenPipeError:
                continue

    def _send(self, unsent: memoryview) -> memoryview:
        try:
            unsent = unsent[os.write(self._stdin.fileno(), unsent[:CHUNK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            unsent = unsent[:0]
        if not unsent:
            self._selector.unregister(self._stdin)
            self._stdin.close()
        return unsent

    def _receive(self, stream: object) -> bool:
        """Read one chunk; return False if there is none, which at the end of the stream is final."""
        for known, buffer in self._outputs.items():
            if known is stream:
                try:
                    data = os.read(known.fileno(), CHUNK)
                except BlockingIOError:
                    return False
                if not data:
                    self._selector.unregister(known)
                buffer.feed(data)
                return bool(data)
        return False

    def _drain(self) -> None:
        for stream in self._outputs:
            if any(key.fileobj is stream for key in self._selector.get_map().values()):
                while self._receive(stream):
                    pass
