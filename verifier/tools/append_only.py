"""Files of lines that only grow: each line is whole or not there, whenever the writer is killed."""

import os
from collections.abc import Iterator
from pathlib import Path

from verifier.tools.files import storage_errors
from verifier.tools.locking import try_to_hold

_BLOCK = 1 << 16


class AppendOnlyFile:
    """An open file of lines, held by one process at a time; not safe for several threads.

    Lines are handed to the system at once, so the death of the process loses none; `sync` makes
    them safe against the death of the machine. What a killed writer left of a last line stays until
    the reader, who then knows that the file is of its kind, has it cut off.
    """

    def __init__(self, path: Path, *, in_use: Exception) -> None:
        """Open or make it, and hold it until it is closed.

        Raises:
            StorageError: it cannot be written. `in_use`: somebody else holds it.
        """
        self.path = path
        with storage_errors(path):
            # Unbuffered, so that a line that failed is not written again when the file is closed.
            self._file = path.open("a+b", buffering=0)
        try:
            if not try_to_hold(self._file.fileno()):
                raise in_use
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let go of it."""
        self._file.close()

    def clear(self) -> None:
        """Throw away all lines."""
        with storage_errors(self.path):
            self._file.truncate(0)

    def lines(self) -> Iterator[bytes]:
        """All whole lines from the first, each with its line end."""
        self._file.seek(0)
        with os.fdopen(os.dup(self._file.fileno()), "rb") as stream:
            yield from (line for line in stream if line.endswith(b"\n"))

    def read(self, start: int, length: int) -> bytes:
        """Some bytes of it."""
        self._file.seek(start)
        return self._file.read(length)

    def append(self, line: bytes) -> int:
        """Add a line, given without its end; where it begins.

        Raises:
            StorageError: the disk is full; the file is left as it was.
        """
        whole = line + b"\n"
        start = self._file.seek(0, os.SEEK_END)
        with storage_errors(self.path):
            try:
                while whole:
                    whole = whole[self._file.write(whole) :]
            except OSError:
                self._file.truncate(start)
                raise
        return start

    def sync(self) -> None:
        """Wait until everything is on the disk.

        Raises:
            StorageError: the disk reports trouble.
        """
        with storage_errors(self.path):
            os.fsync(self._file.fileno())

    def cut_torn_line(self) -> None:
        """Throw away what follows the last line's end."""
        end = self._file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - _BLOCK)
            at = self.read(start, end - start).rfind(b"\n")
            if at >= 0:
                end = start + at + 1
                break
            end = start
        with storage_errors(self.path):
            self._file.truncate(end)
