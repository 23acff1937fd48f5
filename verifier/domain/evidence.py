"""The layout of a run folder: the ledger, the run's description, and the checks' evidence."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.domain.described import Described
from verifier.domain.instance import StableId

VERDICTS = "verdicts.jsonl"
"""The ledger: one Verdict per line. If a prediction has several records, the last one counts."""

RUN = "run.json"
"""What was run, on which inputs (paths are relative to the run folder), and with which versions."""

DAMAGED = "The ledger is damaged: restore it, or judge again in a new run folder."
"""The hint for an unreadable line in the ledger."""

EVIDENCE = "evidence"
CANDIDATE_PATCH = "candidate.diff"
ANSWER = "answer.txt"

_LONGEST_NAME = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class LedgerEnd(Described):
    """How long a ledger was when `run.json` was written: as a call begins, and as it ends.

    Later lines are of a call that is still running or was killed.
    """

    lines: int = 0
    """Number of lines."""
    chain: str = ""
    """The hash in the last of them; empty without lines."""
    lost: int = 0
    """At least how many lines were gone when this call or an earlier one opened the ledger."""


def evidence_path(instance_id: str, model: str, sample: int) -> PurePosixPath:
    """Return the prediction's evidence folder, relative to the run folder."""
    return PurePosixPath(EVIDENCE, safe_name(instance_id), safe_name(model), str(sample))


def safe_name(text: str) -> str:
    """Return a readable file name for any text. Different texts have different names."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", text)[:_LONGEST_NAME].strip(".")
    return plain if plain == text and plain else f"{plain}-{StableId.of(text)}"
