"""A byte buffer with a limit: bytes beyond it are counted and dropped."""


class CappedBuffer:
    """Keeps the first `cap` bytes of a stream."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._chunks: list[bytes] = []
        self._kept = 0
        self.dropped = 0

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Append the next bytes of the stream."""
        part = bytes(data[: max(0, self._cap - self._kept)])
        if part:
            self._chunks.append(part)
            self._kept += len(part)
        self.dropped += len(data) - len(part)

    @property
    def truncated(self) -> bool:
        """Whether anything was dropped."""
        return self.dropped > 0

    def value(self) -> bytes:
        """Return the kept bytes."""
        return b"".join(self._chunks)
