"""What the check `similarity` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class SimilarityFacts(Facts):
    """CodeBLEU of the refactored methods against the developers'; null is 'no value'."""

    check: ClassVar[CheckName] = CheckName.SIMILARITY

    codebleu: float | None
    """In [0, 1]; parts without data are left out and the other weights grow."""
    codebleu_raw: float | None
    """The package's own figure, as published work has it."""
    parts: Mapping[str, float | None]
    """The four parts, in [0, 1]."""
    methods: tuple[str, ...]
    """The methods of the candidate that were compared."""
