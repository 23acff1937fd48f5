"""The files that a run leaves: the instances, the funnel, how each commit ended, the journal."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from verifier.errors import StorageError


@dataclass(frozen=True, kw_only=True, slots=True)
class OutputPaths:
    """Four files side by side, named after the first."""

    instances: Path

    def _beside(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def funnel(self) -> Path:
        """Counts of every stage and type, JSON."""
        return self._beside(".funnel.json")

    @property
    def commits(self) -> Path:
        """Every listed commit with its status and reason, JSONL."""
        return self._beside(".commits.jsonl")

    @property
    def journal(self) -> Path:
        """What is needed to go on, or to retry commits later."""
        return self._beside(".journal.jsonl")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file whole or not at all: an earlier one stays until the new one is on the disk.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            fresh.chmod(0o666 & ~_umask())
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(
            f"cannot write {path}: {error.strerror}",
            hint="Make room and run the same command again; the journal is kept.",
        ) from error


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current
