"""Where a run folder keeps what the checks left about one prediction."""

import re
from pathlib import PurePosixPath

from verifier.domain.instance import StableId

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
