"""The run folder: an append-only ledger of verdicts, evidence beside it, one writer at a time.

    RUN/run.json                                   what was run, with which versions
    RUN/verdicts.jsonl                             one Verdict a line, whole and synced
    RUN/evidence/<instance>/<model>/<sample>/      what the checks left for a reader

A killed run leaves at most one torn line at the end of the ledger; opening the folder again cuts
it off. A later record of the same prediction replaces an earlier one for every reader.
"""

import errno
import fcntl
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import IO, Self

from verifier.domain.evidence import evidence_path
from verifier.domain.outcome import JsonValue, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.errors import InputError, StorageError, UsageError
from verifier.tools.records import BadLine, read_jsonl, to_json

VERDICTS = "verdicts.jsonl"
RUN = "run.json"


@contextmanager
def translate_storage_errors(folder: Path) -> Iterator[None]:
    """Turn a full disk or a folder that cannot be written into a StorageError."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        raise StorageError(
            f"cannot write to {folder}: {error.strerror or error}",
            hint="Free some space and run the same command again: what was finished is kept."
            if full
            else "Choose a folder that can be written with --run.",
        ) from error


def write_atomically(path: Path, text: str) -> None:
    """Write a whole file or nothing: a reader never sees half of it."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as stream:
        try:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        except OSError:
            Path(stream.name).unlink(missing_ok=True)
            raise
    Path(stream.name).replace(path)


@dataclass(kw_only=True)
class Ledger:
    """An open run folder. Use as a context manager; `append` is safe from several threads."""

    folder: Path
    _verdicts: dict[str, Verdict] = field(default_factory=dict)
    _stream: IO[bytes] | None = None
    _lock: Lock = field(default_factory=Lock)

    def __enter__(self) -> Self:
        with translate_storage_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._stream = (self.folder / VERDICTS).open("ab")
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._stream.close()
            raise UsageError(
                f"{self.folder} is in use by another run",
                hint="Wait for it, or choose another folder with --run.",
            ) from error
        self._cut_torn_line()
        self._verdicts = {v.provenance.key: v for v in read_verdicts(self.folder)}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            self._stream.close()

    def finished(self, key: str) -> Verdict | None:
        """The conclusive verdict under this key; None where there is none or it must be retried."""
        verdict = self._verdicts.get(key)
        if verdict is None or is_retryable(verdict):
            return None
        return verdict

    def append(self, verdict: Verdict) -> None:
        """Add one record, whole and on the disk before this returns.

        Raises:
            StorageError: the disk is full; the ledger is left as it was.
        """
        line = (to_json(verdict) + "\n").encode("utf-8")
        assert self._stream is not None  # noqa: S101 - only inside the context manager
        with self._lock, translate_storage_errors(self.folder):
            size = self._stream.seek(0, os.SEEK_END)
            try:
                self._stream.write(line)
                self._stream.flush()
                os.fsync(self._stream.fileno())
            except OSError:
                os.truncate(self._stream.fileno(), size)
                raise
            self._verdicts[verdict.provenance.key] = verdict

    def describe(self, facts: Mapping[str, JsonValue]) -> None:
        """Write `run.json`: what is being run."""
        with translate_storage_errors(self.folder):
            text = json.dumps(facts, indent=2, sort_keys=True)
            write_atomically(self.folder / RUN, text + "\n")

    def evidence_folder(self, prediction: Prediction) -> Path:
        """The folder for what the checks leave about one prediction; emptied of earlier tries."""
        folder = self.folder / evidence_path(
            prediction.instance_id, prediction.model_name_or_path, prediction.sample
        )
        with translate_storage_errors(self.folder):
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.iterdir():
                if old.is_file():
                    old.unlink()
        return folder

    def _cut_torn_line(self) -> None:
        path = self.folder / VERDICTS
        data = path.read_bytes()
        if data and not data.endswith(b"\n"):
            with translate_storage_errors(self.folder):
                os.truncate(path, data.rfind(b"\n") + 1)


def is_retryable(verdict: Verdict) -> bool:
    """Whether the environment, not the prediction, left a check open."""
    return any(c.status is Status.INCONCLUSIVE for c in verdict.checks)


def read_verdicts(folder: Path) -> Iterator[Verdict]:
    """Every record of a run folder's ledger, oldest first; a torn last line is left out.

    Raises:
        InputError: there is no ledger, or a line in its middle cannot be read.
    """
    torn: BadLine | None = None
    for item in read_jsonl(Verdict, folder / VERDICTS):
        if torn is not None:
            raise InputError(
                f"{torn.path}:{torn.number}: {torn.message}",
                hint="The ledger was changed by something else; restore it or start a new run.",
            )
        if isinstance(item, BadLine):
            torn = item
        else:
            yield item
