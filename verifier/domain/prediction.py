"""A prediction: what a model (or a person) answered for an instance, in one of three forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.declared import NEUTRAL

MOST_SAMPLE = 1_000_000_000


class Track(StrEnum):
    """How much the task said: the refactoring to do, or only an area (CodeTaste, 3.5)."""

    INSTRUCTED = "instructed"
    OPEN = "open"


class Mode(StrEnum):
    """Whether the agent acted at once, on its own plan, or on the best of several plans."""

    DIRECT = "direct"
    PLAN = "plan"
    MULTIPLAN = "multiplan"


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances:
    """How a prediction came about; nothing of it decides a verdict. None is 'not said'.

    `cost_usd` is the price of all its model calls in US dollars, `finish_reason` why the agent
    stopped, in its own words.
    """

    track: Track | None = None
    mode: Mode | None = None
    cost_usd: float | None = None
    finish_reason: str | None = None


class PredictionForm(StrEnum):
    """How the answer was given."""

    PATCH = "patch"
    ANSWER = "answer"
    FILES = "files"


@dataclass(frozen=True, kw_only=True, slots=True)
class Prediction:
    """One sample of one model for one instance; exactly one of the three bodies is present.

    Field names are those of SWE-bench where it has them. `model_patch` is a unified diff against
    the base tree, `model_output` raw LLM text, `files` whole texts by path (None deletes).

    Raises:
        ValueError: none or several of the bodies are given, or `sample` is negative or above
            a billion.
    """

    instance_id: str
    model_name_or_path: str
    sample: int = 0
    model_patch: str | None = None
    model_output: str | None = None
    files: Mapping[str, str | None] | None = None
    circumstances: Circumstances = field(default_factory=Circumstances, metadata=NEUTRAL)

    def __post_init__(self) -> None:
        bodies = (self.model_patch, self.model_output, self.files)
        if sum(body is not None for body in bodies) != 1:
            raise ValueError(
                f"prediction for {self.instance_id!r} needs exactly one of"
                " model_patch, model_output, files"
            )
        if not 0 <= self.sample <= MOST_SAMPLE:
            raise ValueError(f"sample counts from 0 to {MOST_SAMPLE:,}")

    @property
    def form(self) -> PredictionForm:
        """Which of the three bodies is present."""
        if self.model_patch is not None:
            return PredictionForm.PATCH
        if self.model_output is not None:
            return PredictionForm.ANSWER
        return PredictionForm.FILES
