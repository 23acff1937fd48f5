"""The layout of a run folder: the ledger, the run's description, and the checks' evidence."""

import re
from pathlib import PurePosixPath

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


def evidence_path(instance_id: str, model: str, sample: int) -> PurePosixPath:
    """Return the prediction's evidence folder, relative to the run folder."""
    return PurePosixPath(EVIDENCE, safe_name(instance_id), safe_name(model), str(sample))


def safe_name(text: str) -> str:
    """Return a readable file name for any text. Different texts have different names."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", text)[:_LONGEST_NAME].strip(".")
    return plain if plain == text and plain else f"{plain}-{StableId.of(text)}"
