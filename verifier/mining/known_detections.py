"""What the journal of a mining run holds about commits, for later steps that need no new analysis."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from verifier.domain.source import Detection
from verifier.errors import InputError
from verifier.mining.commit import CommitStatus, MinedCommit
from verifier.mining.journal import JournalHeader
from verifier.tools.records import from_json

_COMPARED = frozenset({CommitStatus.OK, CommitStatus.NONE})
"""Statuses of commits whose two sides were compared."""


class KnownDetections:
    """The refactorings that mining detected, by commit.

    It is empty if there is no journal, if the journal cannot be read, or if another version of a
    tool wrote it. Nothing is locked: a run that still writes only appends lines.
    """

    def __init__(self, journal: Path, versions: Mapping[str, str]) -> None:
        """Index a journal; `versions` are those of the tools that would detect now."""
        self._journal = journal
        self._places: dict[str, tuple[int, int]] = {}
        try:
            with journal.open("rb") as lines:
                header = from_json(JournalHeader, next(lines, b""))
                if versions.items() <= header.versions.items():
                    # The last line of a commit counts.
                    self._places = dict(_places(lines, lines.tell()))
        except (OSError, InputError):
            self._places = {}

    def of(self, commit: str, parent: str) -> Detection | None:
        """Return what was detected between a parent and a commit.

        None if the commit is unknown or was compared with another parent, if its sides were not
        compared, or if a file was not read.
        """
        if commit not in self._places:
            return None
        start, length = self._places[commit]
        try:
            with self._journal.open("rb") as lines:
                lines.seek(start)
                found = from_json(MinedCommit, lines.read(length))
        except (OSError, InputError):
            return None
        if found.parent != parent or found.status not in _COMPARED or found.skipped_files:
            return None
        return Detection(refactorings=found.refactorings)


def _places(lines: Iterator[bytes], start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    for line in lines:
        # A commit whose line is damaged is unknown.
        with suppress(ValueError, KeyError, TypeError, RecursionError):
            yield str(json.loads(line)["commit"]), (start, len(line))
        start += len(line)
