"""The journal of a mining run, with one line per commit, so that an interrupted run can continue.

The last line of a commit counts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.described import Described
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError, UsageError
from verifier.mining.commit import CommitStatus, MinedCommit
from verifier.tools import records
from verifier.tools.storage.held_lines import HeldLines

FORMAT = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalHeader(Described):
    """The facts that all lines of a journal share. A run with another header may not append."""

    repo: str
    """The repository's name."""
    types: tuple[RefactoringType, ...]
    """The types that are mined."""
    versions: Mapping[str, str]
    """The versions of the tools."""
    format: int = field(default=FORMAT)
    """The format number of the journal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    start: int
    length: int
    status: CommitStatus


class Journal(HeldLines):
    """The open journal of one run. Only one process at a time may hold it."""

    def __init__(self, path: Path, header: JournalHeader, *, fresh: bool = False) -> None:
        """Open or create the journal; `fresh` discards its content.

        Raises:
            StorageError: it cannot be written.
            UsageError: another run holds it, or it has another repository or tool version.
            InputError: it is damaged.
        """
        self._header = header
        self._places: dict[str, _Place] = {}
        super().__init__(path, fresh=fresh)

    @property
    def statuses(self) -> Mapping[str, CommitStatus]:
        """The outcome of each commit in the journal."""
        return {commit: place.status for commit, place in self._places.items()}

    def read(self, commit: str) -> MinedCommit:
        """Read the last line of a commit."""
        place = self._places[commit]
        return records.from_json(MinedCommit, self._file.read(place.start, place.length))

    def append(self, mined: MinedCommit) -> None:
        """Append one commit.

        Raises:
            StorageError: the disk is full; earlier lines stay whole.
        """
        self._write(mined.commit, mined.status, records.to_json(mined))

    def sync(self) -> None:
        """Wait until the appended lines are on the disk.

        Raises:
            StorageError: the disk reports an error.
        """
        self._file.sync()

    def _load(self) -> None:
        end = 0
        for number, line in enumerate(self._file.lines(), start=1):
            if number == 1:
                self._compare(line)
            else:
                self._index(line, end, number)
            end += len(line)
        self._file.cut_torn_line()
        if end == 0:
            self._write(None, None, records.to_json(self._header))

    def _compare(self, line: bytes) -> None:
        try:
            found = records.from_json(JournalHeader, line)
        except InputError as error:
            raise self._damage_error(1) from error
        if found != self._header:
            raise UsageError(
                f"{self.path} was begun with other settings: {_difference(found, self._header)}",
                hint="Give another -o, or --force to start over.",
            )

    def _index(self, line: bytes, start: int, number: int) -> None:
        try:
            fields = json.loads(line)
            status = CommitStatus(fields["status"])
            self._places[fields["commit"]] = _Place(start=start, length=len(line), status=status)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._damage_error(number) from error

    def _damage_error(self, number: int) -> InputError:
        return InputError(
            f"{self.path}:{number}: not a line of a mining journal",
            hint="Restore the file, or pass --force to start over.",
        )

    def _write(self, commit: str | None, status: CommitStatus | None, text: str) -> None:
        line = text.encode("ascii")
        start = self._file.append(line)
        if commit is not None and status is not None:
            self._places[commit] = _Place(start=start, length=len(line) + 1, status=status)


def _difference(found: JournalHeader, wanted: JournalHeader) -> str:
    if found.repo != wanted.repo:
        return f"repository {found.repo}, now {wanted.repo}"
    if found.types != wanted.types:
        return f"types {', '.join(found.types)}; now {', '.join(wanted.types)}"
    if found.format != wanted.format:
        return f"journal format {found.format}, now {wanted.format}"
    keys = sorted(found.versions.keys() | wanted.versions.keys())
    changed = (k for k in keys if found.versions.get(k) != wanted.versions.get(k))
    return ", ".join(f"{k} {found.versions.get(k)}, now {wanted.versions.get(k)}" for k in changed)
