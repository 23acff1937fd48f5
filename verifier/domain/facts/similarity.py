"""The data of the check `similarity`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class SimilarityFacts(Facts):
    """CodeBLEU of the refactored methods against the developers' code; null means 'no value'."""

    check: ClassVar[CheckName] = CheckName.SIMILARITY

    codebleu: float | None
    """CodeBLEU, in [0, 1]. Parts without data are left out, and the other weights grow."""
    codebleu_raw: float | None
    """The figure of the CodeBLEU package itself, as in published work."""
    parts: Mapping[str, float | None]
    """The four parts, each in [0, 1]."""
    methods: tuple[str, ...]
    """The compared methods of the candidate."""
