"""Lines in an append-only file that one run holds: read when it opens them, let go when it ends."""

from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.errors import UsageError
from verifier.tools.append_only import AppendOnlyFile


class HeldLines(ABC):
    """The open file of one run; one process at a time may hold it."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        """Open or make the file and read it; `fresh` throws away what it holds.

        Raises:
            StorageError: it cannot be written. UsageError: another run holds it. What `_load` raises.
        """
        self.path = path
        in_use = UsageError(
            f"another run is writing {path}", hint="Wait for it, or give another -o."
        )
        self._file = AppendOnlyFile(path, in_use=in_use)
        try:
            if fresh:
                self._file.clear()
            self._load()
        except BaseException:
            self._file.close()
            raise

    @abstractmethod
    def _load(self) -> None:
        """Read what the file holds, and cut off what a killed run left of a last line."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()
