"""Where a run folder keeps what: its ledger, its description, what the checks left behind."""

import re
from pathlib import PurePosixPath

from verifier.domain.instance import StableId

VERDICTS = "verdicts.jsonl"
"""The ledger: one Verdict a line, the later record of a prediction counts."""

RUN = "run.json"
"""What was run, on which inputs (paths are relative to the run folder), with which versions."""

DAMAGED = "The ledger is damaged: restore it, or judge again in a new run folder."
"""What to do about a line in it that cannot be read."""

EVIDENCE = "evidence"
CANDIDATE_PATCH = "candidate.diff"
ANSWER = "answer.txt"

_LONGEST_NAME = 60


def evidence_path(instance_id: str, model: str, sample: int) -> PurePosixPath:
    """The prediction's folder, relative to the run folder."""
    return PurePosixPath(EVIDENCE, safe_name(instance_id), safe_name(model), str(sample))


def safe_name(text: str) -> str:
    """A file name for any text: readable, and distinct for distinct texts."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", text)[:_LONGEST_NAME].strip(".")
    return plain if plain == text and plain else f"{plain}-{StableId.of(text)}"
