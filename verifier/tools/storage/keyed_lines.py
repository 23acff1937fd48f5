"""Records by key in an append-only file: the last line of a key counts."""

from pathlib import Path
from typing import Generic, Protocol, TypeVar

from verifier.errors import InputError
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.held_lines import HeldLines


class Keyed(Protocol):
    """A record with a key: the hash of everything that determines it."""

    @property
    def key(self) -> str:
        """The key."""
        ...


Record = TypeVar("Record", bound=Keyed)


class KeyedLines(HeldLines, Generic[Record]):
    """The open file of one run; one process at a time may hold it, and one thread may write it."""

    def __init__(
        self, path: Path, kind: type[Record], *, what: str, hint: str, fresh: bool = False
    ) -> None:
        """Open or create the file; `fresh` deletes its content first.

        `what` comes before the error of a damaged line, `hint` says what to do about it.

        Raises:
            StorageError: it cannot be written. UsageError: another run holds it. InputError: it is damaged.
        """
        self._kind, self._what, self._hint = kind, what, hint
        self._places: dict[str, tuple[int, int]] = {}
        super().__init__(path, fresh=fresh)

    def read(self, key: str) -> Record | None:
        """Return the last record with this key; None if there is none."""
        place = self._places.get(key)
        return None if place is None else from_json(self._kind, self._file.read(*place))

    def append(self, record: Record) -> None:
        """Append a record; it is on the disk when this returns.

        Raises:
            StorageError: the disk is full; earlier lines stay intact.
        """
        content = to_json(record).encode("ascii")
        self._places[record.key] = self._file.append(content), len(content)
        self._file.sync()

    def _load(self) -> None:
        start = 0
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                found = from_json(self._kind, line)
            except InputError as error:
                message = f"{self.path}:{number}: {self._what}{error.message}"
                raise InputError(message, hint=self._hint) from error
            self._places[found.key] = start, len(line) - 1
            start += len(line)
        self._file.cut_torn_line()
