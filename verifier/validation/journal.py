"""The journal of validation: one line an instance, so that a run killed anywhere can go on.

The last line of a key counts. A key holds all that decides what is said of an instance.
"""

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from verifier.domain.described import FORM, Described, Form
from verifier.domain.validation import Validation
from verifier.errors import InputError, UsageError
from verifier.tools.append_only import AppendOnlyFile
from verifier.tools.records import from_json, to_json


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalLine(Described):
    """What one instance came to."""

    key: str
    """The hash of all that decides it."""
    instance_id: str
    """The id of the instance."""
    validation: Validation
    """What was found."""
    seconds: float
    """Wall time; next to nothing where others had both commits measured before."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""


class ValidationJournal:
    """The open journal of one run; one process at a time may hold it, and one thread write it."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open or make the journal; `fresh` throws away what it holds.

        Raises:
            StorageError: it cannot be written. UsageError: another run holds it. InputError: it is damaged.
        """
        self.path = path
        self._places: dict[str, tuple[int, int]] = {}
        hint = "Wait for it, or give another -o."
        in_use = UsageError(f"another run is writing {path}", hint=hint)
        self._file = AppendOnlyFile(path, in_use=in_use)
        try:
            if fresh:
                self._file.clear()
            self._load()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._file.close()

    def read(self, key: str) -> JournalLine | None:
        """The last line under this key, if there is one."""
        place = self._places.get(key)
        return None if place is None else from_json(JournalLine, self._file.read(*place))

    def append(self, line: JournalLine) -> None:
        """Add one, on the disk before this returns.

        Raises:
            StorageError: the disk is full; what was written before is kept whole.
        """
        content = to_json(line).encode("ascii")
        self._places[line.key] = self._file.append(content), len(content)
        self._file.sync()

    def _load(self) -> None:
        start = 0
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                found = from_json(JournalLine, line)
            except InputError as error:
                raise InputError(
                    f"{self.path}:{number}: no line of a validation: {error.message}",
                    hint="Give another -o, or --force to throw this journal away.",
                ) from error
            self._places[found.key] = start, len(line) - 1
            start += len(line)
        self._file.cut_torn_line()
