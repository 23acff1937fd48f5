"""A prediction: what a model (or a person) answered for an instance, in one of three forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from verifier.domain.closure import Closure
from verifier.domain.declared import NEUTRAL
from verifier.domain.described import FORM, Described, Form

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
class Circumstances(Described):
    """How a prediction came about; nothing of it decides a verdict. None is 'not said'."""

    track: Track | None = None
    """How much the task said: `instructed` or `open`."""
    mode: Mode | None = None
    """Whether the agent planned first: `direct`, `plan` or `multiplan`."""
    cost_usd: float | None = None
    """The price of all its model calls in US dollars."""
    finish_reason: str | None = None
    """Why the agent stopped, in its own words."""


class PredictionForm(StrEnum):
    """How the answer was given."""

    PATCH = "patch"
    ANSWER = "answer"
    FILES = "files"


@dataclass(frozen=True, kw_only=True, slots=True)
class Prediction(Described):
    """One sample of one model for one instance; exactly one of the three bodies is present.

    Field names are those of SWE-bench where it has them.

    Raises:
        ValueError: none or several of the bodies are given, or `sample` is negative or above
            a billion.
    """

    instance_id: str
    """The id of the instance that is answered, as `refverify instances` lists it."""
    model_name_or_path: str
    """Whose answer it is; reports group by it."""
    sample: int = 0
    """Which of several answers of one model for one instance, from 0."""
    model_patch: str | None = None
    """A unified diff against the base tree."""
    model_output: str | None = None
    """The raw text of a model, as it came."""
    files: Mapping[str, str | None] | None = None
    """Whole texts by path from the repository's top; null deletes the file."""
    circumstances: Circumstances = field(default_factory=Circumstances, metadata=NEUTRAL)
    """How it came about."""
    closure: Closure | None = field(default=None, metadata=NEUTRAL)
    """What a golden refactoring brought along; null for every other prediction. The files decide, not this."""
    schema: Form = field(default=FORM, metadata=NEUTRAL)
    """The number of this record's form; see docs/json.md."""

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
