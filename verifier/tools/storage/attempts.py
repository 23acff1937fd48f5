"""Find units of work that end their process, so that a run stops trying them.

The start and the end of each unit are written to a file. A process that is killed (out of memory, a crash
of a native library) leaves units without an end. A unit that did so twice is poisoned.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from types import TracebackType

from verifier.errors import SandboxError
from verifier.tools.storage.held_lines import HeldLines

_MOST = 2
"""Attempts without an end after which a unit is poisoned."""
_STARTED, _ENDED = b"started", b"ended"


class UnitAttempts(HeldLines):
    """The attempts of one run; several threads may use them. The file is removed when every unit has ended."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open or create the file; `fresh` forgets earlier attempts.

        Raises:
            StorageError: it cannot be written. UsageError: another run holds it.
        """
        self._unended: Counter[str] = Counter()
        self._running: set[str] = set()
        self._lock = Lock()
        super().__init__(path, fresh=fresh)

    def is_suspect(self, key: str) -> bool:
        """Tell whether an attempt at a unit has no end. Such a unit should run alone."""
        return self._unended[key] > 0

    def find_refusal(self, key: str) -> SandboxError | None:
        """Return why a unit must not be tried again; None if it may."""
        if self._unended[key] < _MOST:
            return None
        return SandboxError(
            f"not tried again: {_MOST} attempts ended the process that made them",
            hint="Give it more memory or fewer --jobs, and pass --retry.",
        )

    @contextmanager
    def attempt(self, key: str) -> Iterator[None]:
        """Record the start of a unit, and its end however the block ends.

        Raises:
            StorageError: the file cannot be written.
        """
        with self._lock:
            self._running.add(key)
            self._write(_STARTED, key)
        try:
            yield
        finally:
            self._end(key)

    def _end(self, key: str) -> None:
        with self._lock:
            if key in self._running:
                self._running.remove(key)
                self._unended.pop(key, None)
                self._write(_ENDED, key)

    def _write(self, word: bytes, key: str) -> None:
        self._file.append(b"%b %b" % (word, key.encode()))
        self._file.sync()

    def _load(self) -> None:
        for line in self._file.lines():
            word, _, key = line.rstrip(b"\n").partition(b" ")
            name = key.decode("utf-8", "replace")
            if word == _STARTED:
                self._unended[name] += 1
            else:
                self._unended.pop(name, None)
        self._file.cut_torn_line()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # After a stop (Ctrl-C, a full disk) threads may still run: their units killed nothing.
        try:
            for key in tuple(self._running):
                self._end(key)
            if not self._unended:
                self.path.unlink(missing_ok=True)
        finally:
            super().__exit__(kind, error, traceback)
