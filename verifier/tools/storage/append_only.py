"""Append-only files of lines: each line is either complete or missing, even if the writer is killed."""

import os
from collections.abc import Iterator
from pathlib import Path

from verifier.tools.storage.files import require_plain, storage_errors
from verifier.tools.storage.locking import try_to_hold

_BLOCK = 1 << 16


class AppendOnlyFile:
    """An open file of lines, held by one process at a time; not safe for several threads.

    Lines are passed to the system at once, so they survive the death of the process; `sync` makes
    them survive a crash of the machine. A partial last line of a killed writer stays until a reader
    that knows the format calls `cut_torn_line`.
    """

    def __init__(self, path: Path, *, in_use: Exception) -> None:
        """Open or create the file, and hold it until it is closed.

        Raises:
            StorageError: it cannot be written. `in_use`: another process holds it.
        """
        self.path = path
        require_plain(path)
        with storage_errors(path):
            # Unbuffered, so that closing the file does not write a failed line again.
            self._file = path.open("a+b", buffering=0)
        self._discarded = False
        try:
            if not try_to_hold(self._file.fileno()) or not self._is_at_path():
                raise in_use
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file, which releases it."""
        self._file.close()

    def _is_at_path(self) -> bool:
        """Tell whether no other process removed the file before this one held it."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False

    def discard(self) -> None:
        """Hide all lines. The next `append` deletes them from the file, or `delete_discarded` does."""
        self._discarded = True

    @property
    def has_discarded(self) -> bool:
        """Whether the file still has lines that were discarded."""
        return self._discarded

    def delete_discarded(self) -> None:
        """Delete the discarded lines, if no new line has replaced them."""
        if self._discarded:
            with storage_errors(self.path):
                self._file.truncate(0)
            self._discarded = False

    def remove_empty(self) -> None:
        """Remove the file if it has no content."""
        with storage_errors(self.path):
            if os.fstat(self._file.fileno()).st_size == 0:
                self.path.unlink(missing_ok=True)

    def lines(self) -> Iterator[bytes]:
        """Yield all complete lines from the beginning, including their line ends."""
        if self._discarded:
            return
        self._file.seek(0)
        with os.fdopen(os.dup(self._file.fileno()), "rb") as stream:
            yield from (line for line in stream if line.endswith(b"\n"))

    def read(self, start: int, length: int) -> bytes:
        """Return `length` bytes from `start`."""
        self._file.seek(start)
        return self._file.read(length)

    def append(self, line: bytes) -> int:
        """Append a line, given without its line end; return its position.

        Raises:
            StorageError: the disk is full; the file is unchanged.
        """
        self.delete_discarded()
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
            StorageError: the disk reports an error.
        """
        with storage_errors(self.path):
            os.fsync(self._file.fileno())

    def cut_torn_line(self) -> None:
        """Delete everything after the last line end."""
        if self._discarded:
            return
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
