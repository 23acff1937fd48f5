"""A byte buffer with a ceiling: what is over it is counted and dropped."""


class CappedBuffer:
    """Keeps the first `cap` bytes of a stream."""

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._chunks: list[bytes] = []
        self._kept = 0
        self.dropped = 0

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take the next bytes of the stream."""
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
        """What was kept."""
        return b"".join(self._chunks)
