"""The run folder: an append-only ledger of verdicts, evidence files, and one writer at a time.

    RUN/run.json                                   what was run, with which versions, on how long a ledger
    RUN/verdicts.jsonl                             one Verdict per line, whole and synced
    RUN/evidence/<instance>/<model>/<sample>/      the files of the checks for a reader

A killed run leaves at most one torn line at the end of the ledger; opening the folder again cuts
it off. Every reader takes the latest record of a prediction. Each line carries a hash over itself
and all lines before it; a verdict whose line was altered is judged again. `run.json` is written as a
call begins and as it ends, with the number of lines, which shows that the last ones are gone.
"""

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

from verifier.domain.declared import to_plain
from verifier.domain.evidence import DAMAGED, RUN, VERDICTS, LedgerEnd, evidence_path
from verifier.domain.outcome import LASTING, JsonValue, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import Verdict
from verifier.errors import StorageError, UsageError
from verifier.tools.records import BadLine, read_jsonl, to_json
from verifier.tools.storage.append_only import AppendOnlyFile
from verifier.tools.storage.chain import Chain, describe_break
from verifier.tools.storage.files import storage_errors, write_whole
from verifier.tools.storage.ledger_end import find_lost_lines

logger = logging.getLogger(__name__)


@dataclass(kw_only=True)
class Ledger:
    """An open run folder. Use it as a context manager; several threads may call `append`."""

    folder: Path
    _verdicts: dict[str, Verdict] = field(default_factory=dict)
    _stream: AppendOnlyFile | None = None
    _lock: Lock = field(default_factory=Lock)
    _chain: Chain = field(default_factory=Chain)
    _facts: Mapping[str, JsonValue] | None = None
    _described: LedgerEnd = field(default_factory=LedgerEnd)
    _lost: int = 0

    def __enter__(self) -> Self:
        with storage_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        hint = "Wait for it, or choose another folder with --run."
        in_use = UsageError(f"{self.folder} is in use by another run", hint=hint)
        self._stream = AppendOnlyFile(self.folder / VERDICTS, in_use=in_use)
        try:
            self._stream.cut_torn_line()
            self._chain = Chain()
            held = [self._chain.holds(line[:-1]) for line in self._stream.lines() if line.strip()]
            read = zip(read_verdicts(self.folder), held, strict=True)
            self._verdicts = {v.provenance.key: v for v, holds in read if holds}
            self._lost, loss = find_lost_lines(self.folder)
            if damage := describe_break(self.folder / VERDICTS) or loss:
                logger.warning("%s", damage)
        except BaseException:
            self._stream.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._stream is not None  # noqa: S101 - only inside the context manager
        try:
            # What failed in the block is more important than that its end cannot be described.
            with suppress(StorageError) if error is not None else nullcontext():
                self._describe_end()
        finally:
            self._stream.close()

    def find_finished(self, key: str, *, retry: bool = False) -> Verdict | None:
        """Return the final verdict under this key. None if there is none or if it must be retried.

        With `retry`, every inconclusive verdict is retried.
        """
        verdict = self._verdicts.get(key)
        if verdict is None or is_retryable(verdict, whatever=retry):
            return None
        return verdict

    def append(self, verdict: Verdict) -> None:
        """Append one record. It is complete on the disk before this returns.

        Raises:
            StorageError: the disk is full; the ledger is unchanged.
        """
        record = to_json(verdict).encode("utf-8")
        assert self._stream is not None  # noqa: S101 - only inside the context manager
        with self._lock:
            chain = copy(self._chain)
            self._stream.append(chain.link(record))
            self._chain = chain
            self._stream.sync()
            self._verdicts[verdict.provenance.key] = verdict

    def describe(self, facts: Mapping[str, JsonValue]) -> None:
        """Write `run.json` with the facts of the run; as the ledger is closed, again with its end."""
        self._facts, self._described = facts, self._end
        write_description(self.folder / RUN, facts, self._described)

    @property
    def _end(self) -> LedgerEnd:
        return replace(self._chain.end, lost=self._lost)

    def _describe_end(self) -> None:
        if self._facts is not None and self._described != self._end:
            self.describe(self._facts)

    def evidence_folder(self, prediction: Prediction) -> Path:
        """Make the evidence folder of one prediction, without the files of earlier attempts."""
        folder = self.folder / evidence_path(
            prediction.instance_id, prediction.model_name_or_path, prediction.sample
        )
        with storage_errors(self.folder):
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.iterdir():
                if old.is_file():
                    old.unlink()
        return folder


def write_description(path: Path, facts: Mapping[str, JsonValue], end: LedgerEnd) -> None:
    """Write `run.json` with the facts of a run and the end of its ledger.

    Raises:
        StorageError: it cannot be written.
    """
    text = json.dumps({**facts, "ledger": to_plain(end)}, indent=2, sort_keys=True)
    write_whole(path, f"{text}\n".encode())


def is_retryable(verdict: Verdict, *, whatever: bool = False) -> bool:
    """Whether the environment left a check inconclusive, so that another run may decide it.

    A base that cannot be built and input that the analysis cannot read do not change. They count
    only with `whatever`.
    """
    return any(
        c.status is Status.INCONCLUSIVE and (whatever or c.reason not in LASTING)
        for c in verdict.checks
    )


def read_verdicts(folder: Path) -> Iterator[Verdict]:
    """Every record of a run folder's ledger, oldest first.

    Raises:
        InputError: there is no ledger, or a line of it cannot be read.
    """
    for item in read_jsonl(Verdict, folder / VERDICTS):
        if isinstance(item, BadLine):
            raise item.refusal(hint=DAMAGED)
        yield item
