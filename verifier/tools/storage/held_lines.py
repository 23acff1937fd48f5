"""Lines of an append-only file that one run holds: read when the file is opened, released at the end."""

from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.errors import UsageError
from verifier.printable import pluralize
from verifier.tools.storage.append_only import AppendOnlyFile


def refuse_gaps(missing: int, path: Path) -> None:
    """Refuse to write files from a journal that lacks results.

    Raises:
        UsageError: results are missing.
    """
    if missing:
        raise UsageError(
            f"{path} lacks {pluralize(missing, 'result')}, and --write-only adds none",
            hint="Run the command without --write-only.",
        )


class HeldLines(ABC):
    """The open file of one run; one process at a time may hold it.

    A run that fails before it appends a line leaves the file as it was.
    """

    def __init__(self, path: Path, *, fresh: bool) -> None:
        """Open or create the file and read it; `fresh` starts without its content.

        Raises:
            StorageError: it cannot be written. UsageError: another run holds it. Errors of `_load`.
        """
        self.path = path
        in_use = UsageError(
            f"another run is writing {path}", hint="Wait for it, or give another -o."
        )
        self._file = AppendOnlyFile(path, in_use=in_use)
        try:
            if fresh:
                self._file.discard()
            self._load()
        except BaseException:
            self._file.close()
            raise

    @abstractmethod
    def _load(self) -> None:
        """Read the file, and delete a partial last line of a killed run."""

    @property
    def is_as_it_was(self) -> bool:
        """Whether `fresh` leaves out content that is still in the file, because no line was appended."""
        return self._file.has_discarded

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._file.delete_discarded()
            else:
                self._file.remove_empty()
        finally:
            self._file.close()
